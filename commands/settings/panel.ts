import {
  type APIActionRowComponent,
  type APIComponentInContainer,
  type APIComponentInMessageActionRow,
  ButtonStyle,
  ComponentType,
} from 'discord.js';
import { actionRow, button, textDisplay } from '../../src/discord/messages/components.ts';
import { type MessageBody, messageBody } from '../../src/discord/rest/message-body.ts';
import { MODE_NAMES } from '../../src/moderation/settings/modes.ts';
import type { UndoState } from '../../src/moderation/settings/server-settings.ts';
import { channelsOfMode, MOST_CHOICES, type ModerationSettings } from '../../src/moderation/settings/settings.ts';
import { CATEGORIES } from '../../src/moderation/words/starter-lists.ts';
import type { CommandContext } from '../support/context.ts';
import { LISTS, SECTIONS, type Section } from './fields.ts';
import { idOf } from './ids.ts';
import { menusOf } from './menus.ts';
import { undoArgumentOf } from './undo.ts';

type Words = CommandContext['texts']['moderation']['settings'];

export interface PanelState {
  settings: ModerationSettings;
  undo: UndoState;
  /** What the last press did. */
  said?: string;
}

/** Of each list, in the overview of all: the texts of a message hold 4000 characters together. A part shows its lists whole. */
const MOST_IN_OVERVIEW = 4;

/** All settings with their present values, what to change, and Undo. */
export function renderPanel({ settings, undo, said }: PanelState, memberId: string, words: Words): MessageBody {
  const sections = SECTIONS.flatMap((section) => [...linesOf(section, settings, words, MOST_IN_OVERVIEW), '']);
  const components: APIComponentInContainer[] = [
    textDisplay([words.title, words.lead, '', ...sections, ...(said === undefined ? [] : [said])].join('\n').trim()),
    actionRow([
      {
        type: ComponentType.StringSelect,
        custom_id: idOf(memberId, 'pick'),
        placeholder: words.pick,
        options: SECTIONS.map((section) => ({
          value: section,
          label: words.sections[section].name,
          description: words.sections[section].about,
        })),
      },
    ]),
    actionRow([
      button(idOf(memberId, undoArgumentOf(undo)), words.undo(undo.steps), ButtonStyle.Secondary, {
        disabled: undo.steps === 0,
      }),
    ]),
  ];
  return messageBody([{ type: ComponentType.Container, components }], { ephemeral: true });
}

/** One part of the settings with its menus. */
export function renderSection(
  section: Section,
  { settings, said }: PanelState,
  memberId: string,
  words: Words,
): MessageBody {
  const abouts = {
    ...{ words: words.listsAbout, categories: words.categoriesAbout },
    ...{ modes: words.modesAbout, results: words.resultsAbout },
  };
  const about = Object.entries(abouts).flatMap(([name, text]) => (name === section ? [text] : []));
  const text = [
    `### ${words.sections[section].name}`,
    ...linesOf(section, settings, words),
    ...(section === 'modes' ? unshownModes(settings, words) : []),
    ...about.map((line) => `\n${line}`),
    ...(said === undefined ? [] : [said]),
  ].join('\n');
  const rows: APIActionRowComponent<APIComponentInMessageActionRow>[] = [
    ...menusOf(section, settings, memberId, words),
    actionRow([button(idOf(memberId, 'home'), words.back)]),
  ];
  return messageBody([{ type: ComponentType.Container, components: [textDisplay(text), ...rows] }], {
    ephemeral: true,
  });
}

/** Asks whether the moderators' channel may be one that everybody sees. */
export function renderPublicDesk(channelId: string, memberId: string, words: Words): MessageBody {
  const components: APIComponentInContainer[] = [
    textDisplay(words.publicDesk(channelId)),
    actionRow([
      button(idOf(memberId, `sure-moderatorsChannelId-${channelId}`), words.publicDeskYes, ButtonStyle.Danger),
      button(idOf(memberId, 'home'), words.back),
    ]),
  ];
  return messageBody([{ type: ComponentType.Container, components }], { ephemeral: true });
}

/** The channels that are more than a menu shows; a file can have them. */
function unshownModes(settings: ModerationSettings, words: Words): string[] {
  return MODE_NAMES.map((mode) => ({ mode, count: channelsOfMode(settings, mode).length - MOST_CHOICES }))
    .filter(({ count }) => count > 0)
    .map(({ mode, count }) => words.unshownModes(mode, count));
}

/** The present values of one part. @param most of each list */
function linesOf(
  section: Section,
  settings: ModerationSettings,
  { lines }: Words,
  most = Number.POSITIVE_INFINITY,
): string[] {
  switch (section) {
    case 'channels':
      return [lines.imageChannels(settings.imageChannelIds, most), lines.videoChannels(settings.videoChannelIds, most)];
    case 'roles':
      return [lines.roles(settings.roleIds, most)];
    case 'models':
      return [lines.models(settings.modelIds, most), lines.ratios(settings.ratios, most)];
    case 'limits':
      return [
        lines.cooldown(settings.cooldownSeconds),
        lines.atOnce(settings.jobsAtOnce),
        lines.perDay(settings.jobsPerDay),
      ];
    case 'modes':
      return [
        ...MODE_NAMES.map((mode) => ({ mode, ids: channelsOfMode(settings, mode) }))
          .filter(({ ids }) => ids.length > 0)
          .map(({ mode, ids }) => lines.mode(mode, ids, most)),
        lines.defaultMode(settings.defaultMode),
        lines.waits(settings.waitHours),
        lines.votes(settings.votesNeeded, settings.voteMinutes),
      ];
    case 'moderators':
      return [
        lines.moderatorRoles(settings.moderatorRoleIds, most),
        lines.trustedRoles(settings.trustedRoleIds, most),
        lines.moderatorsChannel(settings.moderatorsChannelId),
      ];
    case 'words': {
      const counts = Object.fromEntries(LISTS.map((list) => [list, settings.words[list].length]));
      return [lines.words({ refuse: 0, explicit: 0, review: 0, allow: 0, ...counts })];
    }
    case 'categories':
      return CATEGORIES.map((category) => lines.category(category, settings.categories[category]));
    case 'reports':
      return [lines.reports(settings.reportsToHide)];
    case 'results':
      return [
        lines.spoiler(settings.spoiler),
        lines.prompts(settings.prompts),
        lines.gallery(settings.galleryChannelId),
      ];
  }
}
