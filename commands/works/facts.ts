import { requestFactsOf } from '../../src/discord/messages/job-message.ts';
import { messageUrl } from '../../src/discord/messages/links.ts';
import { costCreditsOf, isNotFetched, type Job } from '../../src/jobs/job.ts';
import { modelNamesIn } from '../../src/jobs/variants.ts';
import type { WorkStatus } from '../../src/moderation/access/access.ts';
import type { FoundWork } from '../../src/works/search.ts';
import type { CommandContext } from '../support/context.ts';

type Texts = CommandContext['texts'];

/** How a work ended, in a few words. */
export function outcomeWords({ job, entry }: FoundWork, { history }: Texts): string {
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

/** The credits that were spent or are held. Failed tasks cost nothing. */
export function costCredits({ tasks }: Pick<Job, 'tasks'>): number {
  return tasks.reduce((sum, task) => sum + (costCreditsOf(task) ?? 0), 0);
}

/** All facts except the prompt, in one line. @param isWhole adds everything about the request to the model */
export function workFacts(work: FoundWork, status: WorkStatus, texts: Texts, isWhole = false): string {
  const { job } = work;
  const { guildId, channelId, messageId } = job.location;
  const { history: words, works } = texts;
  const link = messageId === undefined ? words.noMessage : words.link(messageUrl(guildId, channelId, messageId));
  const facts = [
    isWhole ? requestFactsOf(job.request, guildId, texts) : modelNamesIn(job.request).join(texts.job.and),
    outcomeWords(work, texts),
    words.cost(costCredits(job)),
    words.when(job.createdAtMs),
    status === 'open' ? link : works.statuses[status],
  ];
  return `-# ${facts.join(' · ')}`;
}
