import { PermissionFlagsBits } from 'discord.js';
import { type ResultRef, resultOf, workIn } from '../../src/discord/custom-ids/controls.ts';
import type { InteractionOf } from '../../src/discord/interactions/interaction.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { reasonOfDenial } from '../../src/discord/interactions/refusal-reasons.ts';
import { allows } from '../../src/discord/server/permissions.ts';
import { type EndedJob, hasEnded, type Job } from '../../src/jobs/job/job.ts';
import type { Act, Denial } from '../../src/moderation/access/access.ts';
import type { Access, Person, ViewerInChannel } from '../../src/moderation/access/reader.ts';
import type { CommandInteraction, InServer, Needs } from './context.ts';
import { isModerator } from './guards.ts';

/** Who uses a control, and where. */
export type Presser = Pick<InServer, 'channelId' | 'guildId' | 'server' | 'userId'>;

export async function personOf({ channelId, server, userId }: Presser, { rules }: Needs<'rules'>): Promise<Person> {
  const { memberPermissions, roleIds } = server;
  const { settings } = await rules();
  return {
    userId,
    roleIds,
    isModerator: isModerator(server, settings),
    managedChannelId: allows(memberPermissions, PermissionFlagsBits.ManageMessages) ? channelId : undefined,
    isAdministrator: allows(memberPermissions, PermissionFlagsBits.Administrator),
  };
}

export async function viewerOf(presser: Presser, context: Needs<'rules'>): Promise<ViewerInChannel> {
  const { channelId, server } = presser;
  const { isAgeRestricted, parentChannelId } = server;
  const { settings } = await context.rules();
  return { ...(await personOf(presser, context)), channelId, parentChannelId, isAgeRestricted, settings };
}

/** What this person may do, here and now, with a work that was just read, or that a control names. */
export async function accessOf<Asked extends Act>(
  presser: Presser,
  about: Job | ResultRef,
  acts: readonly Asked[],
  context: Needs<'moderation' | 'rules'>,
): Promise<Access<Asked>> {
  const work = 'tasks' in about ? about : undefined;
  const { jobId, memberId } = 'tasks' in about ? { jobId: about.id, memberId: about.memberId } : about;
  const ref = { guildId: presser.guildId, jobId, memberId };
  return context.moderation.access.of(await viewerOf(presser, context), ref, acts, work);
}

/** A surface's own words for denials. */
export type DenialWords = Partial<Readonly<Record<Denial, string>>>;

/**
 * Returns a work for which all these acts are allowed.
 * @param words the surface's words, which override the common ones
 * @throws MemberError for the first denied act.
 */
export async function requireAccess(
  presser: Presser,
  ref: ResultRef,
  acts: readonly Act[],
  context: Needs<'moderation' | 'rules' | 'texts'>,
  words: DenialWords = {},
): Promise<Access<Act> & { work: Job }> {
  const found = await accessOf(presser, ref, acts, context);
  for (const act of acts) {
    const denial = found.denials[act];
    if (denial) throw denialError(denial, context, words);
  }
  const { work } = found;
  if (!work) throw denialError('gone', context, words);
  return { ...found, work };
}

/** Like `requireAccess`, for acts that need a finished work. */
export async function requireEntry(
  presser: Presser,
  ref: ResultRef,
  act: Act,
  context: Needs<'moderation' | 'rules' | 'texts'>,
  words?: DenialWords,
): Promise<Access<Act> & { entry: EndedJob }> {
  const found = await requireAccess(presser, ref, [act], context, words);
  const { work } = found;
  if (!hasEnded(work)) throw denialError('gone', context);
  return { ...found, entry: work };
}

/**
 * A work, with its author as the records say.
 * @param shown the work of the message under the press, which counts if no record knows it
 * @throws MemberError if it is unknown in this server
 */
export async function requireKnown(
  { guildId }: Pick<InServer, 'guildId'>,
  { jobId }: Pick<ResultRef, 'jobId'>,
  context: Needs<'jobs' | 'texts'>,
  shown?: ResultRef,
): Promise<ResultRef> {
  const known = (await context.jobs.lineageOf(guildId, jobId)) ?? (shown?.jobId === jobId ? shown : undefined);
  if (!known) throw denialError('gone', context);
  return { jobId, memberId: known.memberId };
}

/** The work that the message under a press shows, by its other controls. */
export function shownUnder({ customId, message }: InteractionOf<'component' | 'modal'>): ResultRef | undefined {
  return resultOf(message?.customIds.filter((one) => one !== customId) ?? []);
}

/** The work on the message whose menu was used. @throws MemberError if the message shows none, or several */
export async function requireTarget(
  interaction: CommandInteraction,
  context: Needs<'jobs' | 'texts'>,
  { notOurs }: { notOurs: string } = context.texts.works,
): Promise<ResultRef & { messageId: string }> {
  const { target } = interaction;
  const result = target && resultOf(target.customIds);
  if (!result) throw new MemberError(notOurs);
  // The winners of a round share a card.
  if (target.customIds.some((id) => (workIn(id) ?? result).jobId !== result.jobId))
    throw new MemberError(context.texts.works.several);
  return { ...(await requireKnown(interaction, result, context)), messageId: target.id };
}

/**
 * Returns a work whose facts the viewer may see, with its prompt if they may read it.
 * @throws MemberError if the viewer may see nothing of it
 */
export async function requireReadable(
  presser: Presser,
  ref: ResultRef,
  context: Needs<'moderation' | 'rules' | 'texts'>,
): Promise<{ job: Job; prompt: string | undefined }> {
  const { denials, work } = await accessOf(presser, ref, ['read'], context);
  if (denials.read && denials.read !== 'private prompt') throw denialError(denials.read, context);
  if (!work) throw denialError('gone', context);
  return { job: work, prompt: denials.read ? undefined : work.request.prompt };
}

export function denialError(denial: Denial, { texts }: Needs<'texts'>, words: DenialWords = {}): MemberError {
  return new MemberError(words[denial] ?? texts.works.denials[denial], reasonOfDenial(denial));
}
