import { ButtonStyle } from 'discord.js';
import { roundIds } from '../../src/discord/custom-ids/controls.ts';
import { button, privateMessage, privateText, rowOf, textDisplay } from '../../src/discord/messages/components.ts';
import { escapeLine, escapeText } from '../../src/discord/messages/prompt-text.ts';
import type { MessageBody } from '../../src/discord/rest/message-body.ts';
import { votesOf } from '../../src/moderation/rounds/decisions.ts';
import {
  acceptedEntries,
  currentEntries,
  entriesVisibility,
  entryByMember,
  isOpenToEntryDecisions,
  mayCancel,
  REMOVAL_REASON_MAX_CHARACTERS,
  type Round,
} from '../../src/moderation/rounds/round.ts';
import type { ModerationSettings } from '../../src/moderation/settings/settings.ts';
import type { Texts } from '../../src/texts/en.ts';
import { type FormData, textField } from '../support/form-fields.ts';
import { numberedPageButtons, type Paged, pageAt } from '../support/lists.ts';
import { decisionFields } from '../support/reasons.ts';

/** What a member or moderator sees of a round in private. */

type Words = Texts['rounds'];

/** All texts of a message hold 4,000 characters together. */
const PAGE_ENTRIES = 4;

const turnButtons = (
  verb: 'page' | 'managepage',
  { id: roundId }: Round,
  memberId: string,
  paged: Paged<unknown>,
  { buttons }: Words,
) => numberedPageButtons(paged, (page) => roundIds.of(memberId, { verb, roundId, page }), buttons);

/** The numbers of the entries on a page of the list. */
export const numbersOnPage = (round: Round, wantedPage: number): number[] =>
  pageAt(acceptedEntries(round), wantedPage, PAGE_ENTRIES).shown.map(({ number }) => number);

/** Why entries aren't shown, by number: the result was hidden or removed after reports, or the rules now refuse it. */
type HiddenEntries = ReadonlyMap<number, 'hidden' | 'forbidden'>;

/** The entries, if everyone may read them now; while members vote, with a button for each. */
export function renderEntries(
  round: Round,
  memberId: string,
  wantedPage: number,
  words: Words,
  hidden: HiddenEntries,
): MessageBody {
  const { phase } = round;
  const view = entriesVisibility(round);
  if (view !== 'shown') return privateText(view === 'no more' ? words.shownNoMore : words.refusals.early);
  const entries = acceptedEntries(round);
  if (entries.length === 0) return privateText(words.noEntries);
  const paged = pageAt(entries, wantedPage, PAGE_ENTRIES);
  const { page, pages, shown } = paged;
  const mine = votesOf(round, memberId);
  const votes = shown.map(({ number, memberId: authorId }) => {
    const isMine = authorId === memberId;
    const isVoted = mine.includes(number);
    const style = isVoted ? ButtonStyle.Success : ButtonStyle.Secondary;
    const label = words.buttons.vote(number, isMine, isVoted);
    const disabled = isMine || hidden.has(number);
    return button(roundIds.of(memberId, { verb: 'vote', roundId: round.id, number, page }), label, style, { disabled });
  });
  const isVoting = phase === 'voting';
  const list = shown.map(({ number, prompt }) => {
    const why = hidden.get(number);
    return why ? words.hiddenEntry[why](number) : words.entry(number, escapeLine(prompt));
  });
  return privateMessage([
    textDisplay([words.entries(page + 1, pages), ...list].join('\n')),
    ...(isVoting ? [textDisplay(`-# ${words.voteHint}`)] : []),
    ...rowOf(isVoting ? votes : []),
    ...rowOf(turnButtons('page', round, memberId, paged, words)),
  ]);
}

/** A member's own entry, with what they can do with it. */
export function renderOwnEntry(round: Round, memberId: string, words: Words): MessageBody {
  const entry = entryByMember(round, memberId);
  const isOpen = round.phase === 'submitting';
  if (entry?.state === 'removed') return privateText(words.removedEntry(escapeText(entry.why ?? '')));
  if (!entry || entry.state === 'withdrawn') return privateText(isOpen ? words.noEntry : words.noEntryLate);
  const { edit, withdraw } = words.buttons;
  const buttons = [
    button(roundIds.of(memberId, { verb: 'submit', roundId: round.id }), edit, ButtonStyle.Primary),
    button(roundIds.of(memberId, { verb: 'withdraw', roundId: round.id }), withdraw),
  ];
  const content = `${words.entry(entry.number, escapeLine(entry.prompt))}\n${words.mine[entry.state]}`;
  return privateText(content, isOpen ? buttons : []);
}

