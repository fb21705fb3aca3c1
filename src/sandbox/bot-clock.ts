/**
 * Loaded into the bot's process before the bot: lets its `Date` be ahead of the machine's, so that a visitor of the
 * playground can see requests expire. Timers run as ever.
 */

/** Milliseconds that it begins with; later ones come as messages `{ clockOffsetMs }`. */
const OFFSET_VARIABLE = 'SANDBOX_CLOCK_OFFSET_MS';

const RealDate = Date;
let offsetMs = Number(process.env[OFFSET_VARIABLE] ?? 0);
const now = (): number => RealDate.now() + offsetMs;

globalThis.Date = new Proxy(RealDate, {
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  construct: (target, values, newTarget) =>
    Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget),
  apply: (target) => String(new target(now())),
});

process.on('message', (message) => {
  if (typeof message !== 'object' || message === null || !('clockOffsetMs' in message)) return;
  offsetMs = Number(message.clockOffsetMs);
});
// Listening must not keep a bot alive that is done.
process.channel?.unref();
