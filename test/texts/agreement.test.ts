import { describe, expect, it } from 'vitest';
import { NEW_SETTINGS } from '../../src/moderation/settings/settings.ts';
import { en } from '../../src/texts/en.ts';

/** What stands for the parts of a text that are neither a number nor a word: by the end of its name, with a count in it. */
const share = (credits: number) => ({ target: { kind: 'everyone' }, every: 'day', credits });
const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => `10${index}`);
const PARTS: Record<string, (count: number) => unknown[]> = {
  'setup.summary': (count) => [
    { ...NEW_SETTINGS, reportsToHide: count, modes: Object.fromEntries(ids(count).map((id) => [id, 'open'])) },
    { credits: count, isGuess: false },
  ],
  'job.facts': (count) => [{ model: 'm', aspectRatio: undefined, sources: count }],
  'job.failed.refused': () => ['words'],
  'refusals.shareUsed': (count) => [count, share(count), count, 0],
  'budget.ownShare': (count) => [share(count), count, 0],
  'budget.share': (count) => [share(count)],
  'budget.shareSet': (count) => [share(count)],
  'budget.askOfShare': (count) => [count, share(count), count],
  'budget.chart.altSpenders': (count) => [Array.from({ length: count }, () => count)],
  'creditsCommand.serverLine': (count) => [
    'server 1',
    {
      ...{ spentCredits: count, heldCredits: count, leftCredits: count, budgetCredits: count },
      ...{ unconfirmed: { holds: count }, pausedBy: undefined },
    },
  ],
  'moderation.refusals.channel': (count) => [ids(count)],
  'moderation.refusals.role': (count) => [ids(count)],
  'moderation.refusals.model': (count) => [ids(count), 'image'],
  'moderation.refusals.ratio': (count) => [ids(count), 'image'],
  'moderation.refusals.noModel': (count) => ['image', 'video', ids(count)],
  'creditsCommand.unconfirmed.line': (count) => [count, { model: 'm', amount: count, atMs: 0, memberId: '1' }],
  'creditsCommand.status.process': () => [{ version: '1', shards: 'all', startedAtMs: 0, isOwn: false, findings: [] }],
  'creditsCommand.status.returned': (count) => [count, [['failed', count]]],
  'creditsCommand.unreadable': (count) => [[['jobs', count]]],
  'moderation.moderators.entry': () => [{ number: 1, atMs: 0, byId: '1', action: 'approved' }],
  'moderation.moderators.line': () => [{ number: 1, byId: '1', action: 'approved' }],
  'moderation.previews.decided': () => ['published', '1', '2', { channelId: '3', url: undefined }],
  'moderation.refusals.line': () => ['line'],
  'moderation.moderators.refusal': (count) => ['1', '2', count, 'line', 'prompt'],
  'moderation.reports.listed': (count) => [count, ids(count)],
  'moderation.waiting.card.because': () => ['line'],
  'moderation.waiting.card.record': (count) => [
    { requested: count, approved: count, rejected: 0, refused: count, hidden: count },
  ],
  'moderation.settings.commandUnseen': (count) => [ids(count)],
  'moderation.settings.rolesGone': () => [['Roles']],
  'moderation.settings.importElsewhere': () => ['1', 'roleIds', 'role'],
  'setup.channelUnseen': (count) => ['1', ids(count)],
  'moderation.settings.edit': () => ['Themes'],
  'operatorAlerts.servers': (count) => [ids(count), count],
  'moderation.settings.importBad': () => ['path'],
  'moderation.settings.listFault': () => ['line', 'empty'],
  'moderation.settings.test.entry': () => ['line'],
  'moderation.settings.forumClosed': (count) => ['1', ids(count)],
  'moderation.settings.forumWithout': () => ['1', ['threads', 'channels']],
  'works.madeFromIt': (count) => [ids(count)],
  'works.collect.isIn': (count) => [ids(count)],
  'setup.created': (count) => [ids(count), 'why'],
  'rounds.voteNow': (count) => ['theme', 0, ids(count)],
  'rounds.winnersFacts': (count) => [ids(count), count],
};
const LISTS = /^moderation\.settings\.listed\./;

interface Found {
  name: string;
  say: (count: number) => string;
}

/** Every text that is a function, said with a count for each number in it. */
function textsIn(part: unknown, path: string[] = []): Found[] {
  const name = path.join('.');
  if (typeof part === 'function') {
    return [{ name, say: (count) => String(Reflect.apply(part, undefined, argumentsOf(name, part.length, count))) }];
  }
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, inner]) => textsIn(inner, [...path, key]));
}

function argumentsOf(name: string, length: number, count: number): unknown[] {
  if (LISTS.test(name)) return [ids(count)];
  return PARTS[name]?.(count) ?? Array.from({ length }, () => count);
}

const texts = textsIn(en);
const saidWith = (count: number): string[] => texts.map(({ name, say }) => `${name}: ${say(count)}`);

const NOUN = '(?:credit|picture|clip|task|request|member|vote|prompt|character|hour|minute|second|fault|limit|one)';
const KIND = '(?:unconfirmed |older |whole )?';
/** Between a noun and its verb. */
const OF = '(?: of the pot| of it)?';
const AFTER_ONE = '(?:are|were|have|stay|go|wait|come|need|become|will be them|them)';
const AFTER_SEVERAL = '(?:is|was|has|stays|goes|waits|comes|needs|becomes)';

describe('the texts', () => {
  it('are found and said', () => {
    expect(texts.length).toBeGreaterThan(150);
    expect(saidWith(1)).toContain('job.stillHeld: 1 credit stays held until the operator has checked.');
    expect(saidWith(2)).toContain('job.stillHeld: 2 credits stay held until the operator has checked.');
  });

  it('agree with a count of one', () => {
    const wrong = [
      new RegExp(`\\b1\\*{0,2} ${KIND}(?:${NOUN}|entrie)s\\b`),
      new RegExp(`\\b1\\*{0,2} ${KIND}(?:${NOUN}|entry)${OF} ${AFTER_ONE}\\b`),
      /\b1 (?:unconfirmed task|request)\b.* them\b/,
    ];
    expect(saidWith(1).filter((one) => wrong.some((words) => words.test(one)))).toEqual([]);
  });

  it('agree with a count of two', () => {
    const wrong = [
      new RegExp(`\\b2\\*{0,2} ${KIND}(?:${NOUN}|entry)\\b`),
      new RegExp(`\\b2\\*{0,2} ${KIND}${NOUN}s${OF} ${AFTER_SEVERAL}\\b`),
    ];
    expect(saidWith(2).filter((one) => wrong.some((words) => words.test(one)))).toEqual([]);
  });

  it('never put “in 10 minutes” after a word that wants a time of day', () => {
    const wrong = /\b(?:until|before|by|since|from|at|till) <t:\d+:R>/;
    expect(saidWith(1).filter((one) => wrong.test(one))).toEqual([]);
  });
});
