import { LRUCache } from 'lru-cache';
import type { Clock } from '../../clock.ts';
import type { MemberNow } from '../../moderation/recheck.ts';
import type { DiscordRest } from '../rest/rest.ts';

/** A role that was taken away has to count soon; several looks at one request ask once. */
const KNOWN_FOR_MS = 10_000;
/** Whoever pressed a button has to be answered within 3 s. */
const ASK_WITHIN_MS = 1_000;
const MEMBERS_MAX = 5_000;

/** What a member is in a server by now, as Discord says; undefined where it does not say in time. */
export function createMembersNow(
  rest: Pick<DiscordRest, 'memberRoleIds'>,
  clock: Pick<Clock, 'now'>,
  onFailure: (error: unknown) => void,
): (guildId: string, memberId: string) => Promise<MemberNow | undefined> {
  const known = new LRUCache<string, { member: MemberNow; atMs: number }>({ max: MEMBERS_MAX });
  return async (guildId, memberId) => {
    const key = `${guildId}-${memberId}`;
    const remembered = known.get(key);
    if (remembered && remembered.atMs + KNOWN_FOR_MS > clock.now()) return remembered.member;
    try {
      const roleIds = await rest.memberRoleIds(guildId, memberId, { signal: AbortSignal.timeout(ASK_WITHIN_MS) });
      const member: MemberNow = roleIds === undefined ? 'left' : { roleIds };
      known.set(key, { member, atMs: clock.now() });
      return member;
    } catch (error) {
      onFailure(error);
      return undefined;
    }
  };
}
