import { describe, expect, it } from 'vitest';
import { buttons, commandsFor, forms } from '../../commands/index.ts';
import {
  ALL_WORKS,
  cancelIds,
  confirmDeleteIds,
  deleteIds,
  draftIds,
  fetchIds,
  galleryIds,
  makeIds,
  pageIds,
  previewIds,
  promptIds,
  saveStyleIds,
  starIds,
  workIds,
} from '../../src/discord/custom-ids/controls.ts';
import { MADE_IN_ONE_PRESS } from '../../src/discord/messages/work-controls.ts';
import type { Answer, MessageView } from '../../src/sandbox/discord/people/views.ts';
import { atelier, buttonOf, type Easel, GALLERY, ids, mediaOf, people, textOf } from '../support/easel.ts';
import { HALL } from './gallery-support.ts';
import {
  configure,
  deleteResult,
  discard,
  fill,
  image,
  lastCard,
  messageOf,
  moderate,
  moderateBy,
  putOn,
  STAFF,
  search,
  start,
  withMore,
} from './moderation-support.ts';
import { removed } from './reports-support.ts';

/** Tries every control and command on works that it must not show. One that shows no work is named here, with the reason. */

/** The trusted viewer is a manager of another server. */
const { artist: trusted, manager, member, moderator, secondMember: stranger } = people;
const SECRET = 'a secret orchid';
const SETTINGS = { moderatorsChannelId: STAFF, moderatorRoleIds: [atelier.roles.moderator], galleryChannelId: HALL };

interface Work {
  jobId: string;
  /** The message that shows the work, or says that it is withheld. */
  shown: MessageView | undefined;
}

/** The ids that a press on this work carries, by the action of their control. */
const PRESSED: Readonly<Record<string, (work: Work) => string[]>> = {
  make: ({ jobId }) =>
    MADE_IN_ONE_PRESS.map((verb) => makeIds.of(member, { verb, jobId, picture: verb === 'again' ? 0 : 1, credits: 0 })),
  work: ({ jobId }) =>
    (['view', 'more', 'change', 'animate', 'edit'] as const).map((verb) =>
      workIds.of(member, { verb, jobId, picture: 1 }),
    ),
  savestyle: ({ jobId }) => [saveStyleIds.of(member, { jobId })],
  star: ({ jobId }) => [starIds.of(member, { jobId, picture: 0 })],
  page: ({ jobId }) => [
    pageIds.of(member, { verb: 'bring', jobId }),
    pageIds.of(member, { verb: 'collect', jobId, picture: 1, viewId: ALL_WORKS }),
    pageIds.of(member, { verb: 'source', jobId, picture: 1 }),
  ],
  prompt: ({ jobId }) => [promptIds.of(member, { jobId })],
  fetch: ({ jobId }) => [fetchIds.of(member, { jobId })],
  draft: ({ jobId }) => [draftIds.of(member, { verb: 'show', jobId, picture: 0 })],
  gallery: ({ jobId }) => [galleryIds.of(member, { verb: 'show', jobId })],
  preview: ({ jobId }) => [previewIds.of(member, { verb: 'view', jobId })],
  cancel: ({ jobId }) => [cancelIds.of(member, { jobId })],
  delete: ({ jobId }) => [deleteIds.of(member, { jobId })],
  surelydelete: ({ jobId, shown }) => [confirmDeleteIds.of(member, { jobId, messageId: shown?.id ?? '1'.repeat(18) })],
};
const MENUS = [...['Open in Easel', 'Use as a source', 'Show in the gallery']];
/** Commands and lists that show works which someone starred or put into a collection. */
const LISTS = ['history', 'explore', 'style', 'styles'];
/** Forms that are opened while a work is open and sent later. */
const FORMS = ['askform', 'collectform', 'styleform'];

const NO_WORK: Readonly<Record<string, string>> = {
  image: 'makes something new; its tray is filled by *Use as a source*',
  video: 'as image',
  help: 'says what can be done',
  'Moderate this': 'for moderators',
  ask: 'asks about a request, whose sources are looked at once more',
  preferences: 'shows choices',
  savedsources: 'opens a form; its pictures are looked at once more',
  budget: 'shows credits',
  credits: 'shows credits',
  servers: 'shows credits',
  resolve: 'ends holds',
  newserver: 'gives a server credits',
  settings: 'shows settings',
  setup: 'shows settings',
  moderation: 'for moderators',
  privacy: 'shows prompts to their author alone, and deletes what is kept',
  'Report to moderators': 'takes a report, and shows nothing',
  report: 'takes a report, and shows nothing',
  appeal: 'asks about a decision, and answers that',
  whyreported: 'says what was decided, to its author and moderators',
  reported: 'for moderators',
  moderate: 'for moderators',
  moderaterequest: 'for moderators',
  logged: 'for moderators',
  moderating: 'for moderators',
  waiting: 'about a request that is not made',
  queue: 'for moderators',
  round: 'about entries, which are prompts; made ones ask for their standing',
};

