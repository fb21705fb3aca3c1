import type { ResultRef } from '../../src/discord/custom-ids/controls.ts';
import { pictureFilesOf } from '../../src/jobs/job/job.ts';
import type { Origin } from '../../src/jobs/job/origins.ts';
import type { SourcePicture } from '../../src/studio/saved-sources.ts';
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
  const isElsewhere = entry?.messageId !== undefined && entry.messageId !== message?.id && !entry.request.isDraft;
  const own = isElsewhere ? among(await works.attachedFiles.pictureAddressesOf(entry)) : [];
  if (own.length > 0) return own;
  // The pictures of another message aren't the work's, even if the id says so.
  const shown = shownUnder(interaction)?.jobId === jobId ? shownHere : [];
  return picture === 0 || shown.length === 1 ? shown : shown.slice(picture - 1, picture);
}

/** One of a work's pictures as a source, with an empty address if it can't be found now. */
export async function sourceOf(
  interaction: PressInteraction,
  ref: PictureRef,
  context: Pick<Context, 'history' | 'jobs' | 'works'>,
): Promise<SourcePicture> {
  const [address = ''] = await pictureAddressesOf(interaction, ref, context);
  return { address, origin: await originOf(interaction, ref, context) };
}

/** A work as a source, with the message that shows it. */
export async function originOf(
  { guildId }: Pick<PressInteraction, 'guildId'>,
  { jobId, memberId }: ResultRef,
  context: Pick<Context, 'history' | 'jobs'>,
): Promise<Origin> {
  const entry = await context.history.find(guildId, memberId, jobId);
  const { channelId, messageId } = entry ?? (await context.jobs.lineageOf(guildId, jobId)) ?? {};
  const at = channelId === undefined || messageId === undefined ? {} : { channelId, messageId };
  return { kind: 'result', id: jobId, memberId, ...at };
}
