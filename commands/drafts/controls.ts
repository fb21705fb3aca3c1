import { ComponentType } from 'discord.js';
import { draftIds, type ResultRef } from '../../src/discord/custom-ids/controls.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import type { Responder } from '../../src/discord/interactions/responder.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import { renderRequest } from '../../src/discord/messages/request-message.ts';
import { draftEndsAtMs, isFetchable, type JobTask } from '../../src/jobs/job/job.ts';
import { jobIdOf } from '../../src/jobs/job/job-id.ts';
import type { HistoryEntry } from '../../src/jobs/records/history.ts';
import type { AskOutcome } from '../../src/moderation/requests/begin.ts';
import { draftGates, type GatedRequest } from '../../src/moderation/requests/request.ts';
import { kindOf } from '../../src/task-api/models.ts';
import { requestInChannel } from '../generate/request-in-channel.ts';
import { decisionWindowMs, newRequest } from '../review/ask.ts';
import { GENERATE_COMMANDS, requireCommand } from '../support/command-access.ts';
import type { ComponentInteraction, Context, Needs } from '../support/context.ts';
import { defineButton } from '../support/define.ts';
import { refusalError, requireChannel } from '../support/refusals.ts';
import { requireEntry } from '../support/work-access.ts';

/** *Show* on a draft: publishes it in this channel under today's rules. If it has several pictures, the author chooses first. */
export const draftButton = defineButton(draftIds, 'everyone', async (interaction, pressed, context) => {
  const entry = await requireDraft(interaction, pressed, context);
  await requireCommand(GENERATE_COMMANDS[kindOf(entry.request.modelId)], interaction, context);
  const there = entry.tasks.filter(isFetchable);
  const chosen = pressed.verb === 'chosen' ? there.filter(({ key }) => interaction.values.includes(key)) : there;
  if (chosen.length === 0) throw new MemberError(context.texts.drafts.nothing);
  if (pressed.verb === 'show' && there.length > 1) await askWhich(entry, there, interaction.respond, context);
  else await show(interaction, entry, chosen, context);
});

/** @throws MemberError if the draft can't be shown, or already was */
async function requireDraft(
  interaction: ComponentInteraction,
  ref: ResultRef,
  context: Context,
): Promise<HistoryEntry> {
  const { clock, texts } = context;
  const words = { 'not yours': texts.drafts.notYours, discarded: texts.drafts.refused };
  const { entry } = await requireEntry(interaction, ref, 'reveal', context, words);
  if (draftEndsAtMs(entry) <= clock.now()) throw new MemberError(texts.drafts.ended);
  return entry;
}

async function askWhich(
  { jobId, memberId, tasks }: HistoryEntry,
  there: readonly JobTask[],
  respond: Responder,
  { texts }: Needs<'texts'>,
): Promise<void> {
  const { which, picture } = texts.drafts;
  const options = there.map((task) => ({ label: picture(tasks.indexOf(task) + 1), value: task.key }));
  const select = {
    type: ComponentType.StringSelect as const,
    custom_id: draftIds.of(memberId, { verb: 'chosen', jobId }),
    placeholder: which,
    options,
    min_values: 1,
    max_values: options.length,
  };
  await respond.answer(privateText(which, [select]));
}

async function show(
  interaction: ComponentInteraction,
  entry: HistoryEntry,
  chosen: readonly JobTask[],
  context: Context,
): Promise<void> {
  const { clock, moderation, texts } = context;
  const { respond, server } = interaction;
  requireChannel(server, texts);
  const { isDraft: _, ...plain } = entry.request;
  const here = await requestInChannel(interaction, plain, context);
  const verdict = await moderation.admission.judge(here, 'reveal', here.rules);
  if (verdict.verdict === 'refuse') throw refusalError(verdict.refusal, here.guildId, context);
  const gates = draftGates(verdict.verdict === 'ask' ? verdict.gates : { before: 'nobody', after: 'nobody' });
  const nowMs = clock.now();
  const { settings } = here.rules;
  const { moderatorsChannelId: channelId } = settings;
  const draft: GatedRequest = {
    ...newRequest(interaction, here, nowMs),
    id: entry.jobId,
    gates,
    expiresAtMs: nowMs + decisionWindowMs(gates, settings),
    count: chosen.length,
    quotesCredits: chosen.map(() => 0),
    draft: { taskKeys: chosen.map(({ key }) => key), restJobId: jobIdOf(interaction.id) },
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
