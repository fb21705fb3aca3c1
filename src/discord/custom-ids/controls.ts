import { z } from 'zod';
import { SHARE_TARGETS } from '../../budget/account/shares.ts';
import { PICTURES_MAX } from '../../jobs/job/job.ts';
import { SETTINGS_PAGES } from '../../moderation/settings/setting-kinds.ts';
import { SETTINGS, type Setting, settingOf } from '../../moderation/settings/setting-rows.ts';
import {
  type ChosenChannel,
  SERVER_KINDS,
  SETUP_ROLES_MAX,
  type SetupChoice,
  type SetupKind,
} from '../../moderation/settings/setup.ts';
import { MODEL_IDS } from '../../task-api/models.ts';
import { idsOf, idsWithVerbs, parseCustomId } from './ids.ts';

/** The custom ids of all controls. A test finds verbs without a handler. */

/** The id of a job, request or round: an interaction's id in base 36. */
const idPart = z.string().regex(/^[0-9a-z]{1,14}$/);
const snowflakePart = z.string().regex(/^\d{17,20}$/);
const numberPart = z.codec(z.string().regex(/^\d{1,9}$/), z.int().min(0), { decode: Number, encode: String });
/** A time in base 36. */
const timePart = z.codec(z.string().regex(/^[0-9a-z]{1,10}$/), z.int().min(0), {
  decode: (text) => Number.parseInt(text, 36),
  encode: (atMs) => atMs.toString(36),
});

// Jobs and their results

const job = { jobId: idPart };

export const cancelIds = idsOf('cancel', job);
export const deleteIds = idsOf('delete', job);
/** On the question before deleting, with the message to delete. */
export const confirmDeleteIds = idsOf('surelydelete', { ...job, messageId: snowflakePart });
export const promptIds = idsOf('prompt', job);
export const fetchIds = idsOf('fetch', job);
export const saveStyleIds = idsOf('savestyle', job);
/** On the form, with the reported message. */
export const reportIds = idsOf('report', { ...job, messageId: snowflakePart.optional() });
/** On a hidden or removed result's message. */
export const whyReportedIds = idsOf('whyreported', job);
/** Asks for another look at a decision: about this job, or the member's timeout. On the card, which decision it was. */
export const appealIds = idsWithVerbs('appeal', {
  ask: { jobId: idPart.optional() },
  change: { ...job, atMs: timePart },
  keep: { ...job, atMs: timePart },
});
/** Moderators' decisions about a reported result. */
export const reportedIds = idsWithVerbs('reported', {
  ...{ keep: job, remove: job, all: job },
  /** Names the decision by its time. */
  undo: { ...job, atMs: timePart },
});
/** On public messages. Opens a private menu for moderators. */
export const moderateIds = idsOf('moderate', job);
export const moderateRequestIds = idsOf('moderaterequest', { requestId: idPart });
/** In that menu and on its forms. The member is the one the menu is about. */
export const moderatingIds = idsWithVerbs('moderating', {
  ...{ keep: job, remove: job, timeout: {}, member: {}, lift: {}, trust: {}, untrust: {} },
  /** On the answer to a decision about a member: when it was decided. */
  undo: { atMs: timePart },
  /** On the answer to a decision about a reported result. */
  undoResult: { ...job, atMs: timePart },
});
export const galleryIds = idsWithVerbs('gallery', { show: job, remove: job });
export const previewIds = idsWithVerbs('preview', { view: job, publish: job, discard: job });

/** One of a work's pictures, counted from 1; 0 stands for the whole work. */
const picture = { ...job, picture: numberPart };
/** On a private page, with the list that the page was opened from. */
const onPage = { ...picture, viewId: idPart.optional() };

/** On a draft: shows it, or one of its pictures. */
export const draftIds = idsWithVerbs('draft', { show: picture });

/** On a work: opens a private page about it, or a form to make something else from it. */
export const workIds = idsWithVerbs('work', {
  view: onPage,
  more: onPage,
  change: picture,
  animate: picture,
  edit: picture,
  style: picture,
});

