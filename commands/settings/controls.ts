import type { InteractionFacts, InteractionOf } from '../../src/discord/interactions/interaction.ts';
import type { Responder } from '../../src/discord/interactions/responder.ts';
import { MemberError } from '../../src/errors.ts';
import type { ModerationSettings } from '../../src/moderation/settings/settings.ts';
import { noteDecision } from '../moderation/note.ts';
import type { Button, CommandContext, Form, InServer } from '../support/context.ts';
import { needManager } from '../support/moderators.ts';
import { changedSections } from './changed-sections.ts';
import { type Change, changeOf } from './changes.ts';
import { refuseEveryone } from './everyone.ts';
import { LISTS, type ListName, NUMBERS_FORMS, type NumbersForm, SECTIONS, type Section } from './fields.ts';
import { listForm, listIn, numbersForm, numbersIn, writtenIn } from './forms.ts';
import { giveBack } from './given-back.ts';
import { greet, isPublicDesk } from './greeting.ts';
import { renderPanel, renderPublicDesk, renderSection } from './panel.ts';
import { undoSeenIn } from './undo.ts';

type Press = InServer<InteractionFacts>;

/** Every button and menu of the panel; who presses has to be a manager now. */
export const settingsControl: Button = {
  action: 'settings',
  run: async (interaction, { argument }, respond, context) => {
    await needManager(interaction, context);
    const [verb, ...rest] = argument.split('-');
    const what = rest.join('-');
    switch (verb) {
      case 'home':
        return showPanel(interaction, respond, context);
      case 'pick':
        return showSection(sectionOf(interaction.values[0]), interaction, respond, context);
      case 'undo':
        return undo(interaction, what, respond, context);
      case 'put':
        return put(interaction, changeOf(what, interaction.values, context.texts), respond, context);
      case 'sure': {
        const [field = '', id = ''] = rest;
        return put(interaction, changeOf(field, [id], context.texts), respond, context, { isSure: true });
      }
      case 'edit':
        return openForm(interaction, what, respond, context);
      default:
        throw new MemberError(context.texts.refusals.unknownButton);
    }
  },
};

/** What was written into one of the panel's forms. */
export const settingsForm: Form = {
  action: 'settings',
  run: async (interaction, { argument }, respond, context) => {
    await needManager(interaction, context);
    const words = context.texts.moderation.settings;
    const [kind, name, stamp = ''] = argument.split('-');
    const list = listOf(`${kind}-${name}`);
    const form = numbersFormOf(`${kind}-${name}`);
    if (list) return putList(interaction, { list, stamp }, respond, context);
    if (!form) throw new MemberError(context.texts.refusals.unknownButton);
    const change: Change = { section: form, apply: numbersIn(form, stamp, interaction.fields, words) };
    await put(interaction, change, respond, context);
  },
};

/** Where it is refused, whoever wrote it gets it back. */
async function putList(
  interaction: InServer<InteractionOf<'modal'>>,
  { list, stamp }: { list: ListName; stamp: string },
  respond: Responder,
  context: CommandContext,
): Promise<void> {
  const { fields } = interaction;
  try {
    const apply = listIn(list, stamp, fields, context.texts.moderation.settings);
    await put(interaction, { section: 'words', apply }, respond, context);
  } catch (error) {
    if (!(error instanceof MemberError)) throw error;
    await giveBack(error.message, writtenIn(fields), respond);
  }
}

