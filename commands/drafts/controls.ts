import { draftIds } from '../../src/discord/custom-ids/controls.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { renderRequest } from '../../src/discord/messages/request-message.ts';
import { draftEndsAtMs, type EndedJob, isFetchable, type JobTask, taskOfPicture } from '../../src/jobs/job/job.ts';
import { jobIdOf } from '../../src/jobs/job/job-id.ts';
import { kindOfRequest, requestToRepeat } from '../../src/jobs/job/variants.ts';
import type { WaitReason } from '../../src/moderation/admission/refusal.ts';
import type { AskOutcome } from '../../src/moderation/requests/begin.ts';
import { decisionWindowMs, draftGates, type GatedRequest } from '../../src/moderation/requests/request.ts';
import { chosenTasks } from '../../src/moderation/requests/steps.ts';
import { requestInChannel } from '../generate/request.ts';
import { newRequest } from '../review/ask.ts';
import { GENERATE_COMMANDS, requireCommand } from '../support/command-access.ts';
import type { ComponentInteraction, Context, Needs } from '../support/context.ts';
import { defineButton } from '../support/define.ts';
import { refusalError, requireChannel } from '../support/refusals.ts';
import { requireEntry } from '../support/work-access.ts';

/** *Show* on a draft: publishes it, or one of its pictures, in this channel under today's rules. */
export const draftButton = defineButton(draftIds, 'everyone', async (interaction, pressed, context) => {
  const words = context.texts.drafts;
  const denials = { 'not yours': words.notYours, discarded: words.refused };
  const { entry } = await requireEntry(interaction, pressed, 'reveal', context, denials);
  if (draftEndsAtMs(entry) <= context.clock.now()) throw new MemberError(words.ended, 'gone');
  await requireCommand(GENERATE_COMMANDS[kindOfRequest(entry.request)], interaction, context);
  const one = taskOfPicture(entry.tasks, pressed.picture);
  const chosen = entry.tasks.filter((task) => isFetchable(task) && (!one || task === one));
  if (chosen.length === 0) throw new MemberError(words.nothing);
  return show(interaction, entry, chosen, context);
});

async function show(
  interaction: ComponentInteraction,
  entry: EndedJob,
  chosen: readonly JobTask[],
  context: Context,
): Promise<void> {
  const { clock, moderation, texts } = context;
  const { respond, server } = interaction;
  requireChannel(server, texts);
  // A part of it alone is one request: only its own words are judged, shown and made again.
  const taskKeys = chosen.map(({ key }) => key);
  const { request } = requestToRepeat({ ...entry, tasks: chosenTasks(entry, taskKeys) });
  const { isDraft: _, ...plain } = request;
  const here = await requestInChannel(interaction, plain, context);
  const verdict = await moderation.admission.judge(here, 'reveal', here.rules);
  if (verdict.verdict === 'refuse') throw refusalError(verdict.refusal, here.guildId, context);
  const gates = draftGates(verdict.verdict === 'ask' ? verdict.gates : { before: 'nobody', after: 'nobody' });
  const why: WaitReason = verdict.verdict === 'ask' ? verdict.why : { reason: 'channel' };
  const nowMs = clock.now();
  const { settings } = here.rules;
  const { moderatorsChannelId: channelId } = settings;
  const draft: GatedRequest = {
    ...newRequest(interaction, here, nowMs),
    id: entry.id,
    gates,
    why,
    expiresAtMs: nowMs + decisionWindowMs(gates.before, settings),
    quotesCredits: chosen.map(() => 0),
    draft: { taskKeys, restJobId: jobIdOf(interaction.id) },
    ...(channelId !== null && gates.before !== 'nobody' ? { card: { channelId } } : {}),
    ...(channelId !== null && gates.after !== 'nobody' ? { result: { channelId } } : {}),
  };
  const outcome = await moderation.requests.ask(draft, (one) => respond.answerForRecord(renderRequest(one, texts)));
  requireAsked(outcome, context);
}

/** @throws MemberError if publishing didn't start */
function requireAsked(outcome: AskOutcome, { texts }: Needs<'texts'>): void {
  switch (outcome.outcome) {
    case 'asked':
    case 'unanswered':
      return;
    case 'already': {
      const { phase } = outcome.request;
      if (phase === 'rejected' || phase === 'discarded') throw new MemberError(texts.drafts.refused);
      throw new MemberError(phase === 'published' ? texts.drafts.shownAlready : texts.drafts.waits);
    }
    default:
      throw new TypeError(`a draft holds no credits: ${outcome.outcome}`);
  }
}