/** On a work: makes something else from it in one press. The id says the price that its button shows. */
const priced = { ...picture, credits: numberPart };
export const makeIds = idsWithVerbs('make', {
  again: priced,
  vary: priced,
  finish: priced,
  animate: priced,
  /** A menu of ratios. */
  reframe: priced,
  continue: priced,
  still: priced,
  join: priced,
});
export const starIds = idsOf('star', onPage);

const asked = { keptRequestId: idPart };

/** On a request that waits for its author's confirmation, or that was refused. */
export const askIds = idsWithVerbs('ask', { yes: asked, no: asked, again: asked, edit: asked });
/** On the form that completes or edits such a request. */
export const askFormIds = idsOf('askform', asked);

// A member's works. The member in these ids is the one who looks, unless a comment says otherwise.

/** The view of all works, without a search. Other views have an id of their own. */
export const ALL_WORKS = '0';
/** On a page that wasn't opened from a list. */
export const NO_LIST = 'none';

const view = { viewId: idPart };
const beside = { ...view, jobId: idPart };
const shown = { ...beside, authorId: snowflakePart, picture: numberPart };

/**
 * A page of a view: the newest, or one that starts after, before or with a work. Also what is starred, the work or picture to
 * open, the export, the form of a search, and what ends something in progress.
 */
export const historyIds = idsWithVerbs('history', {
  newest: view,
  older: beside,
  newer: beside,
  from: beside,
  starred: {},
  open: shown,
  /** On a page: what comes before or after what it shows. */
  previous: shown,
  next: shown,
  export: view,
  search: view,
  cancel: job,
  withdraw: { requestId: idPart },
});

/** On the page with everything that can be done with a work. The member is the work's author. */
export const pageIds = idsWithVerbs('page', {
  bring: job,
  source: picture,
  collect: onPage,
  terms: onPage,
});
/** On the form that adds a work to the collections of the member who sends it. */
export const collectFormIds = idsOf('collectform', onPage);

/** What everyone made, as a wall can show it. */
export const EXPLORE_TABS = ['new', 'week', 'month', 'style'] as const;
export type ExploreTab = (typeof EXPLORE_TABS)[number];
const exploreTab = z.enum(EXPLORE_TABS);

/** A page of such a tab as the id of a view, which is shorter than those of searches. */
export const exploreViewOf = (tab: ExploreTab, page: number): string => `${tab}${page}`;
export function exploredIn(viewId: string): { tab: ExploreTab; page: number } | undefined {
  const tab = exploreTab.safeParse(viewId.slice(0, -1)).data;
  const page = numberPart.safeParse(viewId.slice(-1)).data;
  return tab === undefined || page === undefined ? undefined : { tab, page };
}
/** A key as `styleKeyOf` makes it. */
export const chosenStylePart = z.string().regex(/^[\w-]{22}$/);
const styleKeyPart = z.codec(z.string().regex(/^[\w.]{22}$/), z.string(), {
  decode: (text) => text.replaceAll('.', '-'),
  encode: (key) => key.replaceAll('-', '.'),
});

/**
 * What everyone made: a tab, a page of it, and the menu of styles. The member is the one who looks.
 */
export const exploreIds = idsWithVerbs('explore', {
  tab: { tab: exploreTab },
  page: { tab: exploreTab, page: numberPart, styleKey: styleKeyPart.optional() },
  style: {},
});

const where = { where: z.enum(['here', 'all']) };

/** Shows and deletes everything that is kept about a member, in the server or in all. */
export const privacyIds = idsWithVerbs('privacy', { file: {}, ask: where, yes: where, server: {}, eraseServer: {} });

// Styles, saved sources and preferences

/** On the answer that counts a member's saved sources. */
export const savedSourcesIds = idsWithVerbs('savedsources', {
  change: {},
  animate: {},
  blend: { credits: numberPart },
});

