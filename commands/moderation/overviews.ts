import { queueIds } from '../../src/discord/custom-ids/controls.ts';
import {
  actionRow,
  MENU_OPTIONS_MAX,
  menu,
  privateMessage,
  privateText,
  textDisplay,
} from '../../src/discord/messages/components.ts';
import { quoteShort } from '../../src/discord/messages/prompt-text.ts';
import { showChangesButton } from '../../src/discord/messages/setting-words.ts';
import { type AuditEntry, DECISION_KINDS, type DecisionKind } from '../../src/moderation/records/audit-log.ts';
import type { Context, ServerInteraction } from '../support/context.ts';
import { listed } from '../support/lists.ts';
import { completeWithFile, toCsv } from '../support/text-file.ts';
import { decisionLine, linkOf, requestOf, wholeWhyOf } from './audit-log.ts';

/** The lists that the menu of the panel opens. */

type ShowList = (interaction: ServerInteraction, context: Context) => Promise<void>;

const showRefusals: ShowList = async ({ respond, guildId }, { moderation, texts }) => {
  const words = texts.moderation.moderators;
  const { refused } = await moderation.audit.of(guildId);
  const lines = refused
    .toReversed()
    .map(({ memberId, channelId, atMs, entry, prompt }) =>
      words.refusal(memberId, channelId, atMs, entry, quoteShort(prompt)),
    );
  await respond.answer(privateText(listed(words.refusals, words.noRefusals, lines, words.more)));
};

/** The prompts of drafts, which only their authors have seen, from a list of their own. */
const showDrafts: ShowList = async ({ respond, guildId }, { moderation, texts }) => {
  const words = texts.drafts.log;
  const made = (await moderation.audit.of(guildId)).drafts;
  const lines = made
    .toReversed()
    .map(({ memberId, channelId, atMs, prompt }) => words.line(memberId, channelId, atMs, quoteShort(prompt)));
  await respond.answer(privateText(listed(words.title, words.none, lines, texts.moderation.moderators.more)));
};

/** More than fit in a message. */
const TIMEOUTS_READ = 100;

const showTimeouts: ShowList = async ({ respond, guildId }, { moderation, texts }) => {
  const words = texts.moderation.moderators;
  const found = await moderation.members.timedOut(guildId, TIMEOUTS_READ);
  const lines = found.timeouts.map(({ memberId, untilMs, byId, why }) =>
    words.timeout(memberId, untilMs, byId, quoteShort(why)),
  );
  const more = found.areAll ? words.more : words.atLeast;
  await respond.answer(privateText(listed(words.timeouts, words.noTimeouts, lines, more)));
};

/** Discord's limit for a row. */
const BUTTONS_MAX = 5;
/** More than fit in a message. */
const LINES_MAX = 40;
/** Reads some prompts at a time, so that other work isn't delayed. */
const READ_AT_ONCE = 20;

/** The last decisions, newest first. */
const showLog =
  (kind?: DecisionKind): ShowList =>
  async ({ respond, guildId }, context) => {
    const words = context.texts.moderation.moderators;
    const { entries } = await context.moderation.audit.of(guildId);
    const actions: readonly string[] | undefined = kind && DECISION_KINDS[kind];
    const found = entries.filter(({ action, undid }) => !actions || actions.includes(undid ?? action)).toReversed();
    const shown = found.slice(0, LINES_MAX);
    const lines = await Promise.all(shown.map((entry) => decisionLine(guildId, entry, context)));
    const more = (count: number): string => words.more(count + found.length - lines.length);
    const buttons = shown.flatMap((entry) => showChangesButton(entry, context.texts)).slice(0, BUTTONS_MAX);
    await respond.answer(privateText(listed(words.log, words.emptyLog, lines, more), buttons));
  };

