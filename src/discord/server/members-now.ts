import type { MemberNow } from '../../moderation/admission/admission.ts';
import type { Clock } from '../../time/clock.ts';
import { type Ask, createRemembering } from '../rest/asking.ts';
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
export function createMembersNow({ rest, ask, clock }: MembersNowParts) {
  const members = createRemembering<MemberNow>({
    clock,
    keptMs: KNOWN_FOR_MS,
    most: MEMBERS_MAX,
    ask: async (key) => {
      const [guildId = '', memberId = ''] = key.split('-');
      const told = await ask(
        (options) => rest.memberRoleIds(guildId, memberId, options),
        'Discord did not tell a member’s roles; those of the asking count',
      );
      if (told.outcome !== 'done') return undefined;
      return told.value === undefined ? 'left' : { roleIds: told.value };
    },
  });
  return (guildId: string, memberId: string): Promise<MemberNow | undefined> => members.get(`${guildId}-${memberId}`);
}
