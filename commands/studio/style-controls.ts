import { ButtonStyle } from 'discord.js';
import { type StyleRef, styleRefPart, stylesIds } from '../../src/discord/custom-ids/controls.ts';
import { button, privateText } from '../../src/discord/messages/components.ts';
import { escapeText } from '../../src/discord/messages/prompt-text.ts';
import { mayManageServer } from '../../src/discord/server/permissions.ts';
import { type StyleOptions, styleOptionsSchema } from '../../src/studio/style.ts';
import type { StyleOwner } from '../../src/studio/styles.ts';
import { parseRatio } from '../generate/validation.ts';
import type { ComponentInteraction, Context, ServerInteraction } from '../support/context.ts';
import { defineButtons, defineForms } from '../support/define.ts';
import { chosenIn, selectedIn, typedIn } from '../support/form-fields.ts';
import { requireManager } from '../support/guards.ts';
import { ANOTHER, ratioForm, requireChoice } from './option-menus.ts';
import { saveStyle } from './style.ts';
import { loadStyle, loadStyles, ownerOf, requireStyle, styleChoices } from './style-list.ts';
import { editStyleForm, SERVER, saveStyleForm } from './style-view.ts';

type OfStyle = { style: StyleRef };

/** Turns the pages of styles, and opens, changes and deletes one. */
export const styleControl = defineButtons(stylesIds, 'owner', {
  page: async (interaction, { page }, context) =>
    interaction.respond.update(await loadStyles(interaction, page, context)),
  open: async (interaction, _, context) =>
    showStyle(interaction, chosenIn(interaction, styleRefPart, context), context),
  back: (interaction, { style }, context) => showStyle(interaction, style, context),
  add: async ({ respond, server, userId }, _, { texts }) => {
    const mayManage = mayManageServer(server.memberPermissions);
    const facts = { name: '', text: '', options: {}, modelNames: undefined, mayManage };
    await respond.openForm(saveStyleForm(stylesIds.of(userId, { verb: 'create' }), facts, texts));
  },
  put,
  edit: async (interaction, { style }, context) => {
    const found = await requireStyle(interaction, style, context);
    const customId = stylesIds.of(interaction.userId, { verb: 'write', style });
    await interaction.respond.openForm(editStyleForm(customId, found, context.texts));
  },
  ask: async (interaction, { style }, context) => {
    const { respond, userId } = interaction;
    const words = context.texts.studio.styles;
    const { name } = await requireStyle(interaction, style, context);
    const yes = button(stylesIds.of(userId, { verb: 'delete', style }), words.deleteYes, ButtonStyle.Danger);
    const no = button(stylesIds.of(userId, { verb: 'back', style }), words.deleteNo);
    await respond.update(privateText(words.deleteAsk(escapeText(name)), [yes, no]));
  },
  delete: async (interaction, { style }, context) => {
    const owner = ownerOf(interaction, style);
    const { name } = await requireStyle(interaction, style, context);
    if (style.isServers) requireManager(interaction.server, context);
    await context.studio.styles.remove(owner, name);
    const said = context.texts.studio.styles.deleted(escapeText(name));
    await interaction.respond.update(await loadStyles(interaction, 0, context, said));
  },
});

export const styleForms = defineForms(stylesIds, 'owner', {
  create: async (interaction, _, context) => {
    const { guildId, userId: memberId } = interaction;
    const isServers = selectedIn(interaction, 'for')[0] === SERVER;
    const owner: StyleOwner = isServers ? { guildId } : { guildId, memberId };
    const given = { owner, name: typedIn(interaction, 'name'), text: typedIn(interaction, 'words'), options: {} };
    const { outcome, style } = await saveStyle(given, interaction, context);
    const said = context.texts.studio.styles[outcome](escapeText(style.name));
    await interaction.respond.update(await loadStyle({ style, isServers }, interaction, context, said));
  },
  write: async (interaction, { style }, context) => {
    const { options = {} } = await requireStyle(interaction, style, context);
    await change(interaction, style, { text: typedIn(interaction, 'words'), options }, context);
  },
  ratio: async (interaction, { style }, context) => {
    const aspectRatio = parseRatio(typedIn(interaction, 'ratio'), context.texts);
    await change(interaction, style, { options: { aspectRatio } }, context);
  },
});

async function put(
  interaction: ComponentInteraction,
  { key, style }: OfStyle & { key: keyof StyleOptions },
  context: Context,
): Promise<void> {
  const { respond, userId, values } = interaction;
  const { texts } = context;
  const found = await requireStyle(interaction, style, context);
  if (key === 'aspectRatio' && values[0] === ANOTHER) {
    return respond.openForm(ratioForm(stylesIds.of(userId, { verb: 'ratio', style }), texts));
  }
  const choices = await styleChoices(found, context);
  const options = styleOptionsSchema.parse({ [key]: requireChoice(choices[key], values[0], texts) });
  await change(interaction, style, { options }, context);
}

async function change(
  interaction: ServerInteraction,
  ref: StyleRef,
  changes: { text?: string; options: StyleOptions },
  context: Context,
): Promise<void> {
  const { name } = await requireStyle(interaction, ref, context);
  const { style } = await saveStyle({ owner: ownerOf(interaction, ref), name, ...changes }, interaction, context);
  await interaction.respond.update(await loadStyle({ style, isServers: ref.isServers }, interaction, context));
}

async function showStyle(interaction: ServerInteraction, ref: StyleRef, context: Context): Promise<void> {
  const style = await requireStyle(interaction, ref, context);
  await interaction.respond.update(await loadStyle({ style, isServers: ref.isServers }, interaction, context));
}