const nameOf = (one: { data: { name: string } }): string => one.data.name;
const said = (answer: Answer): string => JSON.stringify('message' in answer ? answer.message : answer);

async function made(easel: Easel, isDraft = false): Promise<Work> {
  const asked = { options: { prompt: SECRET } };
  const pending = isDraft ? await withMore(easel, member, ['draft'], asked) : await image(easel, member, asked);
  await easel.idle();
  const held = easel.log.findLast(({ msg }) => msg === 'job held');
  return { jobId: String(held?.['job']), shown: isDraft ? undefined : easel.now(pending) };
}

async function hide(easel: Easel, { jobId, shown }: Work): Promise<Work & { shown: MessageView }> {
  if (!shown) throw new Error('there is no message to report');
  await fill(easel, moderator, await easel.press(moderator, shown, 'Report …'), { why: '' });
  const hidden = await easel.until(() => textOf(easel.now(shown)).includes('[Moderate …]') && easel.now(shown));
  return { jobId, shown: hidden };
}

/** What turns an open work into one that is withheld. */
const KEPT_BACK: Readonly<Record<string, (easel: Easel, work: Work) => Promise<Work>>> = {
  hidden: hide,
  removed: async (easel, work) => {
    const { jobId, shown } = await hide(easel, work);
    await moderateBy(easel, moderator, shown, 'Remove …');
    await removed(easel, shown);
    return { jobId, shown };
  },
  'deleted by a moderator': async (easel, work) => {
    const { jobId, shown } = work;
    if (shown) await deleteResult(easel, moderator, shown);
    return easel.until(() => shown && !easel.isThere(shown) && { jobId, shown: undefined });
  },
};

async function previewed(easel: Easel): Promise<Work & { card: MessageView }> {
  await configure(easel, { ...SETTINGS, modes: { [GALLERY]: 'preview' } });
  const { jobId, shown } = await made(easel);
  const card = await easel.until(async () => {
    const last = await lastCard(easel);
    return textOf(last).includes('[Publish]') && last;
  });
  await easel.until(() => shown && textOf(easel.now(shown)).includes('Done.'));
  await configure(easel, SETTINGS);
  return { jobId, card, shown: shown && easel.now(shown) };
}

/** A work that only some people see from the start. */
const UNSEEN: Readonly<Record<string, (easel: Easel) => Promise<Work>>> = {
  'a draft': async (easel) => made(easel, true),
  'a preview': previewed,
  'a discarded preview': async (easel) => {
    const work = await previewed(easel);
    await discard(easel, moderator, work.card);
    await easel.until(() => textOf(easel.now(work.card)).includes('**Discarded**'));
    return { ...work, shown: work.shown && easel.now(work.shown) };
  },
};

/** Presses everything in this channel, with ids that no one but Easel could put on a message of Easel's. */
async function pressAll(easel: Easel, userId: string, host: MessageView, work: Work): Promise<void> {
  for (const [action, idsFor] of Object.entries(PRESSED)) {
    for (const customId of idsFor(work)) {
      await putOn(easel, host, [{ type: 1, components: [{ type: 2, style: 2, label: 'x', custom_id: customId }] }]);
      const at = { channelId: host.channel_id, messageId: host.id, customId };
      const answer = await (await easel.discord.as(userId).press(at)).answer;
      expect(said(answer), `${action}: ${customId}`).not.toContain(SECRET);
      expect(answer.kind, `${action}: ${customId}`).not.toBe('modal');
    }
  }
  const panel = await easel.command(userId, { channelId: host.channel_id, name: 'explore' });
  for (const one of [panel, messageOf(await easel.press(userId, panel, 'Newest'))]) {
    expect(JSON.stringify(one.components)).not.toContain(SECRET);
  }
  const { shown } = work;
  if (!shown || host.channel_id !== shown.channel_id) return;
  for (const name of MENUS) {
    const menu = { channelId: shown.channel_id, name, targetId: shown.id };
    const answer = await (await easel.discord.as(userId).contextMenu(menu)).answer;
    expect(said(answer), name).not.toContain(SECRET);
    expect(answer.kind, name).not.toBe('modal');
  }
}

