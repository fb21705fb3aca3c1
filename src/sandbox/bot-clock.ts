import { subscribe } from 'node:diagnostics_channel';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Loaded into the bot's process before the bot. Sets the bot's `Date` ahead of the machine's, so that a visitor of the
 * playground can see requests expire. Timers don't change then. In a leap they do: what is due within it happens at once.
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

const realMonotonicMs = performance.now.bind(performance);
let leapedMs = 0;
performance.now = () => realMonotonicMs() + leapedMs;

/** Timers that are set, with what they do. */
const timers = new Map<NodeJS.Timeout, { dueAtMs: number; fire: () => void }>();

globalThis.setTimeout = new Proxy(setTimeout, {
  apply: (target, self, [callback, durationMs, ...values]) => {
    const fire = (): void => {
      timers.delete(timer);
      callback(...values);
    };
    const timer: NodeJS.Timeout = Reflect.apply(target, self, [fire, durationMs]);
    timers.set(timer, { dueAtMs: performance.now() + Number(durationMs ?? 0), fire });
    return timer;
  },
});
globalThis.clearTimeout = new Proxy(clearTimeout, {
  apply: (target, self, [timer]) => {
    timers.delete(timer);
    Reflect.apply(target, self, [timer]);
  },
});

/** Requests that are under way, and all so far. */
let requestsUnderWay = 0;
let requests = 0;
subscribe('undici:request:create', () => {
  requestsUnderWay += 1;
  requests += 1;
});
for (const end of ['undici:request:trailers', 'undici:request:error']) {
  subscribe(end, () => {
    requestsUnderWay -= 1;
  });
}

/** The bot is idle when it has started no request for this long. Work on records takes a fraction of this. */
const IDLE_MS = 10;

/** Resolves when the bot waits for nothing but time. */
async function untilIdle(): Promise<void> {
  const isBusy = (): boolean => requestsUnderWay > 0 || process.getActiveResourcesInfo().includes('ProcessWrap');
  for (let before = -1; isBusy() || before !== requests; ) {
    before = requests;
    await delay(IDLE_MS);
  }
}

/** Lets time pass at once. Waits until the bot is idle, so that no time limit ends what the machine is still doing. */
async function leap(durationMs: number): Promise<void> {
  await untilIdle();
  leapedMs += durationMs;
  const due = [...timers].filter(([, { dueAtMs }]) => dueAtMs <= performance.now());
  for (const [timer, { fire }] of due.toSorted(([, one], [, other]) => one.dueAtMs - other.dueAtMs)) {
    // An earlier one may have cleared it.
    if (!timers.has(timer)) continue;
    clearTimeout(timer);
    fire();
    await nextTurn();
  }
}

process.on('message', async (message) => {
  if (typeof message !== 'object' || message === null) return;
  if ('clockOffsetMs' in message) offsetMs = Number(message.clockOffsetMs);
  if ('leapMs' in message) {
    await leap(Number(message.leapMs));
    process.send?.({ leapedMs });
  }
});
// This listener must not keep a finished bot alive.
process.channel?.unref();
