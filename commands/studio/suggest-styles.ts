import type { InteractionOf, Suggestions } from '../../src/discord/interactions/interaction.ts';
import { foldedName, PRESET_KEYS, type Preset, type Style } from '../../src/studio/style.ts';
import { kindOf, type MediaKind, type ModelNames, nameOfModel } from '../../src/task-api/models.ts';
import type { CommandContext } from '../support/context.ts';

/**
 * Names that contain what was typed so far: the member's own first.
 * @param kind what is to be made: those for the other are left out.
 */
export async function suggestStyles(
  { focused, server, userId: memberId, options }: InteractionOf<'autocomplete'>,
  { rules, studio: { styles }, texts }: CommandContext,
  kind?: MediaKind,
): Promise<Suggestions> {
  if (!server) return [];
  const { guildId } = server;
  const typed = foldedName(String(options[focused] ?? ''));
  const [own, servers] = await Promise.all([styles.listOf({ guildId, memberId }), styles.listOf({ guildId })]);
  const { modelNames } = (await rules()).settings;
  const known = new Set(own.map(({ name }) => foldedName(name)));
  const sentences = texts.studio.styles;
  return [
    ...own.map((one) => ({ ...one, facts: presetFactsOf(one, texts, modelNames) })),
    ...servers
      .filter(({ name }) => !known.has(foldedName(name)))
      .map((one) => ({ ...one, facts: [sentences.serversSuffix, ...presetFactsOf(one, texts, modelNames)] })),
  ]
    .filter(({ name, preset }) => foldedName(name).includes(typed) && isFor(kind, preset))
    .map(({ name, facts }) => ({ name: [name, ...facts].join(texts.models.between), value: name }));
}

function isFor(kind: MediaKind | undefined, preset: Preset | undefined): boolean {
  return kind === undefined || preset?.modelId === undefined || kindOf(preset.modelId) === kind;
}

/** How it is made, as far as the style says. */
export function presetFactsOf(
  { preset = {} }: Pick<Style, 'preset'>,
  texts: CommandContext['texts'],
  own?: ModelNames,
): string[] {
  return PRESET_KEYS.flatMap((key) => presetFact(preset, key, texts, own));
}

/** One of those facts, where there is one. */
export function presetFact(
  preset: Preset,
  key: keyof Preset,
  { studio }: CommandContext['texts'],
  own?: ModelNames,
): string[] {
  const words = studio.styles;
  const { modelId, aspectRatio, count, spoiler } = preset;
  switch (key) {
    case 'modelId':
      return modelId === undefined ? [] : [nameOfModel(modelId, own)];
    case 'aspectRatio':
      return aspectRatio === undefined ? [] : [aspectRatio];
    case 'count':
      return count === undefined ? [] : [words.count(count)];
    case 'spoiler':
      return spoiler === undefined ? [] : [words.spoiler(spoiler)];
  }
}
