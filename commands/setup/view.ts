import { type APIComponentInContainer, ButtonStyle, ChannelType } from 'discord.js';
import { askIds, budgetIds, settingsIds, setupIds } from '../../src/discord/custom-ids/controls.ts';
import {
  actionRow,
  button,
  channelMenu,
  container,
  privateMessage,
  roleMenu,
  textDisplay,
} from '../../src/discord/messages/components.ts';
import type { MessageBody } from '../../src/discord/rest/message-body.ts';
import type { SetupGuesses } from '../../src/discord/server/setup-guesses.ts';
import { lacksModeratorsChannel, type ModerationSettings } from '../../src/moderation/settings/settings.ts';
import {
  kindOfServer,
  known,
  SERVER_KINDS,
  SETUP_ROLES_MAX,
  type SetupChoice,
  withSetup,
} from '../../src/moderation/settings/setup.ts';
import type { Texts } from '../../src/texts/en.ts';
import { SHOWING_TYPES } from '../settings/menus.ts';

/** Whom a page is for, and the settings that are in force. */
interface Page {
  memberId: string;
  settings: ModerationSettings;
  texts: Texts;
}

/** A page that leads on: to the settings, a test picture and, for managers, the budget. */
interface LastPage extends Page {
  isManager: boolean;
  test: TestPicture;
}

/** A test picture that the manager can make. */
export interface TestPicture {
  keptRequestId: string;
  costCredits: number;
}

const pageOf = (components: APIComponentInContainer[]): MessageBody => privateMessage([container(components)]);
const bulleted = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');

/** The first press: what kind of server this is. */
export function renderKinds({ memberId, settings, texts: { setup: words } }: Page): MessageBody {
  const current = kindOfServer(settings);
  const kinds = current === 'own' ? [...SERVER_KINDS, current] : SERVER_KINDS;
  const buttons = kinds.map((kind) => {
    const style = kind === current ? ButtonStyle.Primary : ButtonStyle.Secondary;
    return button(setupIds.of(memberId, { verb: 'kind', kind }), words.names[kind], style);
  });
  return pageOf([
    textDisplay([words.title, words.lead].join('\n')),
    textDisplay([words.now, bulleted(words.summary(settings))].join('\n')),
    textDisplay([words.whichKind, ...kinds.map((kind) => words.kinds[kind])].join('\n')),
    actionRow(buttons),
  ]);
}

interface ModeratorsPage extends Page {
  choice: SetupChoice;
  /** Undefined if Discord didn't answer in time. */
  guesses: SetupGuesses | undefined;
}

/** The second press: who moderates, and where; and where pictures are shown. */
export function renderModerators(page: ModeratorsPage): MessageBody {
  const { memberId, settings, choice, guesses, texts } = page;
  const words = texts.setup;
  const { moderatorRoleIds, moderatorsChannelId } = choice;
  const unshown = settings.moderatorRoleIds.length - SETUP_ROLES_MAX;
  const roles = roleMenu(setupIds.of(memberId, { verb: 'roles', choice }), {
    placeholder: words.noRoles,
    chosenIds: moderatorRoleIds,
    most: SETUP_ROLES_MAX,
  });
  const staff = channelMenu(
    setupIds.of(memberId, { verb: 'staff', choice }),
    [ChannelType.GuildText, ChannelType.PrivateThread],
    { placeholder: words.noStaff, chosenIds: [known(moderatorsChannelId)], most: 1 },
  );
  const makesChannel = guesses?.mayCreateChannel === true && moderatorsChannelId === null;
  const make = button(setupIds.of(memberId, { verb: 'make', choice }), words.make, ButtonStyle.Primary);
  return pageOf([
    textDisplay([words.whoModerates, words.guessed(guesses !== undefined)].join('\n')),
    textDisplay([words.roles, ...(unshown > 0 ? [words.moreRoles(unshown)] : [])].join('\n')),
    actionRow([roles]),
    textDisplay(words.staff),
    actionRow([staff]),
    ...galleryControls(page),
    actionRow([
      ...(makesChannel ? [make] : []),
      button(
        setupIds.of(memberId, { verb: 'use', choice }),
        words.use,
        makesChannel ? ButtonStyle.Secondary : ButtonStyle.Primary,
      ),
      button(setupIds.of(memberId, { verb: 'again' }), words.back),
    ]),
  ]);
}

/** The gallery's menu, and a button by which Easel creates one or doesn't. */
function galleryControls({ memberId, choice, guesses, texts: { setup: words } }: ModeratorsPage) {
  const { galleryChannelId } = choice;
  const isMade = galleryChannelId === 'new';
  const chosen = channelMenu(setupIds.of(memberId, { verb: 'gallery', choice }), SHOWING_TYPES, {
    placeholder: words.noGallery,
    chosenIds: [known(galleryChannelId)],
    most: 1,
  });
  const other = { ...choice, galleryChannelId: isMade ? null : ('new' as const) };
  const make = button(
    setupIds.of(memberId, { verb: 'show', choice: other }),
    isMade ? words.dontMakeGallery : words.makeGallery,
  );
  const offersMaking = isMade || (guesses?.mayCreateChannel === true && galleryChannelId === null);
  return [
    textDisplay(isMade ? words.willBeMade.gallery : words.gallery),
    actionRow([chosen]),
    ...(offersMaking ? [actionRow([make])] : []),
  ];
}

/** The third press: what members will see, before anything changes. */
export function renderReady(page: LastPage & { choice: SetupChoice }): MessageBody {
  const { memberId, settings, choice, texts } = page;
  const words = texts.setup;
  const after = withSetup(settings, choice);
  const isMade = choice.moderatorsChannelId === 'new';
  const made = [
    ...(isMade ? [words.willBeMade.moderators] : []),
    ...(choice.galleryChannelId === 'new' ? [words.willBeMade.gallery] : []),
  ];
  return pageOf([
    textDisplay([words.ready, words.lead].join('\n')),
    textDisplay(bulleted([...words.summary(after), ...made])),
    ...(lacksModeratorsChannel(after) && !isMade ? [textDisplay(words.noStaffYet)] : []),
    actionRow([
      button(setupIds.of(memberId, { verb: 'start', choice }), words.start, ButtonStyle.Success),
      ...furtherButtons(page),
      button(setupIds.of(memberId, { verb: 'kind', kind: choice.kind }), words.back),
    ]),
  ]);
}

/** What is in force now. @param said what Easel noticed about the new channels */
export function renderDone(page: LastPage & { said: string | undefined }): MessageBody {
  const { isManager, settings, said, texts } = page;
  const words = texts.setup;
  return pageOf([
    textDisplay([words.done, words.doneLead(isManager)].join('\n')),
    textDisplay(bulleted(words.summary(settings))),
    ...(said === undefined ? [] : [textDisplay(said)]),
    actionRow(furtherButtons(page)),
  ]);
}

function furtherButtons({ memberId, isManager, test, texts: { setup: words } }: LastPage) {
  const { keptRequestId, costCredits } = test;
  return [
    button(settingsIds.of(memberId, { verb: 'home' }), words.change),
    ...(isManager ? [button(budgetIds.of(memberId, { verb: 'manage' }), words.budget)] : []),
    button(askIds.of(memberId, { verb: 'edit', keptRequestId }), words.test(costCredits)),
  ];
}