/** A message of Easel's that belongs to the viewer, to press its buttons. */
async function hostIn(easel: Easel, channelId: string, userId: string): Promise<MessageView> {
  const pending = await easel.command(userId, { channelId, name: 'image', options: { prompt: 'a hill' } });
  await easel.idle();
  return pending;
}

async function tryAll(easel: Easel, work: Work, extra: readonly string[] = []): Promise<void> {
  const hosts = [
    ...[stranger, trusted, ...extra].map((userId) => ({ userId, channelId: GALLERY })),
    { userId: trusted, channelId: ids.annex.channels.general },
  ];
  for (const { userId, channelId } of hosts) {
    const host = await hostIn(easel, channelId, userId);
    const creates = easel.service.creates;
    await pressAll(easel, userId, host, work);
    await easel.idle();
    expect(easel.service.creates).toBe(creates);
    expect(work.shown === undefined || easel.isThere(work.shown)).toBe(true);
  }
  const seen = [GALLERY, HALL].flatMap((channelId) => easel.discord.messages(channelId, { as: stranger }));
  expect(
    seen
      .filter(({ sandbox }) => !sandbox.ephemeral)
      .map(textOf)
      .join(),
  ).not.toContain(SECRET);
}

describe('every command, button, menu and form', () => {
  it('is tried here or shows no work', () => {
    const all = [
      ...commandsFor(1_000).map(nameOf),
      ...buttons.map(({ action }) => action),
      ...forms.map(({ action }) => action),
    ];
    const known = [...Object.keys(PRESSED), ...MENUS, ...LISTS, ...FORMS, ...Object.keys(NO_WORK)];
    expect(all.filter((name) => !known.includes(name))).toEqual([]);
    expect(known.filter((name) => !all.includes(name))).toEqual([]);
  });

  it.each(Object.entries(UNSEEN))(
    'hides %s from other members, trusted members and other servers',
    async (name, make) => {
      const easel = await start();
      await configure(easel, { ...SETTINGS, drafts: 'on' });
      await moderate(easel, 'trust', { member: trusted });
      const work = await make(easel);
      await tryAll(easel, work, name === 'a draft' ? [manager] : []);
    },
  );

  it.each(Object.entries(KEPT_BACK))('shows a picture that is %s to its author only', async (_, keepBack) => {
    const easel = await start();
    await configure(easel, SETTINGS);
    await moderate(easel, 'trust', { member: trusted });
    const open = await made(easel);
    const { shown } = open;
    if (!shown) throw new Error('nothing was made');
    const morePage = messageOf(await easel.press(manager, shown, 'More …'));
    const style = await easel.press(manager, morePage, 'Save this style');
    if (style.kind !== 'modal') throw new Error(style.kind);
    const values = { name: 'orchids', words: 'in ink', for: ['server'] };
    await (await easel.discord.as(manager).submitModal({ modal: style.modal, values })).answer;
    await easel.press(stranger, shown, '★');
    const listed = await search(easel, stranger, { only: ['starred'] });
    expect(JSON.stringify(listed.components)).toContain(SECRET);
    const opened = await easel.open(stranger, listed);
    const sent = [
      await easel.press(stranger, opened, 'Add to collection …'),
      await easel.press(stranger, opened, 'Change …'),
    ];
    const work = await keepBack(easel, open);

    for (const form of sent) {
      const answer = await fill(easel, stranger, form, form.kind === 'modal' ? filled(form.modal.custom_id) : {});
      expect(said(answer)).toMatch(/hidden|emoved|A moderator deleted/);
    }
    const late = { modal: style.modal, values: { name: 'late', words: 'late' } };
    await (await easel.discord.as(manager).submitModal(late)).answer;
    const styles = { channelId: GALLERY, name: 'style' };
    const starred = await search(easel, stranger, { only: ['starred'] });
    for (const shownList of [starred, await easel.command(stranger, styles)]) {
      expect(JSON.stringify(shownList.components)).not.toContain(SECRET);
      expect(JSON.stringify(shownList.components)).not.toContain('"type":11');
      expect(mediaOf(shownList)).toEqual([]);
    }
    // The work has a star already. Another press would take it away and tell nothing.
    const host = await hostIn(easel, GALLERY, stranger);
    const opener = { type: 2, style: 2, label: '1', custom_id: buttonOf(listed, '1') };
    await putOn(easel, host, [{ type: 1, components: [opener] }]);
    expect(said(await easel.press(stranger, host, '1'))).not.toContain(SECRET);
    await tryAll(easel, work);
  });
});

const filled = (customId: string): Record<string, string> =>
  customId.startsWith('collectform') ? { name: 'mine' } : { prompt: 'in winter' };
