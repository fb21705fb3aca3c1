import { requestFactsOf } from '../../src/discord/messages/job-message.ts';
import { messageUrl } from '../../src/discord/messages/links.ts';
import { costCreditsOf, isNotFetched, type Job } from '../../src/jobs/job.ts';
import { modelNamesIn } from '../../src/jobs/variants.ts';
import type { WorkStatus } from '../../src/moderation/access/access.ts';
import type { FoundWork } from '../../src/works/search.ts';
import type { CommandContext } from '../support/context.ts';

type Texts = CommandContext['texts'];

/** What became of a work, in a few words. */
export function outcomeOf({ job, entry }: FoundWork, { history }: Texts): string {
  const { tasks, cancelledAtMs } = job;
  const { outcome } = history;
  const notFetched = tasks.filter(isNotFetched).length;
  const done = tasks.filter(({ state }) => state === 'delivered').length - notFetched;
  const unconfirmed = tasks.filter((task) => task.state === 'unconfirmed');
  if (unconfirmed.some(({ resolved }) => !resolved)) return outcome.unconfirmed;
  if (cancelledAtMs !== undefined) return outcome.cancelled;
  if (!entry) return outcome.underWay;
  const made = [
    ...(done > 0 ? [outcome.done(done, tasks.length)] : []),
    ...(notFetched > 0 ? [outcome.notFetched(notFetched, tasks.length)] : []),
  ];
  if (made.length > 0) return made.join(', ');
  const decisions = unconfirmed.map(({ resolved }) => resolved?.decision);
  if (decisions.includes('settled')) return outcome.settled;
  if (decisions.includes('released')) return outcome.released;
  const isUnapproved = tasks.some((task) => task.state === 'failed' && task.failure.reason === 'not approved');
  return isUnapproved ? outcome.notApproved : outcome.failed;
}

/** What it cost or is held for it; what failed cost nothing. */
export function costOf({ tasks }: Pick<Job, 'tasks'>): number {
  return tasks.reduce((sum, task) => sum + (costCreditsOf(task) ?? 0), 0);
}

/** A line of everything but the prompt. @param isWhole with all that was asked for, and not the model alone */
export function factsOf(work: FoundWork, status: WorkStatus, texts: Texts, isWhole = false): string {
  const { job } = work;
  const { guildId, channelId, messageId } = job.location;
  const { history: words, works } = texts;
  const link = messageId === undefined ? words.noMessage : words.link(messageUrl(guildId, channelId, messageId));
  const facts = [
    isWhole ? requestFactsOf(job.request, guildId, texts) : modelNamesIn(job.request).join(texts.job.and),
    outcomeOf(work, texts),
    words.cost(costOf(job)),
    words.when(job.createdAtMs),
    status === 'open' ? link : works.statuses[status],
  ];
  return `-# ${facts.join(' · ')}`;
}
