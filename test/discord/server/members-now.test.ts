import { describe, expect, it } from 'vitest';
import { createMembersNow } from '../../../src/discord/server/members-now.ts';
import { FakeClock } from '../../support/fake-clock.ts';

function world(roleIds: Record<string, string[] | undefined>) {
  const clock = new FakeClock();
  const failures: unknown[] = [];
  const asked: string[] = [];
  const memberRoleIds = async (_guildId: string, memberId: string): Promise<string[] | undefined> => {
    asked.push(memberId);
    if (!Object.hasOwn(roleIds, memberId)) throw new Error('Discord is away');
    return roleIds[memberId];
  };
  return { clock, failures, asked, find: createMembersNow({ memberRoleIds }, clock, (error) => failures.push(error)) };
}

describe('what a member is by now', () => {
  it('is told by Discord, and remembered for ten seconds', async () => {
    const roleIds: Record<string, string[] | undefined> = { a: ['artist'] };
    const { asked, clock, find } = world(roleIds);
    expect(await find('guild', 'a')).toEqual({ roleIds: ['artist'] });
    roleIds['a'] = undefined;
    expect(await find('guild', 'a')).toEqual({ roleIds: ['artist'] });
    await clock.advance(10_000);
    expect(await find('guild', 'a')).toBe('left');
    expect(asked).toHaveLength(2);
  });

  it('is of one server, and not of another', async () => {
    const { asked, find } = world({ a: [] });
    await find('guild', 'a');
    await find('other', 'a');
    expect(asked).toHaveLength(2);
  });

  it('is not known where Discord does not say, which is not remembered', async () => {
    const roleIds: Record<string, string[] | undefined> = {};
    const { failures, find } = world(roleIds);
    expect(await find('guild', 'a')).toBeUndefined();
    expect(failures).toHaveLength(1);
    roleIds['a'] = [];
    expect(await find('guild', 'a')).toEqual({ roleIds: [] });
  });
});
