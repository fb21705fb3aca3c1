import { expect, it } from 'vitest';
import { createLog } from '../../../src/log.ts';
import { createKnownPictures } from '../../../src/moderation/known/known-pictures.ts';
import type { ReportRecord } from '../../../src/moderation/reports/report-record.ts';
import { reportKey } from '../../../src/moderation/reports/reports.ts';
import { RecordError } from '../../../src/store/store.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { MemoryDatabase, storeOver } from '../../support/memory-database.ts';
import { sampleRecord } from '../report-samples.ts';

const CASTLE = { guildId: 'g', memberId: 'ann', jobId: 'castle' };
const BOAT = { ...CASTLE, jobId: 'boat' };
const HASH = { seen: 'a'.repeat(64), mirrored: 'b'.repeat(64) };
const picture = { kind: 'image' as const, path: 'her.png', mimeType: 'image/png', extension: 'png', sizeBytes: 5_000 };

const REMOVED = { state: 'removed' } as ReportRecord;

async function knownWith(
  hashPicture: () => Promise<typeof HASH>,
  reportOf: () => Promise<ReportRecord | undefined> = async () => REMOVED,
  own?: ReportRecord,
) {
  const stop = new AbortController();
  const known = createKnownPictures({
    ...{ clock: new FakeClock(), log: createLog('silent'), stop: stop.signal, hashPicture },
    store: await storeOver(new MemoryDatabase()),
    reports: { get: async (key) => (key === reportKey('g', 'castle') ? reportOf() : own) },
  });
  return { known, stop };
}

it('counts as unknown if this machine cannot tell what a picture looks like, so that nothing waits for it', async () => {
  let looks = 0;
  const { known, stop } = await knownWith(async () => {
    if (looks++ > 0) throw new Error('no space left on device');
    return HASH;
  });
  await known.learn(CASTLE, [picture]);
  await known.learn(BOAT, [picture]);
  expect(await known.includes(BOAT, picture, stop.signal)).toBe(false);
});

it('decides nothing when Easel stops meanwhile', async () => {
  const { known, stop } = await knownWith(async () => {
    stop.signal.throwIfAborted();
    return HASH;
  });
  await known.learn(CASTLE, [picture]);
  stop.abort(new Error('stop'));
  await expect(known.includes(BOAT, picture, stop.signal)).rejects.toThrow('stop');
});

it('stays away while its report cannot be read', async () => {
  let isDamaged = true;
  const { known, stop } = await knownWith(
    async () => HASH,
    async () => {
      if (isDamaged) throw new RecordError('damaged');
      return { ...REMOVED, state: 'restored' };
    },
  );
  await known.learn(CASTLE, [picture]);
  expect(await known.includes(BOAT, picture, stop.signal)).toBe(true);
  isDamaged = false;
  expect(await known.includes(BOAT, picture, stop.signal)).toBe(false);
});

it('keeps nothing away that is alike and was decided about, such as what comes back with its source', async () => {
  const includes = async (own: ReportRecord) => {
    const { known, stop } = await knownWith(async () => HASH, undefined, own);
    await known.learn(CASTLE, [picture]);
    return known.includes(BOAT, picture, stop.signal);
  };
  expect(await includes(sampleRecord())).toBe(true);
  expect(await includes(sampleRecord({ decidedAtMs: 1 }))).toBe(false);
});

it('is looked for only while a report keeps one away', async () => {
  let looks = 0;
  const { known, stop } = await knownWith(
    async () => {
      looks += 1;
      return HASH;
    },
    async () => undefined,
  );
  await known.learn(CASTLE, [picture]);
  expect(await known.hasAny('g')).toBe(false);
  expect(await known.includes(BOAT, picture, stop.signal)).toBe(false);
  expect(looks).toBe(1);
});
