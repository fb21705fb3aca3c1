import { expect, it } from 'vitest';
import { decisionCollection } from '../../../src/moderation/records/decisions.ts';
import { createMemberDecisions } from '../../../src/moderation/records/member-decisions.ts';
import { createMembers } from '../../../src/moderation/records/members.ts';
import { MINUTE_MS } from '../../../src/time/clock.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { GUILD, MEMBER } from '../../support/job-service.ts';
import { MemoryDatabase, storeOver } from '../../support/memory-database.ts';

it.each([
  ['within ten minutes', 10 * MINUTE_MS - 1, true],
  ['not after ten minutes', 10 * MINUTE_MS, false],
  ['not while the clock is behind the decision', -1, false],
])('a decision about a member can be undone %s', async (_, laterMs, isDone) => {
  const clock = new FakeClock();
  const store = await storeOver(new MemoryDatabase());
  const members = createMembers({ store, clock });
  const put = () => store.collection(decisionCollection).drop('none');
  const decisions = createMemberDecisions({ members, decisions: { put, deliver: () => undefined }, clock });
  const who = { guildId: GUILD, memberId: MEMBER, byId: 'mod' };
  const atMs = (await decisions.trust(who)) ?? 0;
  clock.step(laterMs);
  expect(await decisions.undo(who, atMs)).toBe(isDone);
  expect((await members.of(GUILD, MEMBER)).trusted === null).toBe(isDone);
});
