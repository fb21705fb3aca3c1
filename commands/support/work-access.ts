import { PermissionFlagsBits } from 'discord.js';
import type { ResultRef } from '../../src/discord/custom-ids/controls.ts';
import type { InteractionFacts } from '../../src/discord/interactions/interaction.ts';
import { mayManageMessages } from '../../src/discord/server/permissions.ts';
import { MemberError } from '../../src/errors.ts';
import type { Job } from '../../src/jobs/job.ts';
import type { Origin } from '../../src/jobs/origins.ts';
import type { Act, Denial } from '../../src/moderation/access/access.ts';
import type { Access, Person, ViewerHere } from '../../src/moderation/access/reader.ts';
import type { FoundWork } from '../../src/works/search.ts';
import type { CommandContext, InServer } from './context.ts';
import { isModerator } from './guards.ts';

/** Who presses, and where: what access to works is asked with. */
export type Presser = Pick<InServer<InteractionFacts>, 'channelId' | 'server' | 'userId'>;

export async function personOf({ server, userId }: Presser, { rules }: CommandContext): Promise<Person> {
  const { memberPermissions, roleIds } = server;
  const { settings } = await rules();
  return {
    userId,
    roleIds,
    isModerator: isModerator(server, settings),
    mayManageMessages: mayManageMessages(memberPermissions),
    isAdministrator: (memberPermissions & PermissionFlagsBits.Administrator) !== 0n,
  };
}

async function viewerOf(presser: Presser, context: CommandContext): Promise<ViewerHere> {
  const { channelId, server } = presser;
  const { isAgeRestricted, parentChannelId } = server;
  const { settings } = await context.rules();
  return { ...(await personOf(presser, context)), channelId, parentChannelId, isAgeRestricted, settings };
}

/** What the one who presses may do with a work, here and now. @param work where it was just read */
export async function accessOf<Asked extends Act>(
  presser: Presser,
  { jobId, memberId }: ResultRef,
  acts: readonly Asked[],
  context: CommandContext,
  work?: FoundWork,
): Promise<Access<Asked>> {
  const ref = { guildId: presser.server.guildId, jobId, memberId };
  return context.moderation.access.of(await viewerOf(presser, context), ref, acts, work);
}

/** The same of a work that was just read. */
export const accessOfFound = <Asked extends Act>(
  presser: Presser,
  work: FoundWork,
  acts: readonly Asked[],
  context: CommandContext,
): Promise<Access<Asked>> =>
  accessOf(presser, { jobId: work.job.id, memberId: work.job.memberId }, acts, context, work);

/** Why nothing may be made of a picture by the one who presses, here and now; undefined where it may. */
export async function sourceDenial(
  presser: Presser,
  origin: Origin,
  context: CommandContext,
): Promise<Denial | undefined> {
  return context.moderation.access.ofSource(await viewerOf(presser, context), presser.server.guildId, origin);
}

/** What is said where an act is denied, for surfaces that have words of their own. */
export type DenialWords = Partial<Readonly<Record<Denial, string>>>;

/**
 * A work for which all these acts are allowed.
 * @param words of the surface, which count more than those for all surfaces
 * @throws MemberError for the first that is denied.
 */
export async function needAccess(
  presser: Presser,
  ref: ResultRef,
  acts: readonly Act[],
  context: CommandContext,
  words: DenialWords = {},
): Promise<Access<Act> & { work: FoundWork }> {
  const found = await accessOf(presser, ref, acts, context);
  for (const act of acts) {
    const denial = found.denials[act];
    if (denial) throw denied(denial, context, words);
  }
  const { work } = found;
  if (!work) throw denied('gone', context, words);
  return { ...found, work };
}

/**
 * A work whose making is no secret to the one who presses, with its prompt where they may read that as well.
 * @throws MemberError where all of it is kept from them
 */
export async function needReadable(
  presser: Presser,
  ref: ResultRef,
  context: CommandContext,
): Promise<{ job: Job; prompt: string | undefined }> {
  const { denials, work } = await accessOf(presser, ref, ['read'], context);
  if (denials.read && denials.read !== 'private prompt') throw denied(denials.read, context);
  if (!work) throw denied('gone', context);
  return { job: work.job, prompt: denials.read ? undefined : work.job.request.prompt };
}

export function denied(denial: Denial, { texts }: CommandContext, words: DenialWords = {}): MemberError {
  return new MemberError(words[denial] ?? texts.works.denials[denial]);
}
