import { z } from 'zod';
import { SETTINGS_PAGES } from '../../moderation/settings/setting-kinds.ts';
import { SETTINGS, type Setting, settingOf } from '../../moderation/settings/setting-rows.ts';
import { idsOf, idsWithVerbs } from './ids.ts';

/** The custom ids of all controls. A test tells which verb has no button and no form. */

/** A job, a request or a round: interactions' ids in base 36. */
const idPart = z.string().regex(/^[0-9a-z]{1,14}$/);
const snowflakePart = z.string().regex(/^\d{17,20}$/);
const numberPart = z.codec(z.string().regex(/^\d{1,9}$/), z.int().min(0), { decode: Number, encode: String });
/** In base 36. */
const timePart = z.codec(z.string().regex(/^[0-9a-z]{1,10}$/), z.int().min(0), {
  decode: (text) => Number.parseInt(text, 36),
  encode: (atMs) => atMs.toString(36),
});

// Jobs, their results, and what shows those

const job = { jobId: idPart };

export const cancelIds = idsOf('cancel', job);
export const againIds = idsOf('again', job);
export const deleteIds = idsOf('delete', job);
/** On the question before it, with the message that goes. */
export const confirmDeleteIds = idsOf('surelydelete', { ...job, messageId: snowflakePart });
export const promptIds = idsOf('prompt', job);
export const fetchIds = idsOf('fetch', job);
export const starIds = idsOf('star', job);
export const saveStyleIds = idsOf('savestyle', job);
/** On the form, with the message that is reported. */
export const reportIds = idsOf('report', { ...job, messageId: snowflakePart.optional() });
/** What moderators decide about what was reported. */
export const reportedIds = idsWithVerbs('reported', { keep: job, remove: job });
/** On public messages: opens a private menu for moderators. */
export const moderateIds = idsOf('moderate', job);
export const moderateRequestIds = idsOf('moderaterequest', { requestId: idPart });
/** In that menu, and on the forms that it opens; the member is whose it is. */
export const moderatingIds = idsWithVerbs('moderating', { keep: job, remove: job, timeout: {}, member: {} });
export const galleryIds = idsWithVerbs('gallery', { show: job, remove: job });
export const previewIds = idsWithVerbs('preview', { view: job, publish: job, discard: job });

/** On a draft: to show it; of several, those that are chosen. */
export const draftIds = idsWithVerbs('draft', { show: job, chosen: job });

/** On a result: a form to make something else of it. */
export const workIds = idsWithVerbs('work', { change: job, animate: job, edit: job });
/** On that form, with what was picked when it was opened; the member is who opened it. */
export const workFormIds = idsWithVerbs('workform', {
  change: { pickId: idPart },
  animate: { pickId: idPart },
  edit: { pickId: idPart },
});

/** Under the question whether a member may build on a picture; the id names the owner. */
const question = { ...job, askerId: snowflakePart };
export const consentIds = idsWithVerbs('consent', { allow: question, refuse: question });

const asked = { keptRequestId: idPart };

/** What a member can do with a request that waits for their word. */
export const askIds = idsWithVerbs('ask', { yes: asked, no: asked, edit: asked });
/** On the form in which they edit it. */
export const askFormIds = idsOf('askform', asked);

// The works of a member; the member is who looks

/** Of all works, where nothing is looked for; otherwise what is kept under this id. */
export const ALL_WORKS = '0';

const view = { viewId: idPart };
const beside = { ...view, jobId: idPart };

/** A page of a view: the first, or one that starts after, before or with a work; the menu of its works; the whole view as a file. */
export const historyIds = idsWithVerbs('history', {
  newest: view,
  older: beside,
  newer: beside,
  from: beside,
  open: view,
  export: view,
});

/** What the menu of such a page offers: a work, and whose it is. */
export const chosenWorkPart = z.codec(z.string(), z.tuple([idPart, snowflakePart]), {
  decode: (value): [string, string] => [value.split('-')[0] ?? '', value.split('-')[1] ?? ''],
  encode: (work) => work.join('-'),
});

/** On one work's page; the member is whose work it is. */
export const pageIds = idsWithVerbs('page', {
  bring: job,
  star: { ...job, ...view },
  collect: { ...job, ...view },
  terms: { ...job, ...view },
});
/** On the form that sorts a work into collections; the member is who opened it. */
export const collectFormIds = idsOf('collectform', { ...job, ownerId: snowflakePart, ...view });

