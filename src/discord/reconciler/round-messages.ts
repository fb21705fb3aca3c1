import type { EndedJob } from '../../jobs/job/job.ts';
import type { AccessReader } from '../../moderation/access/reader.ts';
import type { Brought } from '../../moderation/records/messages.ts';
import type { RoundMessages } from '../../moderation/rounds/context.ts';
import { acceptedEntries, type Entry, entryByNumber, placeOf, type Round } from '../../moderation/rounds/round.ts';
import { renderEntryCard } from '../messages/entry-message.ts';
import { escapeLine } from '../messages/prompt-text.ts';
import { renderRound } from '../messages/round-message.ts';
import { renderWinners, type WinnerFile } from '../messages/winners-message.ts';
import { type MessageParts, toBrought } from './reconciler.ts';
import { resultsIn, sendResults } from './send-results.ts';

interface Parts extends Pick<MessageParts, 'client' | 'history' | 'jobs' | 'members' | 'reconciler' | 'texts'> {
  access: Pick<AccessReader, 'statusOf'>;
  stop: AbortSignal;
}

/** The messages of a round: its own, the call to vote, the card with the winners, and moderators' cards about entries. */
export function createRoundMessages(parts: Parts): RoundMessages {
  const { client, reconciler, texts } = parts;
  const callToVote = async (round: Round): Promise<Brought> => {
    const authors = acceptedEntries(round).map(({ memberId }) => memberId);
    await client.reply(round.location, texts.rounds.voteNow(escapeLine(round.theme), round.voteUntilMs, authors), {
      trouble: 'those who entered a round could not be called to vote',
      about: { round: round.id },
      mentions: authors,
      idempotencyKey: `${round.id}-vote`,
    });
    return { outcome: 'gone' };
  };
  return {
    findAnswer: ({ location }) => reconciler.findAnswer(location),
    bring: async (round, key, unwanted = {}) => {
      if (key === 'voting') return callToVote(round);
      if (key === 'winners') return bringWinners(parts, round);
      const entry = round.entries.find(({ number }) => key === `entry ${number}`);
      if (entry) return bringEntryCard(parts, round, entry);
      const { guildId, channelId } = round.location;
      return reconciler.bring({
        at: round.location,
        replaceIn: { guildId, channelId },
        body: renderRound(round, texts),
        idempotencyKey: `${round.id}-open`,
        trouble: 'the message of a round could not be updated',
        about: { round: round.id, server: guildId },
        ...unwanted,
      });
    },
  };
}

async function bringEntryCard({ members, reconciler, texts }: Parts, round: Round, entry: Entry): Promise<Brought> {
  const { id, guildId } = round;
  return reconciler.bring({
    at: placeOf(round, `entry ${entry.number}`),
    body: renderEntryCard(round, entry, await members.of(guildId, entry.memberId), texts),
    idempotencyKey: `${id}-entry-${entry.number}-${entry.atMs}`,
    trouble: 'the card of an entry in a round could not be updated',
    about: { round: id, server: guildId },
  });
}

/**
 * Posts the card with the winners without pictures, or makes it show those that everyone may see now. What may not be
 * seen goes first. Each picture is added by an edit of its own, so that one picture's files are on the disk at a time.
 */
async function bringWinners(parts: Parts, round: Round): Promise<Brought> {
  const { client, jobs, reconciler, texts, stop: signal } = parts;
  const at = placeOf(round, 'winners');
  const wanted = { at, idempotencyKey: `${round.id}-winners` };
  if (at.messageId === undefined) return reconciler.bring({ ...wanted, body: renderWinners(round, [], texts) });
  const entries = await openEntries(parts, round);
  const filesIn = (brought: Extract<Brought, { outcome: 'there' }>): WinnerFile[] =>
    entries.flatMap((entry) => {
      const file = brought.message.files.find(({ name }) => name.includes(`easel-${entry.id}-`));
      return file ? [{ entry, ...file }] : [];
    });
  let brought = toBrought(await client.read(at));
  if (brought.outcome !== 'there') return brought;
  brought = await reconciler.bring({ ...wanted, body: renderWinners(round, filesIn(brought), texts) });
  const uploadLimitBytes = Math.floor(round.location.uploadLimitBytes / round.winnerCount);
  for (const entry of entries) {
    if (brought.outcome !== 'there') return brought;
    const there = filesIn(brought);
    if (there.some((file) => file.entry === entry)) continue;
    const sent = await sendResults({ jobs, entry, uploadLimitBytes, signal }, async ({ files }) => {
      const [file] = resultsIn(files);
      // The card links to no file. Its button opens the picture all the same.
      if (!file) return { outcome: 'lost' as const };
      const body = renderWinners(round, [...there, { entry, name: file.name }], texts);
      return reconciler.bring({ ...wanted, body, files: [file] });
    });
    if (sent.outcome !== 'lost') brought = sent;
  }
  return brought;
}

/** The winners that everyone may see. */
async function openEntries({ access, history }: Parts, round: Round): Promise<EndedJob[]> {
  const { guildId, winners } = round;
  const entries: EndedJob[] = [];
  for (const { jobId, number, state } of winners) {
    const memberId = entryByNumber(round, number)?.memberId ?? '';
    if (state !== 'made' || (await access.statusOf({ guildId, jobId, memberId })) !== 'open') continue;
    const entry = await history.find(guildId, memberId, jobId);
    // Its author may have deleted it.
    if (entry?.location.messageId !== undefined) entries.push(entry);
  }
  return entries;
}
