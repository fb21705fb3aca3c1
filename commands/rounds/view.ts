import { ButtonStyle } from 'discord.js';
import { roundIds } from '../../src/discord/custom-ids/controls.ts';
import {
  actionRow,
  button,
  privateMessage,
  privateText,
  rowOf,
  textDisplay,
} from '../../src/discord/messages/components.ts';
import { escapeText } from '../../src/discord/messages/prompt-text.ts';
import type { MessageBody } from '../../src/discord/rest/message-body.ts';
import { votesOf } from '../../src/moderation/rounds/decisions.ts';
import {
  entriesHere,
  entriesIn,
  entryOf,
  REMOVAL_REASON_MAX_CHARACTERS,
  type Round,
  viewOfEntries,
} from '../../src/moderation/rounds/round.ts';
import type { CommandContext } from '../support/context.ts';
import { type FormData, textField } from '../support/form-fields.ts';
import { numberedPageButtons, type Paged, pageAt } from '../support/paging.ts';

/** What one member sees of a round in private: pure functions of the round. */

type Words = CommandContext['texts']['rounds'];

/** Text displays of a message hold 4000 characters together. */
const PAGE_ENTRIES = 4;

const inOneLine = (text: string): string => escapeText(text.replace(/\s+/g, ' '));

const turnButtons = (
  verb: 'page' | 'managepage',
  { id: roundId }: Round,
  memberId: string,
  paged: Paged<unknown>,
  { previous, next }: Words['buttons'],
) => numberedPageButtons(paged, (page) => roundIds.of(memberId, { verb, roundId, page }), { back: previous, on: next });

/** The entries that a page of the list shows, by their numbers. */
export const numbersOnPage = (round: Round, wanted: number): number[] =>
  pageAt(entriesIn(round), wanted, PAGE_ENTRIES).shown.map(({ number }) => number);

/** Why an entry is not shown: its result was hidden or removed after reports, or the rules refuse it by now. */
export type KeptBack = ReadonlyMap<number, 'hidden' | 'forbidden'>;

/**
 * The entries, with a button for each to vote while members vote, as far as everybody may read them then.
 * @param kept the numbers of those that are not shown.
 */
export function renderEntries(
  round: Round,
  memberId: string,
  wanted: number,
  words: Words,
  kept: KeptBack = new Map(),
): MessageBody {
  const { phase, submitUntilMs } = round;
  const view = viewOfEntries(round);
  if (view === 'not yet') return privateText(words.hiddenUntilVoting(submitUntilMs));
  if (view !== 'shown') return privateText(view === 'never' ? words.neverShown : words.shownNoMore);
  const entries = entriesIn(round);
  if (entries.length === 0) return privateText(words.noEntries);
  const paged = pageAt(entries, wanted, PAGE_ENTRIES);
  const { page, pages, shown } = paged;
  const mine = votesOf(round, memberId);
  const votes = shown.map(({ number, memberId: authorId }) => {
    const isMine = authorId === memberId;
    const isVoted = mine.includes(number);
    const style = isVoted ? ButtonStyle.Success : ButtonStyle.Secondary;
    const label = words.buttons.vote(number, isMine, isVoted);
    const disabled = isMine || kept.has(number);
    return button(roundIds.of(memberId, { verb: 'vote', roundId: round.id, number, page }), label, style, { disabled });
  });
  const isVoting = phase === 'voting';
  const list = shown.map(({ number, prompt }) => {
    const why = kept.get(number);
    return why ? words.keptBack[why](number) : words.entry(number, inOneLine(prompt));
  });
  return privateMessage([
    textDisplay([words.entries(page + 1, pages), ...list].join('\n')),
    ...(isVoting ? [textDisplay(`-# ${words.voteHint}`)] : []),
    ...rowOf(isVoting ? votes : []),
    ...rowOf(turnButtons('page', round, memberId, paged, words.buttons)),
  ]);
}

/** What became of a member's own entry, and what may be done with it. */
export function renderMine(round: Round, memberId: string, words: Words): MessageBody {
  const entry = entryOf(round, memberId);
  const isOpen = round.phase === 'submitting';
  if (entry?.state === 'removed') return privateText(words.removedEntry(escapeText(entry.why ?? '')));
  if (!entry || entry.state === 'withdrawn') return privateText(isOpen ? words.noEntry : words.noEntryLate);
  const { submit, withdraw } = { submit: words.buttons.edit, withdraw: words.buttons.withdraw };
  const buttons = [
    button(roundIds.of(memberId, { verb: 'submit', roundId: round.id }), submit, ButtonStyle.Primary),
    button(roundIds.of(memberId, { verb: 'withdraw', roundId: round.id }), withdraw, ButtonStyle.Secondary),
  ];
  return privateMessage([
    textDisplay(`${words.entry(entry.number, inOneLine(entry.prompt))}\n${words.mine[entry.state]}`),
    ...rowOf(isOpen ? buttons : []),
  ]);
}

