import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { runHeartbeat } from '../../src/health/heartbeat.ts';
import { createLog } from '../../src/log.ts';
import { FakeClock } from '../support/fake-clock.ts';

it('calls the address once a minute while Easel is ready, and logs once that it does not answer, without its token', async () => {
  const statuses = [200, 404, 404, 200];
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/token-1' ? (statuses[calls] ?? 200) : 400).end();
    calls += 1;
    server.emit('called');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  let calls = 0;
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const clock = new FakeClock();
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  let isReady = false;
  const ended = new AbortController();
  const url = `http://127.0.0.1:${port}/token-1`;
  const running = runHeartbeat({ url, isReady: () => isReady, clock, log }, ended.signal);
  await clock.asleep();
  await clock.advance(60_000);
  await clock.asleep();
  expect(calls).toBe(0);
  isReady = true;
  for (let minute = 1; minute <= statuses.length; minute++) {
    const called = once(server, 'called');
    await clock.advance(60_000);
    await called;
    await clock.asleep();
    expect(calls).toBe(minute);
  }
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, finding: 'machine.heartbeat', msg: expect.stringContaining('HTTP 404') },
    { level: 30, msg: 'HEARTBEAT_URL answers again' },
  ]);
  expect(lines.join()).not.toContain('token-1');
  ended.abort();
  await running;
});