/** The whole log. */
const sendLog: ShowList = async ({ respond, guildId }, context) => {
  await respond.deferPrivately();
  const found = (await context.moderation.audit.of(guildId)).entries.toReversed();
  const rows: string[][] = [];
  for (let read = 0; read < found.length; read += READ_AT_ONCE) {
    const some = found.slice(read, read + READ_AT_ONCE);
    rows.push(...(await Promise.all(some.map((entry) => rowOf(guildId, entry, context)))));
  }
  await completeWithFile(respond, context.texts.moderation.moderators.logReady(found.length), {
    name: `easel-moderation-${guildId}.csv`,
    mimeType: 'text/csv',
    text: toCsv([COLUMNS, ...rows]),
  });
};

/** What the pictures look like isn't shown, because they were removed. The card of each may still exist. */
const showKnown: ShowList = async ({ respond, guildId, userId }, { moderation, texts }) => {
  const words = texts.moderation.moderators;
  const found = await moderation.known.list(guildId);
  const lines = found.map(({ jobId, atMs }) => words.knownLine(jobId, atMs));
  const choices = found.slice(0, MENU_OPTIONS_MAX).map(({ jobId }) => ({ value: jobId, label: jobId }));
  const customId = queueIds.of(userId, { verb: 'forget' });
  const list = listed(words.known, words.noKnown, lines, words.more);
  await respond.answer(withMenu(list, customId, choices, words.forgetKnown));
};

/** What moderators removed and may bring back, newest first. */
const showRemoved: ShowList = async ({ respond, guildId, userId }, context) => {
  const { moderation, texts } = context;
  const words = texts.moderation.moderators;
  const { entries } = await moderation.audit.of(guildId);
  const removed = new Map<string, AuditEntry>();
  for (const entry of entries.toReversed()) {
    const { action, jobId } = entry;
    if (action !== 'removed' || jobId === undefined || removed.has(jobId)) continue;
    if (await moderation.reports.mayBringBack(guildId, jobId)) removed.set(jobId, entry);
    if (removed.size === MENU_OPTIONS_MAX) break;
  }
  const lines = await Promise.all([...removed.values()].map((entry) => decisionLine(guildId, entry, context)));
  const choices = [...removed].map(([jobId, { number }]) => ({ value: jobId, label: `#${number}` }));
  const list = listed(words.removed, words.noRemoved, lines, words.more);
  await respond.answer(withMenu(list, queueIds.of(userId, { verb: 'bring' }), choices, words.bringBack));
};

const withMenu = (text: string, customId: string, choices: Parameters<typeof menu>[1], placeholder: string) =>
  privateMessage([
    textDisplay(text),
    ...(choices.length > 0 ? [actionRow([menu(customId, choices, { placeholder })])] : []),
  ]);

/** By their values in the menu. */
export const LISTS = {
  all: showLog(),
  requests: showLog('requests'),
  results: showLog('results'),
  gallery: showLog('gallery'),
  members: showLog('members'),
  rounds: showLog('rounds'),
  settings: showLog('settings'),
  file: sendLog,
  timeouts: showTimeouts,
  refusals: showRefusals,
  drafts: showDrafts,
  known: showKnown,
  removed: showRemoved,
} satisfies Record<DecisionKind, ShowList> & Record<string, ShowList>;

const COLUMNS = [
  'number',
  'time',
  'by',
  'action',
  'member',
  'job',
  'channel',
  'link',
  'until',
  'votes by',
  'prompt',
  'why',
];

async function rowOf(guildId: string, entry: AuditEntry, context: Context): Promise<string[]> {
  const {
    number,
    atMs,
    byId,
    action,
    undid,
    memberId = '',
    jobId = '',
    channelId = '',
    untilMs,
    voterIds = [],
  } = entry;
  return [
    String(number),
    new Date(atMs).toISOString(),
    byId,
    undid ? `${action}: ${undid}` : action,
    memberId,
    jobId,
    channelId,
    linkOf(guildId, entry) ?? '',
    untilMs === undefined ? '' : new Date(untilMs).toISOString(),
    voterIds.join(' '),
    (await requestOf(guildId, entry, context))?.prompt ?? '',
    wholeWhyOf(entry, context),
  ];
}
