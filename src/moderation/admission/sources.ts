import type { Origin } from '../../jobs/job/sources.ts';
import type { Consents } from '../../studio/consents.ts';
import { ANSWERS_MAX } from '../../studio/consents.ts';
import type { AccessReader, ViewerInChannel } from '../access/reader.ts';
import type { MessageAt, SourceRefusal } from './refusal.ts';

/** What the source pictures of a new request need: nothing, their owners' consent, or other pictures. */

/** Requests of one member that wait for owners. */
const QUESTIONS_MAX = 5;

/** A request that waits for the owners of these pictures. */
export interface OpenQuestion {
  origins: readonly Origin[];
  /** Its message; the id is unknown while it is being sent. */
  at: MessageAt | undefined;
  expiresAtMs: number;
}

export interface SourceParts {
  access: Pick<AccessReader, 'sourceDenial' | 'consentRuleOf'>;
  consents: Pick<Consents, 'answersTo'>;
  /** Undefined if Discord doesn't say. */
  memberNow: (guildId: string, memberId: string) => Promise<MemberNow | undefined>;
}

/** The member's current state: left the server, or has these roles. */
export type MemberNow = 'left' | { roleIds: readonly string[] };

/** @returns why the pictures can't be used, or those whose owners have to be asked first */
export async function checkSources(
  { access, consents, memberNow }: SourceParts,
  viewer: ViewerInChannel,
  guildId: string,
  origins: readonly Origin[],
  open: readonly OpenQuestion[],
): Promise<SourceRefusal | Origin[]> {
  const wanted: Origin[] = [];
  for (const origin of origins) {
    const denial = await access.sourceDenial(viewer, guildId, origin);
    if (denial === 'ask first') wanted.push(origin);
    else if (denial) {
      const rule = await access.consentRuleOf(guildId, origin);
      return { reason: 'source', denial, ownerId: origin.ownerId, rule };
    }
  }
  if (wanted.length === 0) return wanted;

  const answers = await consents.answersTo({ guildId, memberId: viewer.userId });
  const isAllowed = ({ id, ownerId }: Origin): boolean =>
    answers.some((one) => one.isAllowed && one.ownerId === ownerId && one.originId === id);
  const toAsk = wanted.filter((origin) => !isAllowed(origin));
  for (const { ownerId } of toAsk) {
    const no = answers.find((one) => !one.isAllowed && one.ownerId === ownerId);
    if (no) return { reason: 'owner declined', ownerId, againAtMs: no.endsAtMs };
    const asked = open.find((one) => one.origins.some((origin) => origin.ownerId === ownerId));
    if (asked) return { reason: 'owner asked', ownerId, at: asked.at, expiresAtMs: asked.expiresAtMs };
    if ((await memberNow(guildId, ownerId)) === 'left') return { reason: 'owner left', ownerId };
  }
  const isFull = open.length >= QUESTIONS_MAX || answers.length >= ANSWERS_MAX;
  return isFull && toAsk.length > 0 ? { reason: 'too many questions', limit: QUESTIONS_MAX } : toAsk;
}
