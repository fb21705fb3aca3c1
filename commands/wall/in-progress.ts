import {
  type APIComponentInContainer,
  type APIMessageTopLevelComponent,
  type APISectionComponent,
  ComponentType,
} from 'discord.js';
import { historyIds } from '../../src/discord/custom-ids/controls.ts';
import { button, container, textDisplay } from '../../src/discord/messages/components.ts';
import { statusOf } from '../../src/discord/messages/job-message.ts';
import { quoteShort } from '../../src/discord/messages/prompt-text.ts';
import { requestStateOf } from '../../src/discord/messages/request-message.ts';
import { isCancellable, type Job } from '../../src/jobs/job/job.ts';
import { sortableId } from '../../src/jobs/job/job-id.ts';
import { modelNamesIn } from '../../src/jobs/job/variants.ts';
import { type GatedRequest, mayWithdraw, quotedCreditsOf } from '../../src/moderation/requests/request.ts';
import type { Texts } from '../../src/texts/en.ts';
import type { InServer, Needs } from '../support/context.ts';
import { costCredits, messageLink } from '../works/view.ts';

/** What a member asked for and doesn't have yet, above the list of their works. */

/** A message has at most 40 components, and the list needs the others. */
const SHOWN_MAX = 3;

interface InProgress {
  id: string;
  of: Pick<Job, 'request' | 'location'>;
  state: string;
  costCredits: number;
  button: APISectionComponent['accessory'] | undefined;
}

/** The newest jobs of a member, and requests that wait for people. @param endedIds jobs that ended while the list was read */
export async function inProgressOf(
  { guildId, userId }: Pick<InServer, 'guildId' | 'userId'>,
  endedIds: readonly string[],
  { jobs, moderation, texts }: Needs<'jobs' | 'moderation' | 'texts'>,
): Promise<APIMessageTopLevelComponent[]> {
  const open = (await jobs.openJobsOf(guildId, userId)).filter(({ id }) => !endedIds.includes(id));
  const openIds = open.map(({ id }) => id);
  const waiting = moderation.requests.waitingOf(guildId, userId).filter(({ id }) => !openIds.includes(id));
  const all = [...open.map((job) => jobInProgress(job, texts)), ...waiting.map((one) => waitingRequest(one, texts))];
  if (all.length === 0) return [];
  const shown = all.sort((a, b) => (sortableId(a.id) < sortableId(b.id) ? 1 : -1)).slice(0, SHOWN_MAX);
  return [
    container([
      textDisplay(`### ${texts.history.inProgress(all.length, shown.length)}`),
      ...shown.map((one) => renderOne(one, texts)),
    ]),
  ];
}

function jobInProgress(job: Job, texts: Texts): InProgress {
  const { id, memberId } = job;
  const cancel = button(historyIds.of(memberId, { verb: 'cancel', jobId: id }), texts.job.buttons.cancel);
  return {
    id,
    of: job,
    state: statusOf(job, texts, 0),
    costCredits: costCredits(job),
    button: isCancellable(job) ? cancel : undefined,
  };
}

function waitingRequest(request: GatedRequest, texts: Texts): InProgress {
  const { id, memberId } = request;
  const { withdraw } = texts.moderation.waiting.buttons;
  return {
    id,
    of: request,
    state: requestStateOf(request, texts),
    costCredits: request.draft ? 0 : quotedCreditsOf(request),
    button: mayWithdraw(request)
      ? button(historyIds.of(memberId, { verb: 'withdraw', requestId: id }), withdraw)
      : undefined,
  };
}

function renderOne({ of, state, costCredits, button: accessory }: InProgress, texts: Texts): APIComponentInContainer {
  const { request, location } = of;
  const facts = [
    modelNamesIn(request).join(texts.job.and),
    texts.history.cost(costCredits),
    // Only moderators can open the message of a result that they see first.
    ...(location.isForModerators || request.isDraft ? [] : [messageLink(location, texts)]),
  ];
  const text = textDisplay(`${quoteShort(request.prompt)}\n${state}\n-# ${facts.join(' · ')}`);
  return accessory ? { type: ComponentType.Section, components: [text], accessory } : text;
}