/** What moderators see: every entry with its author, and what they may do. */
export function renderManage(
  round: Round,
  memberId: string,
  wanted: number,
  words: Words,
  note: string | undefined = undefined,
): MessageBody {
  const { id: roundId, phase } = round;
  const idOf = (argument: Parameters<typeof roundIds.of>[1]): string => roundIds.of(memberId, argument);
  if (phase === 'ended') return privateText(note ?? words.manage.over);
  const { Danger, Primary, Secondary, Success } = ButtonStyle;
  const entries = entriesHere(round);
  const paged = pageAt(entries, wanted, PAGE_ENTRIES);
  const { page, shown } = paged;
  const isOpen = phase === 'submitting' || phase === 'voting';
  const removals = shown.map(({ number }) =>
    button(idOf({ verb: 'remove', roundId, number, page }), words.buttons.remove(number), Secondary),
  );
  const admissions = shown
    .filter(({ state }) => state === 'waits')
    .map(({ number, atMs }) =>
      button(idOf({ verb: 'letin', roundId, number, page, atMs }), words.buttons.letIn(number), Success),
    );
  const end =
    phase === 'submitting'
      ? [button(idOf({ verb: 'end', roundId, phase }), words.buttons.endSubmitting, Primary)]
      : phase === 'voting'
        ? [button(idOf({ verb: 'end', roundId, phase }), words.buttons.endVoting, Primary)]
        : [];
  const list = shown.map((entry) =>
    words.manage.entry(entry.number, entry.memberId, entry.state, inOneLine(entry.prompt)),
  );
  return privateMessage([
    textDisplay(
      [words.manage.title(inOneLine(round.theme)), ...(list.length > 0 ? list : [words.manage.none])].join('\n'),
    ),
    ...(note === undefined ? [] : [textDisplay(note)]),
    ...rowOf(isOpen ? removals : []),
    ...rowOf(isOpen ? admissions : []),
    ...rowOf(turnButtons('managepage', round, memberId, paged, words.buttons)),
    ...rowOf([...end, button(idOf({ verb: 'cancel', roundId }), words.buttons.cancel, Danger)]),
  ]);
}

/** Asks once more before a round is cancelled. */
export function renderCancel(round: Round, memberId: string, words: Words): MessageBody {
  const { id: roundId, kind, winners, quoteCredits, picks } = round;
  const started = picks.filter(({ state }) => state !== 'waiting').length;
  const left = (winners - started) * quoteCredits;
  return privateMessage([
    textDisplay(words.manage.sure(kind, left)),
    actionRow([
      button(roundIds.of(memberId, { verb: 'confirm', roundId }), words.buttons.cancelConfirm, ButtonStyle.Danger),
      button(
        roundIds.of(memberId, { verb: 'managepage', roundId, page: 0 }),
        words.buttons.manage,
        ButtonStyle.Secondary,
      ),
    ]),
  ]);
}

/** The way to the round of a channel, for one member. */
export function renderShow(round: Round, memberId: string, link: string, words: Words): MessageBody {
  const { id: roundId, phase, theme } = round;
  const { Primary, Secondary } = ButtonStyle;
  const isOpen = phase === 'submitting';
  const hasEntries = viewOfEntries(round) === 'shown' || isOpen;
  return privateMessage([
    textDisplay(words.shown(inOneLine(theme), link)),
    actionRow([
      ...(isOpen ? [button(roundIds.of(memberId, { verb: 'submit', roundId }), words.buttons.submit, Primary)] : []),
      button(roundIds.of(memberId, { verb: 'mine', roundId }), words.buttons.mine, Secondary),
      ...(hasEntries
        ? [button(roundIds.of(memberId, { verb: 'entries', roundId }), words.buttons.entries, Secondary)]
        : []),
    ]),
  ]);
}

/** @param limit characters of an entry */
export function entryForm(round: Round, memberId: string, limit: number, words: Words): FormData {
  const entry = entryOf(round, memberId);
  // Written before the operator set a smaller limit, it is shown all the same, and Discord takes no value that is too long.
  const value = entry && entry.state !== 'withdrawn' ? entry.prompt.slice(0, limit) : '';
  return {
    custom_id: roundIds.of(memberId, { verb: 'submit', roundId: round.id }),
    title: words.forms.submit,
    components: [textField('prompt', words.forms.prompt(limit), { value, most: limit, isLong: true })],
  };
}

export function removalForm(round: Round, memberId: string, number: number, page: number, words: Words): FormData {
  return {
    custom_id: roundIds.of(memberId, { verb: 'remove', roundId: round.id, number, page }),
    title: words.forms.remove(number),
    components: [textField('why', words.forms.why, { most: REMOVAL_REASON_MAX_CHARACTERS, isRequired: false })],
  };
}