/** A style by its key, in a part of an id and as a choice: the member's own, or the server's. */
export interface StyleRef {
  isServers: boolean;
  key: string;
}
export const styleRefPart = z.codec(z.string().regex(/^[ms][\w.]{22}$/), z.custom<StyleRef>(), {
  decode: (text): StyleRef => ({ isServers: text.startsWith('s'), key: text.slice(1).replaceAll('.', '-') }),
  encode: ({ isServers, key }) => (isServers ? 's' : 'm') + key.replaceAll('-', '.'),
});
const styleRef = { style: styleRefPart };

/** The list of `/style`, the page of one style, and their forms. The member in these ids is the one who looks. */
export const stylesIds = idsWithVerbs('styles', {
  page: { page: numberPart },
  open: {},
  add: {},
  create: {},
  put: { key: z.enum(['modelId', 'aspectRatio', 'count', 'spoiler']), ...styleRef },
  ratio: styleRef,
  edit: styleRef,
  write: styleRef,
  ask: styleRef,
  delete: styleRef,
  back: styleRef,
});
export const styleFormIds = idsOf('styleform', job);

/** A member's defaults, in the order of the panel. */
export const PREFERENCES = [
  ...(['imageModelId', 'videoModelId', 'aspectRatio', 'count', 'spoiler', 'drafts'] as const),
  ...(['notifyAfterMinutes', 'directMessages', 'starsMayShow', 'buildPolicy'] as const),
] as const;
export type PreferenceKey = (typeof PREFERENCES)[number];

/** The menus of `/preferences`, the form for an aspect ratio, and the question before a reset. */
export const preferencesIds = idsWithVerbs('preferences', {
  home: {},
  put: { key: z.enum(PREFERENCES) },
  ratio: {},
  ask: {},
  reset: {},
});

// Requests that wait, and rounds

/** A press is about the prompt on the card, so the id includes that prompt's number. Without it, the first prompt. */
const request = { requestId: idPart, edits: numberPart.optional() };

/** The buttons of a waiting request and the forms that they open. */
export const waitingIds = idsWithVerbs('waiting', {
  approve: request,
  reject: request,
  edit: request,
  trust: request,
  untrust: request,
  /** Names the decision by its time. */
  undo: { requestId: idPart, atMs: timePart },
  withdraw: request,
  why: request,
  vote: request,
  veto: request,
  prompt: request,
  /** For the owners of its pictures. */
  allow: request,
  decline: request,
  never: request,
});

export const queueIds = idsWithVerbs('queue', {
  cards: {},
  find: {},
  list: {},
  pause: {},
  resume: {},
  forget: {},
  bring: {},
});

const round = { roundId: idPart };
const page = { page: numberPart };
const entry = { number: numberPart, ...page };

/** The phase that a moderator ends early. */
const phasePart = z.codec(z.enum(['s', 'v']), z.enum(['submitting', 'voting']), {
  decode: (letter) => (letter === 's' ? 'submitting' : 'voting'),
  encode: (phase) => (phase === 'submitting' ? 's' : 'v'),
});

/** The buttons of a round. On the public message, the member is the round's opener. */
export const roundIds = idsWithVerbs('round', {
  /** On the form of a new round. */
  open: {},
  submit: round,
  mine: round,
  withdraw: round,
  entries: round,
  page: { ...round, ...page },
  vote: { ...round, ...entry },
  manage: round,
  managepage: { ...round, ...page },
  remove: { ...round, ...entry },
  /** Includes when the entry that moderators read was written. */
  approve: { ...round, ...entry, atMs: timePart },
  /** Names the decision by when it can no longer be undone. */
  undo: { ...round, ...entry, atMs: timePart },
  end: { ...round, phase: phasePart },
  cancel: round,
  confirm: round,
});

// Credits

