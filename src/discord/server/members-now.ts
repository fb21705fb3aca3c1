import { LRUCache } from 'lru-cache';
import type { Clock } from '../../clock.ts';
import type { MemberNow } from '../../moderation/admission.ts';
import type { Ask } from '../rest/asking.ts';
import type { DiscordRest } from '../rest/rest.ts';

/** A role that was taken away has to count soon; several looks at one request ask once. */
const KNOWN_FOR_MS = 10_000;
const MEMBERS_MAX = 5_000;

export interface MembersNowParts {
  rest: Pick<DiscordRest, 'memberRoleIds'>;
  ask: Ask;
  clock: Pick<Clock, 'monotonicMs'>;
}

/** What a member is in a server by now, as Discord says; undefined where it does not say in time. */
export function createMembersNow({
  rest,
  ask,
  clock,
}: MembersNowParts): (guildId: string, memberId: string) => Promise<MemberNow | undefined> {
  const known = new LRUCache<string, { member: MemberNow; atMs: number }>({ max: MEMBERS_MAX });
  return async (guildId, memberId) => {
    const key = `${guildId}-${memberId}`;
    const before = known.get(key);
    if (before && clock.monotonicMs() - before.atMs < KNOWN_FOR_MS) return before.member;
    const told = await ask(
      (options) => rest.memberRoleIds(guildId, memberId, options),
      'Discord did not tell a member’s roles; those of the asking count',
    );
    if (told.outcome !== 'done') return undefined;
    const member: MemberNow = told.value === undefined ? 'left' : { roleIds: told.value };
    known.set(key, { member, atMs: clock.monotonicMs() });
    return member;
  };
}
