import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { array, constantFrom, oneof, record, sample } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { createDiscordClient } from '../../../src/discord/gateway/client.ts';
import { createLog } from '../../../src/log.ts';
import { FakeClock } from '../../support/fake-clock.ts';

/** What a gateway does on each connection: it sends frames, then closes, cuts or stays silent. */
interface Visit {
  frames: readonly string[];
  end: number | 'cut' | 'silent';
  /** It serves, except that it never answers a Resume. */
  resumesNothing?: boolean;
}

const ID = '1300000000000000001';
const HELLO = { op: 10, d: { heartbeat_interval: 41_250 } };
const ready = (changes: object = {}) => ({
  ...{ op: 0, t: 'READY', s: 1 },
  d: {
    ...{ v: 10, user: { id: ID, username: 'easel', discriminator: '0', avatar: null, bot: true }, guilds: [] },
    ...{ session_id: 'session', resume_gateway_url: 'ws://127.0.0.1:1', application: { id: ID, flags: 0 } },
    ...changes,
  },
});
const FRAMES: readonly unknown[] = [
  ...[HELLO, HELLO, HELLO, ready(), { op: 0, t: 'RESUMED', s: 2, d: {} }],
  ...[null, -1, 0, 0.001, 1e12, 'soon', {}].map((interval) => ({ op: 10, d: { heartbeat_interval: interval } })),
  ...[{ op: 10 }, { op: 10, d: null }, { op: 0, t: 'READY', s: 1, d: null }],
  ...[{ guilds: undefined }, { user: null }, { application: {} }].map(ready),
  ...['', 'nonsense', 'http://127.0.0.1/'].map((url) => ready({ resume_gateway_url: url })),
  ...[true, false, null, 'yes', {}].map((d) => ({ op: 9, d })),
  ...[{ op: 7 }, { op: 7, d: null }, { op: 1 }, { op: 11 }, { op: 99, d: {} }, { op: 'ten' }, null, [], 7, {}],
  { op: 0, t: 'INTERACTION_CREATE', s: 3, d: null },
];
const TEXTS = [...FRAMES.map((frame) => JSON.stringify(frame)), '', '{', '<html>502</html>'];
/** After these, Discord's own documents say not to reconnect. */
const FINAL_CODES = [4004, 4010, 4011, 4012, 4013, 4014];
const CODES = [
  ...[1000, 1001, 1002, 1003, 1008, 1009, 1011, 1012, 1013, 3000, 4000, 4001, 4002, 4003, 4005, 4006, 4007, 4008],
  ...[4009, 4015, 4200, 4999, ...FINAL_CODES],
];
const anyVisit = record({
  frames: array(constantFrom(...TEXTS), { maxLength: 5 }),
  end: oneof({ weight: 3, arbitrary: constantFrom(...CODES) }, constantFrom('cut' as const, 'silent' as const)),
});

/** discord.js waits half a second before it connects again. */
const WATCHED_MS = 4_000;
const WITHIN_MS = 20_000;

