import { expect, it } from 'vitest';
import { createAuditLog } from '../../../src/moderation/records/audit-log.ts';
import { NOW } from '../../jobs/samples.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { GUILD } from '../../support/job-service.ts';
import { MemoryDatabase, storeOver } from '../../support/memory-database.ts';

const open = async () => createAuditLog({ store: await storeOver(new MemoryDatabase()), clock: new FakeClock(NOW) });
const entry = (atMs: number) => ({ byId: 'mod', action: 'trusted' as const, memberId: 'a', atMs });

it('the log keeps the latest 500 decisions, with their numbers', async () => {
  const log = await open();
  for (let number = 0; number < 503; number++) await log.add(GUILD, entry(NOW + number));
  const { entries } = await log.of(GUILD);
  expect(entries).toHaveLength(500);
  expect([entries[0], entries.at(-1)]).toMatchObject([
    { atMs: NOW + 3, number: 4 },
    { atMs: NOW + 502, number: 503 },
  ]);
  expect(await log.add(GUILD, entry(NOW + 502))).toMatchObject({ number: 503 });
});

it('the log keeps a decision once, however often a crash repeats it', async () => {
  const log = await open();
  for (const atMs of [NOW, NOW, NOW + 1, NOW]) await log.add(GUILD, entry(atMs));
  expect((await log.of(GUILD)).entries.map(({ number }) => number)).toEqual([1, 2]);
});

it('refused prompts and drafts have lists of their own, of the latest 100', async () => {
  const log = await open();
  await log.add(GUILD, entry(NOW));
  for (let number = 0; number < 102; number++) {
    const prompt = { memberId: 'a', channelId: 'c', prompt: `prompt ${number}` };
    await log.addRefused(GUILD, { ...prompt, entry: 'kraken' });
    await log.addDraft(GUILD, prompt);
  }
  const { entries, refused, drafts } = await log.of(GUILD);
  expect([entries.length, refused.length, drafts.length]).toEqual([1, 100, 100]);
  expect(refused[0]?.prompt).toBe('prompt 2');
});
