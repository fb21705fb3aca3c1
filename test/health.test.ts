import { afterEach, describe, expect, it } from 'vitest';
import { type HealthSources, healthOf, serveHealth } from '../src/health.ts';
import { FakeClock } from './support/fake-clock.ts';

const clock = new FakeClock();
const well = (changes: Partial<HealthSources> = {}): HealthSources => ({
  clock,
  startedAtMs: clock.now() - 3_600_000,
  heartbeatAnsweredAtMs: () => clock.now() - 20_000,
  storeTest: async () => undefined,
  serviceStatus: () => 'well',
  serviceAnsweredAtMs: () => clock.now() - 5_000,
  commands: () => ({ state: 'registered' }),
  waitingTasks: () => 3,
  ...changes,
});

describe('health', () => {
  let close: (() => Promise<void>) | undefined;
  afterEach(() => close?.());

  const ask = async (sources: HealthSources, path = '/healthz', method = 'GET') => {
    const server = await serveHealth({ host: '127.0.0.1', port: 0 }, () => healthOf(sources));
    close = server.close;
    return fetch(`http://127.0.0.1:${server.port}${path}`, { method });
  };

  it('is 200 while the gateway answers heartbeats and the store keeps what it is given', async () => {
    const answer = await ask(well());
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      gateway: { ok: true, lastHeartbeatAnswerAgeMs: 20_000 },
      store: { ok: true },
      service: { status: 'well', lastAnswerAgeMs: 5_000 },
      commands: { state: 'registered' },
      waitingTasks: 3,
    });
  });

  it.each<[string, Partial<HealthSources>]>([
    ['heartbeats are no longer answered', { heartbeatAnsweredAtMs: () => clock.now() - 101_000 }],
    ['no heartbeat was ever answered, long after the start', { heartbeatAnsweredAtMs: () => undefined }],
    ['the store fails', { storeTest: () => Promise.reject(new Error('disk')) }],
  ])('is 503 when %s', async (_, changes) => {
    expect((await ask(well(changes))).status).toBe(503);
  });

  it('is 200 before the first heartbeat of a fresh start', async () => {
    const fresh = { startedAtMs: clock.now() - 5_000, heartbeatAnsweredAtMs: () => undefined };
    expect((await ask(well(fresh))).status).toBe(200);
  });

  it('tells of a service that is down, which is no reason to restart the bot', async () => {
    const answer = await ask(well({ serviceStatus: () => 'down' }));
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ service: { status: 'down' } });
  });

  it('tells why commands are not registered yet, which is no reason either', async () => {
    const commands = { state: 'waiting', reason: 'Discord is in trouble' };
    const answer = await ask(well({ commands: () => commands }));
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ commands });
  });

  it.each([
    ['/other', 'GET'],
    ['/healthz', 'POST'],
  ])('answers nothing else: %s %s', async (path, method) => {
    expect((await ask(well(), path, method)).status).toBe(404);
  });
});
