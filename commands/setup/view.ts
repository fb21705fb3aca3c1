import { type APIComponentInContainer, ButtonStyle, ChannelType } from 'discord.js';
import type { Share } from '../../src/budget/account/shares.ts';
import type { AccountView } from '../../src/budget/account/view.ts';
import { askIds, budgetIds, settingsIds, setupIds } from '../../src/discord/custom-ids/controls.ts';
import {
  actionRow,
  button,
  channelMenu,
  container,
  linkButton,
  menu,
  privateMessage,
  roleMenu,
  textDisplay,
} from '../../src/discord/messages/components.ts';
import type { MessageBody } from '../../src/discord/rest/message-body.ts';
import type { SetupGuesses } from '../../src/discord/server/setup-guesses.ts';
import type { UndoState } from '../../src/moderation/settings/server-settings.ts';
import { lacksModeratorsChannel, type ModerationSettings } from '../../src/moderation/settings/settings.ts';
import {
  kindOfServer,
  known,
  SERVER_KINDS,
  SETUP_ROLES_MAX,
  type SetupChoice,
  type SetupKind,
  withSetup,
} from '../../src/moderation/settings/setup.ts';
import type { Price } from '../../src/task-api/models.ts';
import type { Texts } from '../../src/texts/en.ts';
import type { countChoices } from '../generate/models.ts';
import { SHOWING_TYPES } from '../settings/menus.ts';

/** Whom a page is for, and the settings that are in force. */
interface Page {
  memberId: string;
  settings: ModerationSettings;
  /** Of one picture. */
  price: Price;
  texts: Texts;
}

/** What the server can spend, and the limits for each member. */
interface Money {
  budget: Pick<AccountView, 'budgetCredits' | 'every'>;
  shares: readonly Share[];
}

/** A page that leads on: to the settings, a test picture and, for managers, the budget. */
interface LastPage extends Page {
  isManager: boolean;
  money: Money;
  /** The request for a test picture. */
  keptRequestId: string;
}

const pageOf = (components: APIComponentInContainer[]): MessageBody => privateMessage([container(components)]);
const bulleted = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');

/** The first press: what kind of server this is. */
export function renderKinds({ memberId, settings, price, texts: { setup: words } }: Page): MessageBody {
  const current = kindOfServer(settings);
  const kinds = current === 'own' ? [...SERVER_KINDS, current] : SERVER_KINDS;
  const buttons = kinds.map((kind) => {
    const style = kind === current ? ButtonStyle.Primary : ButtonStyle.Secondary;
    return button(setupIds.of(memberId, { verb: 'kind', kind }), words.names[kind], style);
  });
  return pageOf([
    textDisplay([words.title, words.lead].join('\n')),
    textDisplay([words.now, bulleted(words.summary(settings, price))].join('\n')),
    textDisplay([words.whichKind, ...kinds.map((kind) => words.kinds[kind])].join('\n')),
    actionRow(buttons),
  ]);
}

interface ModeratorsPage extends Omit<Page, 'price'> {
  choice: SetupChoice;
  /** Undefined if Discord didn't answer in time. */
  guesses: SetupGuesses | undefined;
  /** Where a manager lets Easel create channels. */
  channelsLink: string;
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
  const mayCreate = moderatorsChannelId === null ? guesses?.mayCreateChannel : undefined;
  const makesChannel = mayCreate === true;
  const needsLeave = mayCreate === false;
  const make = button(setupIds.of(memberId, { verb: 'make', choice }), words.make, ButtonStyle.Primary);
  return pageOf([
    textDisplay([words.whoModerates, words.guessed[outcomeOf(guesses)]].join('\n')),
    textDisplay([words.roles, ...(unshown > 0 ? [words.moreRoles(unshown)] : [])].join('\n')),
    actionRow([roles]),
    textDisplay([words.staff, ...(needsLeave ? [words.howToMake] : [])].join('\n')),
    actionRow([staff]),
    ...galleryControls(page),
    actionRow([
      ...(makesChannel ? [make] : []),
      ...(needsLeave ? [linkButton(page.channelsLink, words.letMake)] : []),
      button(
        setupIds.of(memberId, { verb: 'use', choice }),
        words.use,
        makesChannel ? ButtonStyle.Secondary : ButtonStyle.Primary,
      ),
      button(setupIds.of(memberId, { verb: 'again' }), words.back),
    ]),
  ]);
}

