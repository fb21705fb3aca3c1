import { type APIComponentInContainer, ButtonStyle } from 'discord.js';
import type { EndedJob } from '../../jobs/job/job.ts';
import { acceptedEntries, entryByNumber, type Round, type Winner } from '../../moderation/rounds/round.ts';
import type { Texts } from '../../texts/en.ts';
import { workIds } from '../custom-ids/controls.ts';
import { type MessageAttachment, type MessageBody, messageBody } from '../rest/message-body.ts';
import { altTextOf } from './alt-text.ts';
import {
  actionRow,
  BUTTONS_IN_ROW,
  container,
  inGroups,
  mediaComponents,
  newAttachments,
  pictureButton,
  textDisplay,
} from './components.ts';
import { shownPromptOf } from './job-message.ts';
import { escapeLine } from './prompt-text.ts';
import { linkOfRound, ranksOf } from './round-message.ts';

const COLOUR = 0xf0b232;
/** Others who took part are named up to here, and counted beyond. */
const OTHERS_NAMED = 20;

/** A file of a winner: already on the card, or new. */
export interface WinnerFile {
  entry: EndedJob;
  name: string;
  attachmentId?: string;
}

/** The end of a round: places, votes and names, with the winners' pictures, each with a button that opens its page. */
export function renderWinners(round: Round, files: readonly WinnerFile[], texts: Texts): MessageBody {
  const { winners, request, theme } = round;
  const { rounds: words } = texts;
  const ranks = ranksOf(winners);
  const placed = winners.map((winner, index) => ({ ...winner, rank: ranks[index], place: index + 1 }));
  const lines = placed.map(({ rank, votes, state, ...winner }) =>
    words.winner(rank, authorOf(round, winner), votes, state === 'made' ? undefined : words.winnerStatesAtEnd[state]),
  );
  const won = winners.map(({ number }) => number);
  const othersIds = acceptedEntries(round).flatMap(({ number, memberId }) => (won.includes(number) ? [] : [memberId]));
  const others = othersIds.slice(0, OTHERS_NAMED);
  const shown = placed.flatMap((winner) => {
    const file = files.find(({ entry }) => entry.id === winner.jobId);
    return file ? [{ ...winner, ...file }] : [];
  });
  const altOf = (name: string): string => {
    const at = shown.findIndex((file) => file.name === name);
    const { altText } = shownPromptOf({ request: shown[at]?.entry.request ?? { ...request, prompt: '' } }, texts);
    return altTextOf(altText, at + 1, shown.length, texts);
  };
  const { spoiler } = request;
  const buttons = shown.map(({ place, jobId, number }) => {
    const memberId = authorOf(round, { number });
    const picture = round.kind === 'image' ? 1 : 0;
    return pictureButton(
      workIds.of(memberId, { verb: 'view', jobId, picture }),
      place,
      round.kind,
      ButtonStyle.Primary,
    );
  });
  const components: APIComponentInContainer[] = [
    textDisplay([words.winnersTitle(escapeLine(theme), linkOfRound(round)), ...lines].join('\n')),
    ...mediaComponents(
      shown.map(({ name }) => name),
      { altOf, spoiler },
    ),
    ...inGroups(buttons, BUTTONS_IN_ROW).map((row) => actionRow(row)),
    textDisplay(`-# ${words.winnersFacts(others, othersIds.length - others.length)}`),
  ];
  const mentions = winners.map((winner) => authorOf(round, winner));
  const attachments = attachmentsOf(shown, { altOf, spoiler });
  return messageBody([container(components, COLOUR)], { attachments, mentions });
}

const authorOf = (round: Round, { number }: Pick<Winner, 'number'>): string =>
  entryByNumber(round, number)?.memberId ?? '';

function attachmentsOf(
  shown: readonly Omit<WinnerFile, 'entry'>[],
  how: Parameters<typeof newAttachments>[1],
): MessageAttachment[] {
  const added = shown.filter(({ attachmentId }) => attachmentId === undefined).map(({ name }) => name);
  const staying = shown.flatMap(({ attachmentId: id, name }) =>
    id === undefined ? [] : [{ id, description: how.altOf(name) }],
  );
  return [...staying, ...newAttachments(added, how)];
}