/** Easel's client at a gateway that visits like this each time, on a clock that leaps to what is due. */
async function open(visit: Visit) {
  const lines: { level: number; code?: number }[] = [];
  const state = { isGood: false, connections: 0, received: 0 };
  const http = createServer((_, response) => {
    const limit = { total: 1_000, remaining: 900, reset_after: 3_600_000, max_concurrency: 1 };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ url: address(), shards: 1, session_start_limit: limit }));
  });
  const sockets = new WebSocketServer({ server: http });
  const address = (): string => `ws://127.0.0.1:${(http.address() as AddressInfo).port}`;
  sockets.on('connection', (socket) => {
    state.connections += 1;
    if (state.isGood || visit.resumesNothing) return serve(socket, address(), visit);
    socket.on('message', () => {
      state.received += 1;
    });
    for (const frame of visit.frames) socket.send(frame.replace('ws://127.0.0.1:1', address()));
    if (visit.end === 'cut') socket.terminate();
    else if (visit.end !== 'silent') socket.close(visit.end);
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const clock = new FakeClock();
  const client = createDiscordClient({
    ...{ token: 'bot-token', apiUrl: `${address().replace('ws', 'http')}/api`, clock, shards: 'auto' },
    log: createLog('info', { write: (line) => void lines.push(JSON.parse(line)) }),
  });
  const stopping = new AbortController();
  const run = { isOver: false, started: false, ended: undefined as unknown };
  const starting = client.start(() => undefined, stopping.signal);
  starting.then(
    () => {
      run.started = true;
    },
    (error: unknown) => {
      run.ended ??= error;
    },
  );
  client.ended.catch((error: unknown) => {
    run.ended ??= error;
  });
  const leaping = (async () => {
    while (!run.isOver) {
      await delay(20);
      if (clock.sleeping > 0) await clock.advance(clock.nextDueInMs ?? 0);
    }
  })();
  const close = async (): Promise<void> => {
    run.isOver = true;
    stopping.abort(new Error('over'));
    await leaping;
    await client.stop();
    for (const socket of sockets.clients) socket.terminate();
    http.closeAllConnections();
    http.close();
  };
  const cut = (): void => {
    for (const socket of sockets.clients) socket.terminate();
  };
  const becomeGood = (): void => {
    state.isGood = true;
    cut();
  };
  const isServing = (): boolean => run.started && client.shards().every(({ isConnected }) => isConnected);
  const serves = async (): Promise<boolean> => {
    for (let waitedMs = 0; waitedMs < WITHIN_MS && !isServing(); waitedMs += 50) await delay(50);
    return isServing();
  };
  return { clock, client, lines, run, state, cut, becomeGood, serves, close };
}

/** As Discord does. */
function serve(socket: WebSocket, address: string, { resumesNothing = false }: Partial<Visit> = {}): void {
  socket.send(JSON.stringify(HELLO));
  socket.on('message', (data) => {
    const { op } = JSON.parse(String(data)) as { op: number };
    if (op === 1) socket.send(JSON.stringify({ op: 11 }));
    if (op === 2) socket.send(JSON.stringify(ready({ resume_gateway_url: address })));
    if (op === 6 && !resumesNothing) socket.send(JSON.stringify({ op: 9, d: false }));
  });
}

/** What must hold of any visit. */
async function follow(visit: Visit): Promise<void> {
  const { clock, lines, run, state, becomeGood, serves, close } = await open(visit);
  const startedMs = clock.monotonicMs();
  try {
    await delay(WATCHED_MS);
    const { connections, received } = state;
    const passedMs = clock.monotonicMs() - startedMs;
    // The first two connections are free, then pauses double.
    expect(passedMs).toBeGreaterThanOrEqual(1_000 * (2 ** Math.max(0, connections - 2) - 1));
    expect(received).toBeLessThanOrEqual(connections * 10);
    if (run.ended !== undefined) {
      expect(FINAL_CODES).toContain(visit.end);
      return;
    }
    if (connections > 2 && typeof visit.end === 'number') expect(lines.some(({ level }) => level >= 40)).toBe(true);
    becomeGood();
    expect(await serves()).toBe(true);
  } finally {
    await close();
  }
}

const RUNS = { numRuns: 40, seed: 20_261_127 };
const text = (frame: unknown): string => JSON.stringify(frame);

/** All at once, because they wait more than they work. @returns what doesn't hold */
async function followAll(visits: readonly Visit[]): Promise<object[]> {
  const outcomes = await Promise.allSettled(visits.map(follow));
  return outcomes.flatMap((one, index) =>
    one.status === 'rejected' ? [{ ...visits[index], why: String(one.reason) }] : [],
  );
}

describe('anything at the other end of the gateway', () => {
  it('connections stay few, only Discord’s own codes end the bot, and it serves afterwards', async () => {
    expect(await followAll(sample(anyVisit, RUNS))).toEqual([]);
  }, 60_000);

  it('also for what once ended the process, asked without a pause, or was waited for without an end', async () => {
    const resumable = text({ op: 9, d: true });
    const reconnect = text({ op: 7 });
    expect(
      await followAll([
        { frames: [], end: 4200 },
        { frames: [text(HELLO)], end: 4200 },
        { frames: [text(HELLO), reconnect, reconnect], end: 'silent' },
        { frames: [reconnect], end: 4015 },
        { frames: [text(HELLO), text(ready()), resumable], end: 'silent' },
        { frames: [text(HELLO), text(HELLO)], end: 4000 },
        { frames: [text(HELLO), text({ op: 0, t: 'RESUMED', s: 2, d: {} })], end: 'cut' },
        { frames: [text(HELLO), text(ready({ resume_gateway_url: 'nonsense' }))], end: 'cut' },
        { frames: [text(HELLO), text(ready({ guilds: undefined }))], end: 1001 },
        { frames: [text({ op: 10, d: null })], end: 'cut' },
        { frames: [text({ op: 9, d: null })], end: 'silent' },
      ]),
    ).toEqual([]);
  }, 60_000);

  it('also if it never answers that a session resumes', async () => {
    const { cut, serves, state, close } = await open({ frames: [], end: 'silent', resumesNothing: true });
    try {
      expect(await serves()).toBe(true);
      cut();
      // The second one asks for the session.
      for (let waitedMs = 0; waitedMs < WITHIN_MS && state.connections < 3; waitedMs += 50) await delay(50);
      expect(state.connections).toBe(3);
      expect(await serves()).toBe(true);
    } finally {
      await close();
    }
  }, 60_000);
});
