/**
 * Loaded into the bot's process before the bot. Sets the bot's `Date` ahead of the machine's, so that a visitor of the
 * playground can see requests expire. Timers don't change.
 */

/** The offset at the start. Later offsets come as messages `{ clockOffsetMs }`. */
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
// This listener must not keep a finished bot alive.
process.channel?.unref();