/** Everything that is kept of a member's ended works. */
export const forgetIds = idsWithVerbs('forget', { ask: {}, yes: {} });

// What members make with

export const stylesIds = idsOf('styles', { page: numberPart });
export const styleFormIds = idsOf('styleform', job);
export const preferencesIds = idsWithVerbs('preferences', { reset: {}, keep: {} });

// Requests that wait, and rounds

/** Includes the number of the prompt on the card, because a press is about that prompt. Without it, the first prompt. */
const request = { requestId: idPart, edits: numberPart.optional() };

/** The buttons of a request that waits, and the forms that they open. */
export const waitingIds = idsWithVerbs('waiting', {
  approve: request,
  reject: request,
  edit: request,
  trust: request,
  withdraw: request,
  why: request,
  vote: request,
  veto: request,
  prompt: request,
});

export const queueIds = idsWithVerbs('queue', { cards: {} });

const round = { roundId: idPart };
const page = { page: numberPart };
const entry = { number: numberPart, ...page };

/** Which of them a moderator ends early. */
const phasePart = z.codec(z.enum(['s', 'v']), z.enum(['submitting', 'voting']), {
  decode: (letter) => (letter === 's' ? 'submitting' : 'voting'),
  encode: (phase) => (phase === 'submitting' ? 's' : 'v'),
});

/** The buttons of a round; the member of the message that all see is the opener. */
export const roundIds = idsWithVerbs('round', {
  submit: round,
  mine: round,
  withdraw: round,
  entries: round,
  page: { ...round, ...page },
  vote: { ...round, ...entry },
  manage: round,
  managepage: { ...round, ...page },
  remove: { ...round, ...entry },
  /** With the time of what moderators read. */
  approve: { ...round, ...entry, atMs: timePart },
  end: { ...round, phase: phasePart },
  cancel: round,
  confirm: round,
});

// Credits

export const alertsIds = idsWithVerbs('alerts', { keep: {}, off: {}, confirmoff: {} });
export const serversIds = idsOf('servers', { page: numberPart });
/** On the operator's card about a new server. The id that other controls have for their member is the server's here. */
export const newServerIds = idsWithVerbs('newserver', { give: { credits: numberPart }, later: {} });

const listPosition = { page: numberPart, scope: z.union([z.literal('all'), snowflakePart]) };
const task = { guildId: snowflakePart, jobId: idPart, number: z.string().regex(/^\d$/) };
const decision = z.enum(['settle', 'release']);
/** A hash of the tasks that the page showed. */
const mark = z.string().regex(/^[0-9a-f]{8}$/);

/** On the list of unconfirmed tasks: another page, one task to resolve, or all on the page, which asks first. */
export const resolveIds = idsWithVerbs('resolve', {
  list: listPosition,
  one: { decision, page: numberPart, scope: z.enum(['all', 'one']), ...task },
  ask: { decision, ...listPosition, mark },
  all: { decision, ...listPosition, mark },
});

// Settings

/** What is typed has a form: one for the numbers of a section, one for the names of all models, one for their descriptions,
 * and one for each list of lines. Everything else has a menu. */
export function formOf({ key, facts }: Setting): string | undefined {
  if (facts.kind === 'lines') return key;
  if (facts.kind === 'text') return facts.of;
  return facts.kind === 'number' ? facts.section : undefined;
}

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
  pick: {},
  /** The change to undo: the one that the panel showed. */
  undo: { steps: numberPart, changedAtMs: timePart },
  put: { setting, stamp, page: settingsPage },
  /** Confirms that everyone can see the channel. */
  sure: { setting, stamp, channelId: snowflakePart, page: settingsPage },
  edit: { form },
  write: { form, stamp },
});

export interface ResultRef {
  jobId: string;
  memberId: string;
}

/** By which a result is known on any of its messages. */
const OF_RESULTS = [againIds, cancelIds, reportIds, galleryIds, previewIds, reportedIds, moderateIds];

/** The job of a message, by the first of its buttons that tells. */
export function resultOf(customIds: readonly string[] = []): ResultRef | undefined {
  return customIds.flatMap((customId) => OF_RESULTS.map(({ read }) => read(customId))).find(Boolean);
}
