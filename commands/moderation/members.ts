import { moderatingIds } from '../../src/discord/custom-ids/controls.ts';
import type { InteractionFacts } from '../../src/discord/interactions/interaction.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { button, privateText } from '../../src/discord/messages/components.ts';
import { quoteShort } from '../../src/discord/messages/prompt-text.ts';
import { mayManageServer } from '../../src/discord/server/permissions.ts';
import { TIMEOUT_MAX_MS } from '../../src/moderation/records/members.ts';
import { MINUTE_MS } from '../../src/time/clock.ts';
import type { Context, InServer, ServerInteraction, Subcommand } from '../support/context.ts';
import { fitting } from '../support/lists.ts';
import { numberOf, textOf } from '../support/options.ts';
import { decisionLine } from './audit-log.ts';

export const timeout: Subcommand = async (interaction, context) => {
  const memberId = textOf(interaction, 'member') ?? '';
  const words = context.texts.moderation.moderators;
  refuseOwnTimeout(memberId, interaction, context);
  const person = interaction.people[memberId];
  // Bots make no requests.
  if (person?.isBot) throw new MemberError(words.noTimeoutOfBots);
  // Managers decide who moderates. The server's owner has all permissions.
  if (person && mayManageServer(person.permissions)) throw new MemberError(words.noTimeoutOfManagers(memberId));
  const given = { memberId, minutes: numberOf(interaction, 'for') ?? 0, why: textOf(interaction, 'why') ?? '' };
  await timeOut(interaction, given, context);
};

/** @throws MemberError for moderators who choose themselves */
export function refuseOwnTimeout(memberId: string, { userId }: InteractionFacts, { texts }: Context): void {
  if (memberId === userId) throw new MemberError(texts.moderation.moderators.notYourself);
}

/** Stops a member from making new requests for a while. Pending requests keep waiting. */
export async function timeOut(
  interaction: ServerInteraction,
  { memberId, minutes, why }: { memberId: string; minutes: number; why: string },
  context: Context,
): Promise<void> {
  const { clock, moderation, texts } = context;
  const words = texts.moderation.moderators;
  const { respond, guildId, userId: byId } = interaction;
  const untilMs = clock.now() + Math.min(Math.max(minutes, 1) * MINUTE_MS, TIMEOUT_MAX_MS);
  const atMs = await moderation.memberDecisions.timeOut({ guildId, memberId, byId }, untilMs, why);
  await respond.answer(privateText(words.timedOut(memberId, untilMs), undoButtons(memberId, atMs, context)));
}

/** @throws MemberError for moderators who would trust themselves or lift their own timeout; managers can */
export function refuseForYourself(memberId: string, { userId, server }: InServer, { texts }: Context): void {
  if (memberId === userId && !mayManageServer(server.memberPermissions)) {
    throw new MemberError(texts.moderation.moderators.notYourself);
  }
}

/** Ends a timeout, or changes whether a member's requests skip approval. */
export async function changeStanding(
  interaction: ServerInteraction,
  verb: 'lift' | 'trust' | 'untrust',
  memberId: string,
  context: Context,
): Promise<void> {
  const { moderation, texts } = context;
  const words = texts.moderation.moderators;
  const { respond, guildId, userId: byId } = interaction;
  if (verb !== 'untrust') refuseForYourself(memberId, interaction, context);
  const atMs = await moderation.memberDecisions[verb]({ guildId, memberId, byId });
  if (atMs === undefined) throw new MemberError(verb === 'lift' ? words.notTimedOut(memberId) : words.sameTrust);
  await respond.answer(privateText(words.changed[verb](memberId), undoButtons(memberId, atMs, context)));
}

const undoButtons = (memberId: string, atMs: number | undefined, { texts }: Context) =>
  atMs === undefined
    ? []
    : [button(moderatingIds.of(memberId, { verb: 'undo', atMs }), texts.moderation.moderators.undo)];

/** Undoes a decision about a member. @throws MemberError if it's too late */
export async function undoStanding(
  interaction: ServerInteraction,
  { memberId, atMs }: { memberId: string; atMs: number },
  context: Context,
): Promise<void> {
  const { moderation, texts } = context;
  const words = texts.moderation.moderators;
  const { respond, guildId, userId: byId } = interaction;
  refuseForYourself(memberId, interaction, context);
  if (!(await moderation.memberDecisions.undo({ guildId, memberId, byId }, atMs)))
    throw new MemberError(words.undoLate, 'gone');
  await respond.update(privateText(words.undone(memberId)));
}

const LAST = 5;
/** For the last refusals and for the last decisions. With everything else they always fit in one message. */
const LAST_MAX_CHARACTERS = 1_400;
/** As many as fit, newest first. */
const lastFitting = (lines: readonly string[]): string[] =>
  fitting(lines.slice(-LAST).toReversed(), LAST_MAX_CHARACTERS);

/** Answers with everything that moderators know about a member. */
export async function showMember(
  { respond, guildId }: ServerInteraction,
  memberId: string,
  context: Context,
): Promise<void> {
  const { clock, moderation, texts } = context;
  const words = texts.moderation.moderators;
  const { timeout: timedOut, trusted, counts } = await moderation.members.of(guildId, memberId);
  const { entries, refused } = await moderation.audit.of(guildId);
  const isTimedOut = timedOut ? timedOut.untilMs > clock.now() : false;
  const status = [
    ...(timedOut && isTimedOut
      ? [words.status.timedOut(timedOut.untilMs, timedOut.byId, quoteShort(timedOut.why))]
      : []),
    ...(trusted ? [words.status.trusted(trusted.byId, trusted.atMs)] : []),
  ];
  const waiting = moderation.requests.waitingOf(guildId, memberId).length;
  const refusals = refused
    .filter((one) => one.memberId === memberId)
    .map(({ channelId, atMs, entry, prompt }) => words.refusal(memberId, channelId, atMs, entry, quoteShort(prompt)));
  const ofMember = entries.filter((one) => one.memberId === memberId).slice(-LAST);
  const decisions = await Promise.all(ofMember.map((entry) => decisionLine(guildId, entry, context)));
  const lines = [
    words.record(memberId),
    ...(status.length > 0 ? status : [words.status.ordinary]),
    texts.moderation.waiting.card.record(counts),
    ...(waiting > 0 ? [words.status.waiting(waiting)] : []),
    ...(refusals.length > 0 ? [words.lastRefusals] : []),
    ...lastFitting(refusals),
    ...(decisions.length > 0 ? [words.lastDecisions] : []),
    ...lastFitting(decisions),
  ];
  const verbs = [isTimedOut ? 'lift' : 'timeout', trusted ? 'untrust' : 'trust'] as const;
  const buttons = verbs.map((verb) => button(moderatingIds.of(memberId, { verb }), words.decide[verb]));
  await respond.answer(privateText(lines.join('\n'), buttons));
}
