import { MemberError } from '../../src/discord/interactions/member-error.ts';
import {
  type Sample,
  STYLE_NAME_MAX_CHARACTERS,
  STYLE_TEXT_MAX_CHARACTERS,
  STYLES_MAX,
  type Style,
  type StyleOptions,
} from '../../src/studio/style.ts';
import type { StyleOwner } from '../../src/studio/styles.ts';
import { en, type Texts } from '../../src/texts/en.ts';
import type { Context, ServerInteraction } from '../support/context.ts';
import { defineCommand } from '../support/define.ts';
import { requireManager } from '../support/guards.ts';
import { loadStyles } from './style-list.ts';

/** `/style`: a private list of the member's styles and the server's. */
export const style = defineCommand({
  name: 'style',
  description: en.commands.style.description,
  guard: 'everyone',
  run: async (interaction, context) => {
    await interaction.respond.answer(await loadStyles(interaction, 0, context));
  },
});

/** A style as a member gave it, not checked yet. */
interface GivenStyle {
  owner: StyleOwner;
  name: string;
  /** Left out, the style keeps its words. */
  text?: string;
  options: StyleOptions;
  sample?: Sample | undefined;
}

/** Saves a new style, or changes one. @throws MemberError if it can't be saved */
export async function saveStyle(
  { owner, name: givenName, text: givenText, options, sample }: GivenStyle,
  interaction: ServerInteraction,
  context: Context,
): Promise<{ outcome: 'saved' | 'changed'; style: Style }> {
  const { studio, texts } = context;
  const words = texts.studio.styles;
  if (owner.memberId === undefined) requireManager(interaction.server, context);
  const name = requireName(givenName, texts);
  const text = givenText?.trim().replaceAll(/\s+/g, ' ');
  const { length } = text ?? '';
  if (length > STYLE_TEXT_MAX_CHARACTERS) throw new MemberError(words.textTooLong(length, STYLE_TEXT_MAX_CHARACTERS));
  if (text === '' && Object.values(options).every((one) => one === undefined)) throw new MemberError(words.empty);
  const saved = await studio.styles.save(owner, {
    name,
    options,
    byId: interaction.userId,
    ...(text !== undefined && { text: text || undefined }),
    ...(sample && { sample }),
  });
  if (saved.outcome === 'full') throw new MemberError(words.full(STYLES_MAX), 'limit.records');
  return saved;
}

function requireName(given: string, texts: Texts): string {
  const name = given.replaceAll(/\s+/g, ' ').trim().slice(0, STYLE_NAME_MAX_CHARACTERS).trim();
  if (name === '') throw new MemberError(texts.studio.styles.nameEmpty);
  return name;
}
