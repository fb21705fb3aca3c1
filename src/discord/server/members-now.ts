import type { MemberNow } from '../../moderation/admission/admission.ts';
import type { Clock } from '../../time/clock.ts';
import { type Ask, createLookupCache } from '../rest/asking.ts';
import type { DiscordRest } from '../rest/rest.ts';

/** Short, because a removed role has to count soon. Long enough that one request asks once. */
const KNOWN_FOR_MS = 10_000;
const MEMBERS_MAX = 5_000;

export interface MembersNowParts {
  rest: Pick<DiscordRest, 'memberRoleIds'>;
  ask: Ask;
  clock: Pick<Clock, 'monotonicMs'>;
}

/** A member's current roles; undefined if Discord doesn't say in time. */
export function createMembersNow({ rest, ask, clock }: MembersNowParts) {
  const members = createLookupCache({
    ask,
    clock,
    call: (key, options) => {
      const [guildId = '', memberId = ''] = key.split('-');
      return rest.memberRoleIds(guildId, memberId, options);
    },
    failure: 'Discord did not say which roles a member has; using those of the request',
    keysMax: MEMBERS_MAX,
  });
  return async (guildId: string, memberId: string): Promise<MemberNow | undefined> => {
    const looked = await members.get(`${guildId}-${memberId}`, { knownMs: KNOWN_FOR_MS });
    if (looked.outcome !== 'done') return undefined;
    return looked.value === undefined ? 'left' : { roleIds: looked.value };
  };
}
