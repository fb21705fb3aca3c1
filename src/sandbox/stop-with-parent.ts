/**
 * Loaded into the bot's process before the bot. Stops the bot when the process that started it is gone, however that
 * process ended. Otherwise the bot would keep the store locked, and the next bot couldn't start.
 */

/** A stop that takes longer is stuck, because the sandboxes are gone as well. */
const STOP_MS = 10_000;

process.once('disconnect', () => {
  // The log has no reader now. A failed write to it must not interrupt the stop.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => process.exit(1), STOP_MS).unref();
});
// This listener must not keep a finished bot alive.
process.channel?.unref();