/** On the answer to `/budget`, and on the managers' page about the budget. */
export const budgetIds = idsWithVerbs('budget', {
  chart: {},
  limits: {},
  manage: {},
  pause: {},
  resume: {},
  alerts: {},
  statement: {},
  /** These two open a form and are on it. */
  limit: { target: z.enum(SHARE_TARGETS) },
  zone: {},
  remove: page,
});
export const serversIds = idsOf('servers', { page: numberPart });
/** On the operator's card about a new server. The member's place holds the server's id. */
export const newServerIds = idsWithVerbs('newserver', { give: { credits: numberPart }, later: {} });

const listPosition = { page: numberPart, scope: z.union([z.literal('all'), snowflakePart]) };
const task = { guildId: snowflakePart, jobId: idPart, number: z.string().regex(/^\d$/) };
const decision = z.enum(['settle', 'release']);
/** A hash of the tasks that the page showed. */
const mark = z.string().regex(/^[0-9a-f]{8}$/);

/** In the list of unconfirmed tasks: another page, one task, or all tasks of a page after a question. */
export const resolveIds = idsWithVerbs('resolve', {
  list: listPosition,
  one: { decision, page: numberPart, scope: z.enum(['all', 'one']), ...task },
  ask: { decision, ...listPosition, mark },
  all: { decision, ...listPosition, mark },
});

// Settings

/** Discord's limit. */
const FORM_FIELDS = 5;

/**
 * Typed settings have a form: one for the numbers of a section, one for the names of five models, one for their
 * descriptions, and one for each list of lines. Other settings have a menu.
 */
export function formOf({ key, facts }: Setting): string | undefined {
  if (facts.kind === 'lines') return key;
  if (facts.kind === 'text') return `${facts.of}${formNumberOf(facts.modelId)}`;
  return facts.kind === 'number' ? facts.section : undefined;
}

/** The number of the form with a model's texts, from 1. */
export const formNumberOf = (modelId: string): number =>
  1 + Math.floor(MODEL_IDS.findIndex((id) => id === modelId) / FORM_FIELDS);

export const settingsOfForm = (form: string): Setting[] => SETTINGS.filter((setting) => formOf(setting) === form);

const form = z.string().refine((name) => settingsOfForm(name).length > 0);
const setting = z.codec(z.string(), z.custom<Setting>(), {
  decode: (key, { issues }) => {
    const found = settingOf(key);
    if (!found) issues.push({ code: 'custom', input: key, message: 'no setting' });
    return found ?? z.NEVER;
  },
  encode: ({ key }) => key,
});
const stamp = z.string().regex(/^[0-9a-f]{8}$/);

/** The page that a choice leads back to. */
const settingsPage = z.enum(SETTINGS_PAGES);

/** The controls and forms of the panel. */
export const settingsIds = idsWithVerbs('settings', {
  home: {},
  /** The menus of sections: those of the first days, and those for experts. */
  pick: {},
  experts: {},
  /** A dry run of a prompt, and its form. */
  test: {},
  save: {},
  /** Undoes the change that the panel showed. */
  undo: { steps: numberPart, changedAtMs: timePart },
  put: { setting, stamp, page: settingsPage },
  /** Confirms that everyone can see the channel. */
  sure: { setting, stamp, channelId: snowflakePart, page: settingsPage },
  edit: { form },
  write: { form, stamp },
});

/** On a line about many changes: lists them. The member is the one who made them. */
export const loggedIds = idsOf('logged', { atMs: timePart });

const SETUP_KINDS: readonly SetupKind[] = [...SERVER_KINDS, 'own'];
const setupKind = z.enum(SETUP_KINDS);
/** One letter for a kind of server and a number of pictures, because a custom id has room for no more. */
const SETUP_LETTERS = SETUP_KINDS.flatMap((kind, row) =>
  Array.from({ length: PICTURES_MAX }, (_, column) => ({
    letter: String.fromCharCode('a'.charCodeAt(0) + row * PICTURES_MAX + column),
    kind,
    picturesPerRequest: column + 1,
  })),
);
/** Two channels, then moderator roles, as 8 bytes each: a custom id has room for six. */
const SETUP_IDS = 2 + SETUP_ROLES_MAX;
const NEW_CHANNEL = 1n;
const bytesOf = (id: ChosenChannel): bigint => (id === 'new' ? NEW_CHANNEL : BigInt(id ?? 0n));
const channelOf = (bytes: bigint): ChosenChannel => (bytes === NEW_CHANNEL ? 'new' : idIn(bytes));
const idIn = (bytes: bigint): string | null => (bytes === 0n ? null : String(bytes));

