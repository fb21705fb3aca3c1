/**
 * Loaded into the bot's process before the bot: when the process that started it is gone, however that ended, the bot
 * stops as well. Otherwise it would hold the store, and keep the next one from starting.
 */

/** A stop that takes longer is stuck: whom it talked to is gone as well. */
const STOP_MS = 10_000;

process.once('disconnect', () => {
  // Nobody reads the log any more, and writing it must not break off the stop.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => process.exit(1), STOP_MS).unref();
});
// Listening must not keep a bot alive that is done.
process.channel?.unref();
