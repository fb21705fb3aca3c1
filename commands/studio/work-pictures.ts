import type { ResultRef } from '../../src/discord/custom-ids/controls.ts';
import { type Job, type JobTask, pictureFilesOf, taskOfPicture } from '../../src/jobs/job/job.ts';
import { fileIdIn, type Origin, type PictureSource, type Source } from '../../src/jobs/job/sources.ts';
import type { Context, PressInteraction } from '../support/context.ts';
import { shownUnder } from '../support/work-access.ts';

/** A work, and one of its pictures, counted from 1; 0 stands for all of them. */
export interface PictureRef extends ResultRef {
  picture: number;
}

/**
 * The addresses of a work's pictures as they are now: those of the message under the press, if it shows them, otherwise
 * those of the work's own message. If that can't be read, those of its copy stand in. Only addresses that are found.
 */
export async function pictureAddressesOf(
  interaction: PressInteraction,
  { jobId, memberId, picture }: PictureRef,
  { history, works }: Pick<Context, 'history' | 'works'>,
): Promise<string[]> {
  const { guildId, message } = interaction;
  const shownHere = message?.pictureAddresses ?? [];
  const entry = await history.find(guildId, memberId, jobId);
  const files = pictureFilesOf(entry?.tasks ?? []);
  const wanted = picture === 0 ? files : files.slice(picture - 1, picture);
  const among = (addresses: readonly string[]): string[] =>
    wanted.flatMap(({ attachmentId }) => addresses.find((address) => address.includes(`/${attachmentId}/`)) ?? []);
  const here = among(shownHere);
  if (wanted.length > 0 && here.length === wanted.length) return here;
  // No one but its author can read a draft's message.
  const ownId = entry?.location.messageId;
  const isElsewhere = ownId !== undefined && ownId !== message?.id && !entry?.request.isDraft;
  const own = entry && isElsewhere ? among(await works.attachedFiles.pictureAddressesOf(entry)) : [];
  if (own.length > 0) return own;
  // The pictures of another message aren't the work's, even if the id says so.
  const shown = shownUnder(interaction)?.jobId === jobId ? shownHere : [];
  return picture === 0 || shown.length === 1 ? shown : shown.slice(picture - 1, picture);
}

/** One of a work's pictures as a source, without an address if it can't be found now. */
export async function sourceOf(
  interaction: PressInteraction,
  ref: PictureRef,
  context: Pick<Context, 'history' | 'jobs' | 'works'>,
): Promise<Source> {
  const [address] = await pictureAddressesOf(interaction, ref, context);
  const { tasks } = await tasksOf(interaction, ref, context);
  const use = pictureUse(tasks, Math.max(1, ref.picture), address);
  return { ...(await workOrigin(interaction, ref, context)), use, ...(address !== undefined && { address }) };
}

/** The picture of a work that has this address. */
export async function useOfAddress(
  interaction: Pick<PressInteraction, 'guildId'>,
  ref: ResultRef,
  address: string,
  context: Pick<Context, 'jobs'>,
): Promise<PictureSource['use']> {
  const { tasks } = await tasksOf(interaction, ref, context);
  const index = pictureFilesOf(tasks).findIndex(({ attachmentId }) => address.includes(`/${attachmentId}/`));
  return index < 0 ? { picture: fileIdIn(address) } : pictureUse(tasks, index + 1, address);
}

async function tasksOf(
  { guildId }: Pick<PressInteraction, 'guildId'>,
  { jobId, memberId }: ResultRef,
  { jobs }: Pick<Context, 'jobs'>,
): Promise<Pick<Job, 'tasks'>> {
  return (await jobs.findAny({ guildId, memberId, jobId })) ?? { tasks: [] };
}

/** @param number which one, from 1 */
function pictureUse(tasks: readonly JobTask[], number: number, address = ''): PictureSource['use'] {
  const picture = taskOfPicture(tasks, number)?.key ?? fileIdIn(address);
  return { picture, ...(pictureFilesOf(tasks).length > 1 && { number }) };
}

/** A work, with the message that shows it. */
export async function workOrigin(
  { guildId }: Pick<PressInteraction, 'guildId'>,
  { jobId, memberId }: ResultRef,
  context: Pick<Context, 'history' | 'jobs'>,
): Promise<Origin> {
  const { channelId, messageId } = (await context.jobs.lineageOf(guildId, jobId)) ?? {};
  const at = channelId === undefined || messageId === undefined ? undefined : { channelId, messageId };
  return { kind: 'work', id: jobId, ownerId: memberId, ...(at && { at }) };
}