const setupChoice = z.codec(z.string().regex(/^[a-p][\w.]{64}$/), z.custom<SetupChoice>(), {
  decode: (text): SetupChoice => {
    const bytes = Buffer.from(text.slice(1).replaceAll('.', '-'), 'base64url');
    const [staff = 0n, gallery = 0n, ...roles] = Array.from({ length: SETUP_IDS }, (_, index) =>
      bytes.readBigUInt64BE(8 * index),
    );
    const first = SETUP_LETTERS.find(({ letter }) => letter === text[0]);
    return {
      kind: first?.kind ?? 'own',
      picturesPerRequest: first?.picturesPerRequest ?? 1,
      moderatorsChannelId: channelOf(staff),
      galleryChannelId: channelOf(gallery),
      moderatorRoleIds: roles.flatMap((id) => idIn(id) ?? []),
    };
  },
  encode: ({ kind, picturesPerRequest, moderatorsChannelId, galleryChannelId, moderatorRoleIds }) => {
    const bytes = Buffer.alloc(8 * SETUP_IDS);
    const all = [moderatorsChannelId, galleryChannelId, ...moderatorRoleIds];
    for (const [index, id] of all.entries()) bytes.writeBigUInt64BE(bytesOf(id), 8 * index);
    const first = SETUP_LETTERS.find((one) => one.kind === kind && one.picturesPerRequest === picturesPerRequest);
    return (first?.letter ?? '') + bytes.toString('base64url').replaceAll('-', '.');
  },
});
const choice = { choice: setupChoice };

/** The pages of `/setup`. What was chosen so far travels in the ids. */
export const setupIds = idsWithVerbs('setup', {
  kind: { kind: setupKind },
  again: {},
  roles: choice,
  staff: choice,
  make: choice,
  gallery: choice,
  count: choice,
  /** Shows the page with this choice. */
  show: choice,
  use: choice,
  start: choice,
});

export interface ResultRef {
  jobId: string;
  memberId: string;
}

/** Ids that name a work. Their member is its author, though only a record proves that. */
const OF_WORKS = [
  ...[cancelIds, deleteIds, confirmDeleteIds, promptIds, fetchIds, starIds, saveStyleIds, styleFormIds],
  ...[reportIds, reportedIds, moderateIds, moderatingIds, galleryIds, previewIds, draftIds, workIds, pageIds],
  ...[makeIds, collectFormIds],
];

/** The work that a custom id names; undefined if it names none. */
export function workIn(customId: string): ResultRef | undefined {
  const id = parseCustomId(customId);
  if (!id) return undefined;
  return OF_WORKS.map(({ read }) => read(id)).find(
    (one): one is typeof one & ResultRef => one !== undefined && 'jobId' in one,
  );
}

/** The job that a custom id names, or the request that becomes that job. */
export function jobIdIn(customId: string): string | undefined {
  return workIn(customId)?.jobId ?? waitingIds.read(customId)?.requestId;
}

/** The jobs whose pictures and clips a message with these ids may show, also on a wall. */
export function shownJobIds(customIds: readonly string[]): string[] {
  const openedBy = (id: string): string | undefined => {
    const read = historyIds.read(id);
    return read?.verb === 'open' ? read.jobId : undefined;
  };
  return customIds.flatMap((id) => jobIdIn(id) ?? openedBy(id) ?? []);
}

/** The work of a message of Easel's, which every message that shows a work's files names. */
export function resultOf(customIds: readonly string[]): ResultRef | undefined {
  return customIds.map(workIn).find((work) => work !== undefined);
}