/** For moderators: every entry with its author, and what can be done with it. */
export function renderManage(
  round: Round,
  memberId: string,
  wantedPage: number,
  words: Words,
  note?: string,
  noteButtons: ReturnType<typeof button>[] = [],
): MessageBody {
  const { id: roundId } = round;
  const idOf = (argument: Parameters<typeof roundIds.of>[1]): string => roundIds.of(memberId, argument);
  // The panel ends with the round: none of its buttons would do anything.
  if (!mayCancel(round)) return privateText(note ?? words.manage.over);
  const { Danger, Primary, Success } = ButtonStyle;
  const entries = currentEntries(round);
  const paged = pageAt(entries, wantedPage, PAGE_ENTRIES);
  const { page, shown } = paged;
  const isOpen = isOpenToEntryDecisions(round);
  const removals = shown.map(({ number }) =>
    button(idOf({ verb: 'remove', roundId, number, page }), words.buttons.remove(number)),
  );
  const admissions = shown
    .filter(({ state }) => state === 'pending')
    .map(({ number, atMs }) =>
      button(idOf({ verb: 'approve', roundId, number, page, atMs }), words.buttons.approve(number), Success),
    );
  const { endSubmitting, endVoting } = words.buttons;
  const end = isOpenToEntryDecisions(round)
    ? [
        button(
          idOf({ verb: 'end', roundId, phase: round.phase }),
          round.phase === 'submitting' ? endSubmitting : endVoting,
          Primary,
        ),
      ]
    : [];
  const list = shown.map((entry) =>
    words.manage.entry(entry.number, entry.memberId, entry.state, escapeLine(entry.prompt)),
  );
  return privateMessage([
    textDisplay(
      [words.manage.title(escapeLine(round.theme)), ...(list.length > 0 ? list : [words.manage.none])].join('\n'),
    ),
    ...(note === undefined ? [] : [textDisplay(note), ...rowOf(noteButtons)]),
    ...rowOf(isOpen ? removals : []),
    ...rowOf(isOpen ? admissions : []),
    ...rowOf(turnButtons('managepage', round, memberId, paged, words)),
    ...rowOf([...end, button(idOf({ verb: 'cancel', roundId }), words.buttons.cancel, Danger)]),
  ]);
}

/** Asks for confirmation before a round is cancelled. */
export function renderCancel(round: Round, memberId: string, words: Words): MessageBody {
  const { id: roundId, kind, winnerCount, quoteCredits, winners } = round;
  const started = winners.filter(({ state }) => state !== 'waiting').length;
  const left = (winnerCount - started) * quoteCredits;
  return privateText(words.manage.sure(kind, left), [
    button(roundIds.of(memberId, { verb: 'confirm', roundId }), words.buttons.cancelConfirm, ButtonStyle.Danger),
    button(roundIds.of(memberId, { verb: 'managepage', roundId, page: 0 }), words.buttons.manage),
  ]);
}

/** A link to a channel's round, with its buttons. */
export function renderRoundLink(round: Round, memberId: string, link: string, words: Words): MessageBody {
  const { id: roundId, phase, theme } = round;
  const { Primary } = ButtonStyle;
  const isOpen = phase === 'submitting';
  const hasEntries = entriesVisibility(round) === 'shown';
  return privateText(words.shown(escapeLine(theme), link), [
    ...(isOpen ? [button(roundIds.of(memberId, { verb: 'submit', roundId }), words.buttons.submit, Primary)] : []),
    button(roundIds.of(memberId, { verb: 'mine', roundId }), words.buttons.mine),
    ...(hasEntries
      ? [button(roundIds.of(memberId, { verb: 'entries', roundId }), words.buttons.entries(phase === 'voting'))]
      : []),
  ]);
}

export function entryForm(round: Round, memberId: string, maxCharacters: number, words: Words): FormData {
  const entry = entryByMember(round, memberId);
  // Cut if the operator has lowered the limit since, because Discord refuses longer values.
  const value = entry && entry.state !== 'withdrawn' ? entry.prompt.slice(0, maxCharacters) : '';
  return {
    custom_id: roundIds.of(memberId, { verb: 'submit', roundId: round.id }),
    title: words.forms.submit,
    components: [textField('prompt', words.forms.prompt(maxCharacters), { value, most: maxCharacters, isLong: true })],
  };
}

export function removalForm(
  round: Round,
  memberId: string,
  { number, page }: { number: number; page: number },
  settings: ModerationSettings,
  texts: Texts,
): FormData {
  const { remove, why } = texts.rounds.forms;
  return {
    custom_id: roundIds.of(memberId, { verb: 'remove', roundId: round.id, number, page }),
    title: remove(number),
    components: decisionFields(why, settings, texts, { most: REMOVAL_REASON_MAX_CHARACTERS, isLong: false }),
  };
}
