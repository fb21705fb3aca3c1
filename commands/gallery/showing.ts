import { refusalWords } from '../../src/discord/messages/refusal-words.ts';
import { MemberError } from '../../src/errors.ts';
import type { Showing } from '../../src/moderation/gallery/gallery.ts';
import type { ShowRefusal } from '../../src/moderation/gallery/showing-rules.ts';
import type { CommandContext } from '../support/context.ts';
import { type Presser, personOf } from '../support/work-access.ts';

/**
 * A result as it is to be shown in the gallery: all is looked at as it is at the press.
 * @throws MemberError where it may not be shown there, or not by this member.
 */
export async function showingOf(
  presser: Presser,
  { jobId, memberId }: { jobId: string; memberId: string },
  context: CommandContext,
): Promise<Showing> {
  const { guildId, uploadLimitBytes } = presser.server;
  const wanted = { guildId, jobId, memberId, byId: presser.userId, uploadLimitBytes };
  const person = await personOf(presser, context);
  const asked = await context.moderation.mayShow({ ...wanted, person }, await context.rules());
  if ('refusal' in asked) throw new MemberError(wordsOf(asked.refusal, context.texts));
  return asked.showing;
}

function wordsOf(refusal: ShowRefusal, texts: CommandContext['texts']): string {
  const words = texts.moderation.gallery.refusals;
  if (refusal.reason === 'paused' || refusal.reason === 'timed out') return refusalWords(refusal, texts);
  if ('galleryId' in refusal) return words[refusal.reason](refusal.galleryId);
  return { ...texts.works.denials, ...words }[refusal.reason];
}
