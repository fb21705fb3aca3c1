import type { MessagePicture } from '../../src/discord/interactions/interaction.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import type { Jobs } from '../../src/jobs/jobs.ts';
import type { Texts } from '../../src/texts/en.ts';
import type { CommandInteraction, Context } from '../support/context.ts';
import { fetchInBounds } from './fetch.ts';

type Provenance = Awaited<ReturnType<Jobs['provenanceOf']>>;

/** Of one message. Discord allows ten files, and each is downloaded. */
const PICTURES_READ_MAX = 4;

/** Says privately what the files of pictures that Easel didn't post say of how they were made. */
export async function sayHowMade(
  { guildId, respond, userId }: CommandInteraction,
  pictures: readonly MessagePicture[],
  context: Context,
): Promise<void> {
  const { discord, jobs, texts } = context;
  await fetchInBounds(userId, context, async () => {
    await respond.deferPrivately();
    const read = pictures.slice(0, PICTURES_READ_MAX).map(async ({ url }): Promise<Provenance> => {
      // Another host learns of no press.
      if (!discord.isSourceAddress(url)) return { says: 'unknown', isSigned: false };
      return jobs.provenanceOf(url, { guildId, memberId: userId });
    });
    await respond.complete(privateText(renderHowMade(await Promise.all(read), pictures.length, texts)));
  });
}

/** @param of how many pictures the message has */
function renderHowMade(found: readonly Provenance[], of: number, { works }: Texts): string {
  const words = works.howMade;
  const lines = found.map(({ says, isSigned }) => words[isSigned ? 'signed' : 'marked'][says]);
  const areSame = lines.length === of && lines.every((line) => line === lines[0]);
  const shown = areSame ? lines.slice(0, 1) : lines.map((line, at) => `${works.pictureOf(at + 1, of)}: ${line}`);
  const unread = of > found.length ? [words.notRead(of - found.length)] : [];
  return [...shown, ...unread, `-# ${words.provesNothing}`].join('\n');
}
