import { messageUrl } from '../../src/discord/messages/links.ts';
import { quoteShort } from '../../src/discord/messages/prompt-text.ts';
import { refusalWords } from '../../src/discord/messages/refusal-words.ts';
import { allChangesOf, changesOf } from '../../src/discord/messages/setting-words.ts';
import type { JobRequest } from '../../src/jobs/job/job.ts';
import { kindOfRequest } from '../../src/jobs/job/variants.ts';
import type { AuditEntry } from '../../src/moderation/records/audit-log.ts';
import type { Needs } from '../support/context.ts';

type DecisionsContext = Needs<'history' | 'moderation' | 'texts'>;

/** The request that a decision was about, while it or its work is kept. */
export async function requestOf(
  guildId: string,
  { jobId, memberId }: Pick<AuditEntry, 'jobId' | 'memberId'>,
  { history, moderation }: DecisionsContext,
): Promise<JobRequest | undefined> {
  if (jobId === undefined || memberId === undefined) return undefined;
  const request = await moderation.requests.find(jobId);
  if (request?.guildId === guildId) return request.request;
  return (await history.find(guildId, memberId, jobId))?.request;
}

/** A link to the message that a decision was about, if it is known. */
export function linkOf(guildId: string, { channelId, messageId }: AuditEntry): string | undefined {
  return channelId === undefined || messageId === undefined ? undefined : messageUrl(guildId, channelId, messageId);
}

/** The reason for a decision: what changed, Easel's own words, or the moderator's as `quote` shows them. */
function whyOf(entry: AuditEntry, { texts }: DecisionsContext): string {
  const { refusal, why = '' } = entry;
  const own = refusal ? refusalWords(refusal, texts).replace(/\s+/g, ' ') : quoteShort(why);
  return changesOf(entry, texts.moderation.settings) ?? own;
}

/** The same with every word and change, for a file. */
export function wholeWhyOf(entry: AuditEntry, { texts }: DecisionsContext): string {
  if (entry.changes) return allChangesOf(entry, texts.moderation.settings).join('; ');
  return entry.refusal ? refusalWords(entry.refusal, texts).replace(/\s+/g, ' ') : (entry.why ?? '');
}

/** A decision in one line: when, who, what, and why. */
export async function decisionLine(guildId: string, entry: AuditEntry, context: DecisionsContext): Promise<string> {
  const words = context.texts.moderation.moderators;
  const { channelId } = entry;
  const request = await requestOf(guildId, entry, context);
  return words.entry({
    ...entry,
    location: channelId === undefined ? undefined : words.place(channelId, linkOf(guildId, entry)),
    prompt: quoteShort(request?.prompt ?? ''),
    thing: request && kindOfRequest(request),
    why: whyOf(entry, context),
  });
}
