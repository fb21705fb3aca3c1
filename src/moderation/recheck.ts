import type { Clock } from '../clock.ts';
import type { JobRequest } from '../jobs/job.ts';
import { kindOf } from '../task-api/models.ts';
import type { Members } from './members.ts';
import type { ServerSettings } from './server-settings.ts';
import { judge, type Refusal } from './verdict.ts';

/** What was let in some time ago, and is about to be sent. */
export interface LetIn {
  guildId: string;
  memberId: string;
  request: Pick<JobRequest, 'modelId' | 'aspectRatio' | 'prompt'>;
  /** The channel and, for a thread, the one that it belongs to. */
  channelIds: readonly string[];
  ageRestricted: boolean;
  /** The member's roles when it was asked for; undefined where they are not known, and then no role is asked for. */
  roleIds: readonly string[] | undefined;
}

/** Why it is forbidden by now: the settings, or its member's standing, have changed since it was let in. */
export type Recheck = (letIn: LetIn) => Promise<Refusal | undefined>;

export interface RecheckParts {
  settings: Pick<ServerSettings, 'of'>;
  members: Pick<Members, 'of'>;
  clock: Pick<Clock, 'now'>;
}

export function createRecheck({ settings, members, clock }: RecheckParts): Recheck {
  return async ({ guildId, memberId, request, channelIds, roleIds, ageRestricted }) => {
    const rules = await settings.of(guildId);
    const { timeout } = await members.of(guildId, memberId);
    const { modelId, aspectRatio, prompt } = request;
    const where = { channelIds, ageRestricted, roleIds: roleIds ?? [], isModerator: roleIds === undefined };
    const wish = { kind: kindOf(modelId), modelId, aspectRatio, prompt, ...where };
    // It was counted when it was asked for, people have decided about it, and a pause is waited for.
    const member = { timeout: timeout ?? undefined, isTrusted: true, begunAtMs: [], underWay: 0 };
    const verdict = judge(wish, member, rules.settings, rules.words, { guildId, nowMs: clock.now(), isPaused: false });
    return verdict.verdict === 'refuse' ? verdict.refusal : undefined;
  };
}