/** @param isSure whoever presses was asked whether everybody may see the channel. */
async function put(
  interaction: Press,
  change: Change,
  respond: Responder,
  context: CommandContext,
  { isSure = false }: { isSure?: boolean } = {},
): Promise<void> {
  const { moderation, texts } = context;
  const words = texts.moderation.settings;
  const { guildId } = interaction.server;
  if (change.channelToTry) {
    const chosen = { guildId, ...change.channelToTry };
    if (!isSure && (await isPublicDesk(chosen, context))) {
      return respond.update(renderPublicDesk(chosen.id, interaction.userId, words));
    }
    await greet(chosen, context);
  }
  let isStale = false;
  const apply: Change['apply'] = (before) => {
    isStale = change.isStale?.(before) ?? false;
    return isStale ? before : change.apply(before);
  };
  const saved = await saveSettings(guildId, interaction.userId, apply, context);
  const otherwise = isStale ? words.menuChanged : words.unchanged;
  const said = saved ? words.saved : otherwise;
  const { settings, undo } = await moderation.settings.of(guildId);
  await respond.update(renderSection(change.section, { settings, undo, said }, interaction.userId, words));
  await saved?.note();
}

/**
 * Changes the settings; nothing where they are so already. `note` tells who did, once that person was answered.
 * @throws MemberError where they would be settings that a server cannot have.
 */
export async function saveSettings(
  guildId: string,
  byId: string,
  apply: (before: ModerationSettings) => ModerationSettings,
  context: CommandContext,
  action: 'settings changed' | 'settings imported' = 'settings changed',
): Promise<{ note: () => Promise<void> } | undefined> {
  const { moderation } = context;
  const before = (await moderation.settings.of(guildId)).settings;
  const outcome = await moderation.settings.change(guildId, byId, (now) => {
    const changed = apply(now);
    refuseEveryone(guildId, now, changed, context.texts.moderation.settings);
    return changed;
  });
  if (outcome === 'unchanged') return undefined;
  const after = (await moderation.settings.of(guildId)).settings;
  const { sections } = context.texts.moderation.settings;
  const why = changedSections(before, after)
    .map((section) => sections[section].name)
    .join(', ');
  return { note: () => noteDecision(guildId, { byId, action, why }, context) };
}

async function undo(interaction: Press, what: string, respond: Responder, context: CommandContext): Promise<void> {
  const words = context.texts.moderation.settings;
  const { guildId } = interaction.server;
  const outcome = await context.moderation.settings.undo(guildId, undoSeenIn(what));
  if (outcome === 'nothing') throw new MemberError(words.nothingToUndo);
  if (outcome === 'changed') return showPanel(interaction, respond, context, words.undoChanged);
  await showPanel(interaction, respond, context, words.undone);
  await noteDecision(guildId, { byId: interaction.userId, action: 'settings undone' }, context);
}

async function showPanel(interaction: Press, respond: Responder, context: CommandContext, said?: string) {
  const { settings, undo } = await context.moderation.settings.of(interaction.server.guildId);
  const state = { settings, undo, ...(said === undefined ? {} : { said: `-# ${said}` }) };
  await respond.update(renderPanel(state, interaction.userId, context.texts.moderation.settings));
}

async function showSection(
  section: Section | undefined,
  interaction: Press,
  respond: Responder,
  context: CommandContext,
): Promise<void> {
  if (!section) throw new MemberError(context.texts.refusals.unknownButton);
  const { settings, undo } = await context.moderation.settings.of(interaction.server.guildId);
  const words = context.texts.moderation.settings;
  await respond.update(renderSection(section, { settings, undo }, interaction.userId, words));
}

async function openForm(interaction: Press, what: string, respond: Responder, context: CommandContext): Promise<void> {
  const { settings } = await context.moderation.settings.of(interaction.server.guildId);
  const words = context.texts.moderation.settings;
  const list = listOf(what);
  const form = numbersFormOf(what);
  if (form) return respond.openForm(numbersForm(form, settings, interaction.userId, words));
  if (list) return respond.openForm(listForm(list, settings, interaction.userId, words));
  throw new MemberError(context.texts.refusals.unknownButton);
}

const sectionOf = (value: string | undefined): Section | undefined => SECTIONS.find((one) => one === value);
const numbersFormOf = (argument: string): NumbersForm | undefined =>
  NUMBERS_FORMS.find((form) => argument === `numbers-${form}`);
const listOf = (argument: string): ListName | undefined => LISTS.find((list) => argument === `list-${list}`);
