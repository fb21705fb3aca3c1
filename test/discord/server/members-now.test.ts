import { describe, expect, it } from 'vitest';
import { createAsking } from '../../../src/discord/rest/asking.ts';
import type { Outcome } from '../../../src/discord/rest/outcome.ts';
import { createMembersNow } from '../../../src/discord/server/members-now.ts';
import { createLog } from '../../../src/log.ts';
import { FakeClock } from '../../support/fake-clock.ts';

function world(roleIds: Record<string, string[] | undefined>) {
  const clock = new FakeClock();
  const asked: string[] = [];
  const memberRoleIds = async (_guildId: string, memberId: string): Promise<Outcome<string[] | undefined>> => {
    asked.push(memberId);
    return Object.hasOwn(roleIds, memberId)
      ? { outcome: 'done', value: roleIds[memberId] }
      : { outcome: 'unavailable', retryAfterMs: undefined };
  };
  const ask = createAsking(createLog('silent'));
  return { clock, asked, find: createMembersNow({ rest: { memberRoleIds }, ask, clock }) };
}

describe('a member’s current roles', () => {
  it('are looked up, and cached for ten seconds', async () => {
    const roleIds: Record<string, string[] | undefined> = { a: ['artist'] };
    const { asked, clock, find } = world(roleIds);
    expect(await find('guild', 'a')).toEqual({ roleIds: ['artist'] });
    roleIds['a'] = undefined;
    expect(await find('guild', 'a')).toEqual({ roleIds: ['artist'] });
    await clock.advance(10_000);
    expect(await find('guild', 'a')).toBe('left');
    expect(asked).toHaveLength(2);
  });

  it('belong to one server', async () => {
    const { asked, find } = world({ a: [] });
    await find('guild', 'a');
    await find('other', 'a');
    expect(asked).toHaveLength(2);
  });

  it('are unknown if Discord doesn’t say, which isn’t cached', async () => {
    const roleIds: Record<string, string[] | undefined> = {};
    const { asked, find } = world(roleIds);
    expect(await find('guild', 'a')).toBeUndefined();
    expect(asked).toHaveLength(1);
    roleIds['a'] = [];
    expect(await find('guild', 'a')).toEqual({ roleIds: [] });
  });
});
