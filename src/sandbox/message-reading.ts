import type { MessageView } from './discord/people/views.ts';

/** Reads messages the way a person does: their words, media and buttons. */

/** Yields every component of a message, outer components first. */
export function* componentsOf(components: readonly unknown[]): Generator<Record<string, unknown>> {
  for (const component of components) {
    const known = component as Record<string, unknown>;
    yield known;
    if (Array.isArray(known['components'])) yield* componentsOf(known['components']);
    if (known['accessory']) yield* componentsOf([known['accessory']]);
  }
}

/** Discord shows a mention as the command that people would type. Options follow it as code. */
const COMMAND_MENTION = /<\/([^:>]+):\d+>(?: `([a-z_]+: [^`]+)`)?/g;

const typedWords = (_: string, path: string, options = ''): string => `\`${`/${path} ${options}`.trim()}\``;

type Shown = Pick<MessageView, 'content'> & { components: readonly unknown[] };

/** All words of a message in order, with buttons in brackets. */
export function textOf(message: Shown): string {
  const texts = [...componentsOf(message.components)].flatMap(({ content, label }) => [
    ...(typeof content === 'string' ? [content.replace(COMMAND_MENTION, typedWords)] : []),
    ...(typeof label === 'string' ? [`[${label}]`] : []),
  ]);
  return [message.content, ...texts].filter((text) => text !== '').join('\n');
}

export interface ShownMedia {
  url: string;
  contentType: string | undefined;
  altText: string | undefined;
  spoiler: boolean;
}

/** The pictures, clips and sounds that a message shows. */
export function mediaOf(message: Shown): ShownMedia[] {
  return [...componentsOf(message.components)].flatMap(({ items, file, spoiler }) => [
    ...(Array.isArray(items) ? items : []).map((item) => shownMedia(item.media, item.description, item.spoiler)),
    ...(file ? [shownMedia(file as Record<string, unknown>, undefined, spoiler)] : []),
  ]);
}

function shownMedia(media: Record<string, unknown>, altText: unknown, spoiler: unknown): ShownMedia {
  const contentType = media['content_type'];
  return {
    url: String(media['url']),
    contentType: typeof contentType === 'string' ? contentType : undefined,
    altText: typeof altText === 'string' ? altText : undefined,
    spoiler: spoiler === true,
  };
}

/** The custom id of the button with this label, which a price may follow. What follows *★* changes with each star. */
export function findButton(message: Shown, label: string): string | undefined {
  const button = [...componentsOf(message.components)].find(
    ({ label: words }) =>
      typeof words === 'string' && (words === label || words.startsWith(label === '★' ? '★ ' : `${label} · `)),
  );
  return typeof button?.['custom_id'] === 'string' ? button['custom_id'] : undefined;
}

/** The same. @throws if there is none */
export function buttonOf(message: Shown, label: string): string {
  const customId = findButton(message, label);
  if (customId === undefined) throw new Error(`no button "${label}" on:\n${textOf(message)}`);
  return customId;
}
