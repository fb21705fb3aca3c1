import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { renderJob } from '../../src/discord/messages/job-message.ts';
import { type GenerationRequest, isMadeHere } from '../../src/jobs/job/job.ts';
import { jobIdOf } from '../../src/jobs/job/job-id.ts';
import { picturesOf } from '../../src/jobs/job/sources.ts';
import type { RequestFacts } from '../../src/moderation/admission/verdict.ts';
import type { ServerRules } from '../../src/moderation/settings/server-settings.ts';
import { askForDecision } from '../review/ask.ts';
import {
  type Asker,
  type Context,
  locationOf,
  type Needs,
  type ServerInteraction,
  spenderOf,
} from '../support/context.ts';
import {
  explainBounds,
  holdError,
  NotNowError,
  refusalError,
  requireChannel,
  requireService,
} from '../support/refusals.ts';
import { viewerOf } from '../support/work-access.ts';
import { fetchInBounds } from '../works/fetch.ts';
import { confirmCost, renderRefused } from './kept-requests.ts';
import { requestInChannel } from './request.ts';
import { checkAddress } from './validation.ts';

/** The one way in: turns a member's request into a job, a draft, or a request that waits for a decision. */

/**
 * Starts a job and answers with its pending message, or asks first if it is expensive. If it can't be started, no credits
 * are held, and the member can edit the request.
 * @param generation the request as far as it is known at once
 * @returns false if it was refused
 */
export async function generate(
  interaction: ServerInteraction,
  generation: GenerationRequest,
  context: Context,
  {
    read,
    isConfirmed = false,
  }: {
    /** Reads the rest. @throws MemberError for unusable input; then the member can edit `generation`. */
    read?: () => Promise<GenerationRequest>;
    /** The member has agreed to the cost. */
    isConfirmed?: boolean;
  } = {},
): Promise<boolean> {
  const { respond, guildId, userId: memberId } = interaction;
  let kept = generation;
  try {
    const given = (await read?.()) ?? generation;
    const here = await requestInChannel(interaction, given.request, context);
    kept = { ...given, request: here.request, agreedCredits: generation.agreedCredits };
    const asks = async (): Promise<boolean> => confirmCost(interaction, kept, context, isConfirmed);
    const starting = () => start(interaction, { count: given.count, here }, context, asks);
    // Easel does the work for what it makes itself, and no price limits that.
    const isStarted = await (isMadeHere(here.request) ? fetchInBounds(memberId, context, starting) : starting());
    if (isStarted && kept.usesSavedSources) await context.studio.savedSources.clear({ guildId, memberId });
    return true;
  } catch (error) {
    if (!(error instanceof MemberError)) throw error;
    await respond.tell(await renderRefused(interaction, kept, error, context));
    respond.onRefused(error.reason);
    return false;
  }
}

/**
 * @param asks asks the member first if necessary; resolves with whether it did.
 * @returns whether a job was started or waits for a decision. @throws MemberError if it can't be started.
 */
async function start(
  interaction: Asker,
  { count, here }: { count: number; here: RequestFacts & { rules: ServerRules } },
  context: Context,
  asks?: () => Promise<boolean>,
): Promise<boolean> {
  const { moderation, texts } = context;
  const { server, userId: memberId } = interaction;
  const { request, rules } = here;

  requireChannel(server, texts);
  if (!isMadeHere(request)) requireService(context, { guildId: here.guildId, memberId });
  for (const { address = '' } of picturesOf(request)) checkAddress(address, context);
  const viewer = await viewerOf(interaction, context);
  const admitted = await moderation.admission.admit(here, rules, jobIdOf(interaction.id), viewer);
  if (admitted.verdict === 'refuse') throw refusalError(admitted.refusal, here.guildId, context);
  let isStarted = false;
  try {
    if (await asks?.()) return false;
    isStarted =
      admitted.verdict === 'ask'
        ? await askForDecision(interaction, { count, here }, admitted, context)
        : await submitJob(interaction, { request, count }, context);
    return isStarted;
  } finally {
    await admitted.end(isStarted);
  }
}

/** @returns whether a job was started. @throws MemberError if the budget has no room for it. */
async function submitJob(
  interaction: Asker,
  { request, count }: GenerationRequest,
  { jobs, texts }: Needs<'jobs' | 'texts'>,
): Promise<boolean> {
  const { respond } = interaction;
  const location = locationOf(interaction);
  const submitted = jobs.submit(
    { jobId: jobIdOf(interaction.id), request, count, ...spenderOf(interaction), location },
    {
      prepare: (job) => {
        const body = renderJob({ job }, texts);
        return () => respond.answerForRecord(body);
      },
    },
  );
  const outcome = await explainBounds(submitted, texts);
  switch (outcome.outcome) {
    case 'busy':
      throw new NotNowError(texts.refusals.busy(outcome.roomAtMs), 'busy.jobs', outcome.roomAtMs);
    case 'not held':
      throw holdError(outcome.refusal, texts);
    case 'unanswered':
      return false;
    case 'already':
    case 'started':
      return true;
  }
}
