import { appealIds } from '../../src/discord/custom-ids/controls.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { appealLine } from '../../src/discord/messages/appeal-message.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import { jobIdOf } from '../../src/jobs/job/job-id.ts';
import {
  type Appeal,
  type AppealedDecision,
  appealKey,
  keyOf,
  mayAnswerFromMs,
  NO_JOB,
  OPEN_APPEALS_MAX,
} from '../../src/moderation/appeals/appeal.ts';
import { WHY_MAX_CHARACTERS } from '../../src/moderation/records/audit-log.ts';
import { decideReported } from '../reports/controls.ts';
import { restartRequest } from '../review/restart.ts';
import type { Context, FormInteraction, InServer, Needs, ServerInteraction } from '../support/context.ts';
import { defineButtons, defineForms } from '../support/define.ts';
import { type FormData, textField, typedIn } from '../support/form-fields.ts';
import { noModeratorsChannelError } from '../support/refusals.ts';

/** A member asks moderators for another look at a decision, and they answer. */

interface OnCard {
  jobId: string;
  atMs: number;
  memberId: string;
}

/** The decision that the presser may ask about. @throws MemberError if there's none */
async function requireDecision(
  { guildId, userId: memberId }: InServer,
  jobId: string | undefined,
  { moderation, texts }: Needs<'moderation' | 'texts'>,
): Promise<AppealedDecision> {
  const decision = await moderation.appeals.decisionOn({ guildId, memberId, jobId });
  if (!decision) throw new MemberError(texts.moderation.appeals.notInForce, 'gone');
  return decision;
}

/** An appeal that this moderator may answer now. @throws MemberError if they may not, or it's answered */
async function requireAppeal(
  { guildId, userId }: InServer,
  { jobId, atMs, memberId }: OnCard,
  { clock, moderation, texts }: Needs<'clock' | 'moderation' | 'texts'>,
): Promise<Appeal> {
  const words = texts.moderation.appeals;
  const appeal = await moderation.appeals.find(appealKey({ guildId, memberId }, { jobId, atMs }));
  if (!appeal || appeal.answer) throw new MemberError(words.late, 'gone');
  const fromMs = mayAnswerFromMs(appeal, userId);
  if (fromMs === 'never') throw new MemberError(words.own, 'owner');
  if (clock.now() < fromMs) throw new MemberError(words.forOthers(fromMs), 'owner');
  return appeal;
}

/** One field, which Discord requires. */
function wordsForm(customId: string, title: string, label: string): FormData {
  return {
    custom_id: customId,
    title,
    components: [textField('words', label, { most: WHY_MAX_CHARACTERS, isLong: true })],
  };
}

async function ask(interaction: FormInteraction, jobId: string | undefined, context: Context): Promise<void> {
  const { id, respond, applicationId, channelId, guildId, receivedAtMs: tokenIssuedAtMs, token } = interaction;
  const { moderation, rules, studio, texts } = context;
  const words = texts.moderation.appeals;
  const about = await requireDecision(interaction, jobId, context);
  const { settings } = await rules();
  if (settings.moderatorsChannelId === null) throw noModeratorsChannelError(guildId, context);
  const owner = { guildId, memberId: interaction.userId };
  const appeal = { id: jobIdOf(id), ...owner, about, words: typedIn(interaction, 'words'), channelId };
  const outcome = await moderation.appeals.ask(appeal);
  if (outcome.outcome === 'too many') throw new MemberError(words.tooMany(OPEN_APPEALS_MAX));
  if (outcome.outcome === 'already') throw new MemberError(appealLine(outcome.appeal, texts), 'gone');
  await respond.answer(privateText(words.sent));
  const key = appealKey(owner, about);
  await studio.answers.keep(guildId, key, { applicationId, token, tokenIssuedAtMs });
  await moderation.appeals.carryOut(key);
}

/** What *Change the decision* does to each. @throws MemberError if it can't be done now; then nothing has changed */
const CHANGES: Record<
  AppealedDecision['action'],
  (interaction: ServerInteraction, appeal: Appeal, context: Context) => Promise<void>
> = {
  rejected: restartRequest,
  hidden: async (interaction, { memberId, about: { jobId = NO_JOB } }, context) => {
    const decision = { verb: 'keep' as const, jobId, memberId, why: '', isAnswer: true };
    await decideReported(interaction, decision, context);
    void context.moderation.reports.carryOut(interaction.guildId, jobId);
  },
  // It stays removed, but the same picture is no longer refused.
  removed: ({ guildId }, { about: { jobId = NO_JOB } }, { moderation }) => moderation.known.forget(guildId, jobId),
  'timed out': async ({ guildId, userId: byId }, { memberId }, { moderation }) => {
    await moderation.memberDecisions.lift({ guildId, memberId, byId });
  },
};

async function answer(
  interaction: ServerInteraction,
  pressed: OnCard,
  given: { kind: 'changed' | 'kept'; why?: string },
  context: Context,
): Promise<void> {
  const { appeals } = context.moderation;
  const key = keyOf(await requireAppeal(interaction, pressed, context));
  const change = (now: Appeal) => CHANGES[now.about.action](interaction, now, context);
  const isFirst = await appeals.answer(
    key,
    { ...given, byId: interaction.userId },
    given.kind === 'changed' ? change : undefined,
  );
  if (!isFirst) throw new MemberError(context.texts.moderation.appeals.late, 'gone');
  await interaction.respond.acknowledge();
  await appeals.carryOut(key);
}

export const appealButton = defineButtons(appealIds, 'moderator', {
  ask: {
    guard: 'owner',
    run: async (interaction, { jobId, memberId }, context) => {
      const { form } = context.texts.moderation.appeals;
      await requireDecision(interaction, jobId, context);
      const customId = appealIds.of(memberId, { verb: 'ask', jobId });
      await interaction.respond.openForm(wordsForm(customId, form.title, form.words));
    },
  },
  change: (interaction, pressed, context) => answer(interaction, pressed, { kind: 'changed' }, context),
  keep: async (interaction, pressed, context) => {
    await requireAppeal(interaction, pressed, context);
    const { title, why } = context.texts.moderation.appeals.keepForm;
    await interaction.respond.openForm(wordsForm(appealIds.of(pressed.memberId, pressed), title, why));
  },
});

export const appealForm = defineForms(appealIds, 'moderator', {
  ask: { guard: 'owner', run: (interaction, { jobId }, context) => ask(interaction, jobId, context) },
  keep: (interaction, sent, context) =>
    answer(interaction, sent, { kind: 'kept', why: typedIn(interaction, 'words') }, context),
});
