import { describe, expect, it } from 'vitest';
import { LISTS } from '../../commands/moderation/overviews.ts';
import { createMembers } from '../../src/moderation/records/members.ts';
import { en } from '../../src/texts/en.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { MemoryDatabase, storeOver } from '../support/memory-database.ts';

const GUILD = '200000000000000001';
const HOUR_MS = 3_600_000;

/** The answer for this many members in timeout. The first one’s timeout is the shortest. */
async function listOf(count: number): Promise<string> {
  const clock = new FakeClock();
  const members = createMembers({ store: await storeOver(new MemoryDatabase()), clock });
  for (let index = 1; index <= count; index++) {
    const timeout = { untilMs: clock.now() + index * HOUR_MS, why: 'too loud', byId: 'mod', atMs: clock.now() };
    await members.change(GUILD, `member${index}`, (before) => ({ ...before, timeout }));
  }
  const answers: unknown[] = [];
  const interaction = { guildId: GUILD, respond: { answer: async (body: unknown) => void answers.push(body) } };
  const context = { moderation: { members }, texts: en };
  type Parts = Parameters<typeof LISTS.timeouts>;
  await LISTS.timeouts(interaction as unknown as Parts[0], context as unknown as Parts[1]);
  return JSON.stringify(answers);
}

describe('the list of timeouts', () => {
  it('lists members in timeout, the earliest end first', async () => {
    const list = await listOf(3);
    expect(list.match(/member\d/g)).toEqual(['member1', 'member2', 'member3']);
    expect(list).not.toContain('more');
  });

  it('shows as many as fit into a message, and how many more there are', async () => {
    const list = await listOf(100);
    const shown = list.match(/<@member\d+>/g)?.length ?? 0;
    expect(shown).toBeGreaterThan(20);
    expect(list).toMatch(new RegExp(`and (at least )?${100 - shown} more`));
    expect(list.length).toBeLessThan(4_200);
  });

  it('reads a limited number and says that there are more', async () => {
    const list = await listOf(150);
    const shown = list.match(/<@member\d+>/g)?.length ?? 0;
    expect(list).toContain(`and at least ${100 - shown} more`);
  });
});
