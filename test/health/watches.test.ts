import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { finding } from '../../src/findings/finding.ts';
import { createCreditWatch } from '../../src/health/credit-watch.ts';
import { createDiskWatch, type DiskFolder, type DiskSpace } from '../../src/health/disk-watch.ts';
import { createSlowWatch } from '../../src/health/slow-watch.ts';
import { createLog } from '../../src/log.ts';
import { FakeClock } from '../support/fake-clock.ts';

function logged() {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const said = () => lines.map((line) => JSON.parse(line)).map(({ finding: id, msg }) => id ?? msg);
  return { log, said };
}

/** Runs a watch on a fake clock. */
async function running(watch: { run(signal: AbortSignal): Promise<unknown> }, clock: FakeClock): Promise<void> {
  const ended = new AbortController();
  onTestFinished(() => ended.abort());
  void watch.run(ended.signal);
  await clock.asleep();
}

describe('what is slow', () => {
  const start = () => {
    const { log, said } = logged();
    const watch = createSlowWatch({
      log,
      slowMs: 1_000,
      found: finding('store.slow'),
      over: 'the store is fast again',
    });
    return { watch, said };
  };

  it('is found after five slow calls in a row, and logged once', () => {
    const { watch, said } = start();
    for (let calls = 0; calls < 4; calls += 1) watch.record(1_000);
    expect([watch.finding(), said()]).toEqual([undefined, []]);
    watch.record(5_000);
    watch.record(5_000);
    expect(watch.finding()?.id).toBe('store.slow');
    expect(said()).toEqual(['store.slow']);
  });

  it('is over with one fast call', () => {
    const { watch, said } = start();
    for (let calls = 0; calls < 5; calls += 1) watch.record(1_000);
    watch.record(999);
    expect([watch.finding(), said()]).toEqual([undefined, ['store.slow', 'the store is fast again']]);
  });
});

describe('credits', () => {
  it('are looked at each minute: unconfirmed tasks that are new, and the ceiling, once for each threshold', async () => {
    const { log, said } = logged();
    const clock = new FakeClock();
    let [unconfirmed, usedCredits] = [2, 10];
    const ceiling = async () => ({ month: '2026-11', usedCredits, ceilingCredits: 100, renewsAtMs: undefined });
    const watch = createCreditWatch({ accounts: { countUnconfirmed: async () => unconfirmed, ceiling }, clock, log });
    await running(watch, clock);
    expect([watch.tasks.finding()?.text, watch.ceiling.finding(), said()]).toEqual([
      'Unconfirmed tasks: 2',
      undefined,
      [],
    ]);
    [unconfirmed, usedCredits] = [3, 85];
    await clock.advance(120_000);
    expect([watch.unconfirmed(), watch.ceiling.finding()?.id]).toEqual([3, 'credits.ceiling-near']);
    [unconfirmed, usedCredits] = [0, 100];
    await clock.advance(120_000);
    expect([watch.tasks.finding(), watch.ceiling.finding()?.id]).toEqual([undefined, 'credits.ceiling']);
    expect(said()).toEqual(['credits.unconfirmed', 'credits.ceiling-near', 'credits.ceiling']);
  });
});

describe('a disk', () => {
  it('that has hardly any room is found within a minute, and logged once', async () => {
    const { log, said } = logged();
    const clock = new FakeClock();
    let freeBytes = 5e9;
    const spaceOf = async (): Promise<DiskSpace> => ({ what: 'store', freeBytes, sizeBytes: 20e9 });
    const watch = createDiskWatch({ folders: [{ what: 'store', path: '/store' }], clock, log, spaceOf });
    await running(watch, clock);
    const texts = () => watch.watches.map((one) => one.finding()?.text);
    expect([texts(), watch.spaces()]).toEqual([[undefined], [{ what: 'store', freeBytes, sizeBytes: 20e9 }]]);
    freeBytes = 4e8;
    await clock.advance(180_000);
    expect(texts()).toEqual(['The disk with the store has only 400 MB free']);
    expect(said()).toEqual(['store.disk']);
  });

  it('is found although another one is almost full already', async () => {
    const { log, said } = logged();
    const clock = new FakeClock();
    const freeBytes = { store: 4e8, results: 5e9, backups: 5e9 };
    const spaceOf = async ({ what }: DiskFolder): Promise<DiskSpace> => ({
      what,
      freeBytes: freeBytes[what],
      sizeBytes: 20e9,
    });
    const folders = [{ what: 'store', path: '/store' } as const, { what: 'results', path: '/results' } as const];
    const watch = createDiskWatch({ folders, clock, log, spaceOf });
    await running(watch, clock);
    expect(said()).toEqual(['store.disk']);
    freeBytes.results = 3e8;
    await clock.advance(60_000);
    expect(said()).toEqual(['store.disk', 'store.disk']);
    expect(watch.watches.map((one) => one.finding()?.text)).toEqual([
      'The disk with the store has only 400 MB free',
      'The disk with the results has only 300 MB free',
    ]);
  });

  it('is still looked at if another folder is missing', async () => {
    const { log, said } = logged();
    const clock = new FakeClock();
    const folders = [
      { what: 'results', path: tmpdir() } as const,
      { what: 'backups', path: join(tmpdir(), 'no-such-folder') } as const,
    ];
    const watch = createDiskWatch({ folders, clock, log });
    await running(watch, clock);
    expect(watch.spaces().map(({ what }) => what)).toEqual(['results']);
    expect(said().filter((line) => line !== 'store.disk')).toEqual([]);
  });
});
