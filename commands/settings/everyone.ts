import { MemberError } from '../../src/errors.ts';
import type { ModerationSettings } from '../../src/moderation/settings/settings.ts';
import type { CommandContext } from '../support/context.ts';

/** What these roles may do only some may. */
const SOME_ROLES_FIELDS = ['moderatorRoleIds', 'trustedRoleIds'] as const;

/** @throws MemberError where the role @everyone, which has the server's id, becomes one of the roles that only some may have. */
export function refuseEveryone(
  guildId: string,
  before: ModerationSettings,
  after: ModerationSettings,
  { everyone }: CommandContext['texts']['moderation']['settings'],
): void {
  for (const field of SOME_ROLES_FIELDS) {
    if (after[field].includes(guildId) && !before[field].includes(guildId)) throw new MemberError(everyone[field]);
  }
}
