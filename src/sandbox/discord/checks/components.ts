import { z } from 'zod';
import { invalidForm } from '../errors.ts';
import { componentLimits as limits } from '../limits.ts';
import { parseForm } from './parse.ts';
import { actionRow, container, file, gallery, section, textDisplay } from './parts.ts';

export const messageComponent = z.discriminatedUnion('type', [
  actionRow,
  section,
  textDisplay,
  gallery,
  file,
  container,
]);
/** A component at the top level of a message. */
export type MessageComponent = z.output<typeof messageComponent>;
type Container = z.output<typeof container>;
type ActionRow = z.output<typeof actionRow>;
type Section = z.output<typeof section>;
/** Any component of a message, at any depth. */
export type AnyComponent =
  | MessageComponent
  | Container['components'][number]
  | ActionRow['components'][number]
  | Section['components'][number]
  | Section['accessory'];
/** A component that a person can press or choose from. */
export type Control = ActionRow['components'][number];

type Path = (string | number)[];

/** Yields every component with its path in the body, outer components first. */
export function* walk(
  components: readonly AnyComponent[],
  path: Path = ['components'],
): Generator<{ component: AnyComponent; path: Path }> {
  for (const [index, component] of components.entries()) {
    const own = [...path, index];
    yield { component, path: own };
    if (component.type === 1 || component.type === 17 || component.type === 9) {
      yield* walk(component.components, [...own, 'components']);
    }
    if (component.type === 9) yield { component: component.accessory, path: [...own, 'accessory'] };
  }
}

export const isControl = (component: AnyComponent): component is Control => [2, 3, 5, 6, 8].includes(component.type);

/** The media of one component, with the path of each address. */
export const mediaOf = (component: AnyComponent): { media: { url: string }; path: Path }[] => {
  if (component.type === 11) return [{ media: component.media, path: ['media', 'url'] }];
  if (component.type === 13) return [{ media: component.file, path: ['file', 'url'] }];
  if (component.type !== 12) return [];
  return component.items.map(({ media }, index) => ({ media, path: ['items', index, 'media', 'url'] }));
};

const legacyList = z.array(z.discriminatedUnion('type', [actionRow])).max(limits.rows);
const list = z.array(messageComponent).max(limits.totalV2);

/**
 * Parses the components of a message, checks them one by one and together, and gives ids to those without one.
 * @throws DiscordRefusal 400 code 50035
 */
export const parseComponents = (body: unknown, isV2: boolean, under: Path = ['components']): MessageComponent[] => {
  const components: MessageComponent[] = parseForm(isV2 ? list : legacyList, body, under);
  const all = [...walk(components, under)];
  if (isV2 && all.length > limits.totalV2) {
    throw invalidForm(under, 'BASE_TYPE_MAX_LENGTH', `Must be ${limits.totalV2} or fewer in length.`);
  }
  const texts = all.map(({ component }) => (component.type === 10 ? component.content.length : 0));
  if (texts.reduce((sum, length) => sum + length, 0) > limits.textDisplayTotal) {
    const message = `The total length of all text displays must be ${limits.textDisplayTotal} or fewer.`;
    throw invalidForm(under, 'COMPONENT_MAX_TOTAL_TEXT_LENGTH_EXCEEDED', message);
  }
  assignIds(all);
  return components;
};

interface Found {
  component: { id?: number | undefined; custom_id?: string | undefined };
  path: Path;
}

/** Gives an id to each component without one. @throws DiscordRefusal 400 code 50035 if two share an id or custom id */
export const assignIds = (all: Found[]): void => {
  const customIds = new Set<string>();
  const ids = new Set<number>();
  for (const { component, path } of all) {
    if (component.custom_id !== undefined) {
      if (customIds.has(component.custom_id)) {
        const message = 'Component custom id cannot be duplicated';
        throw invalidForm([...path, 'custom_id'], 'COMPONENT_CUSTOM_ID_DUPLICATED', message);
      }
      customIds.add(component.custom_id);
    }
    if (!component.id) continue;
    if (ids.has(component.id)) {
      throw invalidForm([...path, 'id'], 'COMPONENT_ID_DUPLICATED', 'Component id cannot be duplicated');
    }
    ids.add(component.id);
  }
  let next = 1;
  for (const { component } of all) {
    if (component.id) continue;
    while (ids.has(next)) next++;
    component.id = next++;
  }
};