const outcomeOf = (guesses: SetupGuesses | undefined): 'some' | 'none' | 'unknown' => {
  if (!guesses) return 'unknown';
  return guesses.moderatorRoleIds.length > 0 || guesses.moderatorsChannelId !== undefined ? 'some' : 'none';
};

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

interface ReadyPage extends LastPage {
  choice: SetupChoice;
  counts: ReturnType<typeof countChoices>;
}

/** The third press: what members will see, before anything changes. */
export function renderReady(page: ReadyPage): MessageBody {
  const { memberId, settings, choice, price, texts } = page;
  const words = texts.setup;
  const after = withSetup(settings, choice);
  const isMade = choice.moderatorsChannelId === 'new';
  const made = [
    ...(isMade ? [words.willBeMade.moderators] : []),
    ...(choice.galleryChannelId === 'new' ? [words.willBeMade.gallery] : []),
  ];
  const isRefused = lacksModeratorsChannel(after) && !isMade;
  const begin = (
    kind: SetupKind,
    label: string,
    style: ButtonStyle.Success | ButtonStyle.Primary | ButtonStyle.Secondary,
  ) => button(setupIds.of(memberId, { verb: 'start', choice: { ...choice, kind } }), label, style);
  return pageOf([
    textDisplay([words.ready, words.lead].join('\n')),
    textDisplay(bulleted([...words.summary(after, price), moneyLine({ ...page, settings: after }), ...made])),
    ...countControl(page),
    ...(isMade ? [] : warningFor(after, words)),
    ...(isRefused ? [actionRow([begin('open', words.startOpen, ButtonStyle.Primary)])] : []),
    actionRow([
      begin(choice.kind, words.start, isRefused ? ButtonStyle.Secondary : ButtonStyle.Success),
      ...furtherButtons(page),
      button(setupIds.of(memberId, { verb: 'kind', kind: choice.kind }), words.back),
    ]),
  ]);
}

/** How many pictures a request makes, each number with its price. */
function countControl({ memberId, choice, counts, texts }: ReadyPage) {
  const options = counts.map(({ count, pictures, about }) => ({
    label: pictures,
    value: String(count),
    description: about,
    default: count === choice.picturesPerRequest,
  }));
  return [textDisplay(texts.setup.count), actionRow([menu(setupIds.of(memberId, { verb: 'count', choice }), options)])];
}

/** Stays until moderators have a channel. */
function warningFor(settings: ModerationSettings, words: Texts['setup']) {
  if (settings.moderatorsChannelId !== null) return [];
  return [textDisplay(words.noStaffYet(lacksModeratorsChannel(settings)))];
}

/** What a member can spend, and whether that's too little for a request. */
function moneyLine({ money, isManager, settings, price, texts: { setup, budget: words } }: LastPage): string {
  const { budgetCredits, every } = money.budget;
  const each = money.shares.filter(({ target }) => target.kind === 'everyone');
  const line = each.length > 0 ? each.map(words.share).join('; ') : setup.wholeBudget(budgetCredits, every, isManager);
  const mostCredits = Math.min(budgetCredits, ...each.map(({ credits }) => credits));
  return mostCredits < settings.picturesPerRequest * price.credits ? `${line} ${setup.tooDear}` : line;
}

/** What is in force now. @param said what Easel noticed about the new channels */
export function renderDone(page: LastPage & { undo: UndoState; said: string | undefined }): MessageBody {
  const { memberId, isManager, settings, price, undo, said, texts } = page;
  const words = texts.setup;
  return pageOf([
    textDisplay([words.done, words.doneLead({ isManager, canUndo: undo.steps > 0 })].join('\n')),
    textDisplay(bulleted([...words.summary(settings, price), moneyLine(page)])),
    ...warningFor(settings, words),
    ...(said === undefined ? [] : [textDisplay(said)]),
    actionRow([
      ...furtherButtons(page),
      ...(undo.steps === 0 ? [] : [button(settingsIds.of(memberId, { verb: 'undo', ...undo }), words.undo)]),
    ]),
  ]);
}

function furtherButtons({ memberId, isManager, keptRequestId, price, texts: { setup: words } }: LastPage) {
  return [
    button(settingsIds.of(memberId, { verb: 'home' }), words.change),
    ...(isManager ? [button(budgetIds.of(memberId, { verb: 'manage' }), words.budget)] : []),
    button(askIds.of(memberId, { verb: 'edit', keptRequestId }), words.test(price)),
  ];
}
