import { type APIComponentInMessageActionRow, ChannelType } from 'discord.js';
import { settingsIds } from '../../src/discord/custom-ids/controls.ts';
import { COMMAND_CHANNELS, channelMenu, menu, roleMenu } from '../../src/discord/messages/components.ts';
import { labelOf, type SettingsTexts, wordsOf } from '../../src/discord/messages/setting-words.ts';
import type { UndoState } from '../../src/moderation/settings/server-settings.ts';
import { MOST_CHOICES, type SettingsPage } from '../../src/moderation/settings/setting-kinds.ts';
import type { Setting } from '../../src/moderation/settings/setting-rows.ts';
import type { ModerationSettings } from '../../src/moderation/settings/settings.ts';
import { stampOf } from './forms.ts';

/** What the panel shows, and to whom. */
export interface Panel {
  page: SettingsPage;
  settings: ModerationSettings;
  undo: UndoState;
  /** What the last press did. */
  said?: string | undefined;
  memberId: string;
  /** Whether the menu of sections has the budget. */
  isManager?: boolean;
  /** Moderator roles whose members don't see `/moderation` in Discord. */
  unseenByRoleIds?: readonly string[];
  /** Roles in the page's settings that were deleted. */
  goneRoleIds?: readonly string[];
  texts: SettingsTexts;
}

const PRIVATE_TYPES = [ChannelType.GuildText, ChannelType.PrivateThread, ChannelType.PublicThread];
const PUBLIC_TYPES = [ChannelType.GuildText, ChannelType.GuildAnnouncement, ChannelType.PublicThread];
/** Where pictures are shown: also channels of posts. */
export const SHOWING_TYPES = [...PUBLIC_TYPES, ChannelType.GuildForum, ChannelType.GuildMedia];

function channelTypes(facts: Extract<Setting['facts'], { kind: 'channel' | 'channels' }>): ChannelType[] {
  if (facts.kind === 'channels') return COMMAND_CHANNELS;
  if (facts.mayBeForum) return SHOWING_TYPES;
  return facts.isPrivate ? PRIVATE_TYPES : PUBLIC_TYPES;
}

/** Whether its menu sets one value, and not a list. */
export const takesOne = ({ facts: { kind } }: Setting): boolean => kind === 'choice' || kind === 'channel';

/** The menu of a setting with its current value; undefined for settings that are typed into a form. */
export function menuOf(
  setting: Setting,
  { page, settings, memberId, goneRoleIds = [], texts }: Panel,
): APIComponentInMessageActionRow | undefined {
  const { key, facts } = setting;
  if (facts.kind === 'number' || facts.kind === 'text' || facts.kind === 'lines') return undefined;
  const words = wordsOf(key, texts);
  const chosen = [setting.of(settings) ?? []].flat().map(String);
  const customId = settingsIds.of(memberId, { verb: 'put', setting, stamp: stampOf([setting], settings), page });
  const placeholder = texts.choose[facts.kind];
  const choosing = {
    placeholder,
    chosenIds: chosen.slice(0, MOST_CHOICES),
    most: takesOne(setting) ? 1 : MOST_CHOICES,
  };
  const options = (all: readonly string[]) =>
    all.map((value) => ({
      label: words.values?.[value] ?? labelOf(facts, value, settings.modelNames),
      value,
      default: chosen.includes(value),
    }));
  switch (facts.kind) {
    case 'channel':
    case 'channels':
      return channelMenu(customId, channelTypes(facts), choosing);
    case 'roles':
      return roleMenu(customId, {
        ...choosing,
        chosenIds: choosing.chosenIds.filter((id) => !goneRoleIds.includes(id)),
      });
    case 'names': {
      // Values from an imported file must be options, or they would be lost with the next choice.
      const known = [...new Set([...facts.offered, ...chosen])];
      const all = known.length > MOST_CHOICES ? [...new Set([...chosen, ...known])].slice(0, MOST_CHOICES) : known;
      return menu(customId, options(all), { placeholder, min_values: 0, max_values: all.length });
    }
    case 'choice':
      return menu(customId, options(facts.of), { placeholder, min_values: 1, max_values: 1 });
  }
}
