import type { APIButtonComponentWithCustomId } from 'discord.js';
import { button } from '../../src/discord/messages/components.ts';

/** Lists in a message: as many lines as fit, or one page of several. */

/** The text displays of a message have at most 4000 characters together. */
const LIST_MAX_CHARACTERS = 3_500;

/** A title and as many lines as fit in a message, or the text for an empty list. */
export function listed(title: string, none: string, lines: readonly string[], more: (count: number) => string): string {
  if (lines.length === 0) return none;
  const shown = fitting(lines, LIST_MAX_CHARACTERS - title.length);
  const left = lines.length - shown.length;
  return [title, ...shown, ...(left > 0 ? [more(left)] : [])].join('\n');
}

/** As many of the first lines as fit. */
export function fitting(lines: readonly string[], maxCharacters: number): string[] {
  let size = 0;
  const over = lines.findIndex((line) => {
    size += line.length + 1;
    return size > maxCharacters;
  });
  return over < 0 ? [...lines] : lines.slice(0, over);
}

/** One page of a list. */
export interface Paged<Item> {
  /** From 0. */
  page: number;
  /** At least one, which may be empty. */
  pages: number;
  shown: readonly Item[];
}

/** @param wanted the page; if the list has become shorter, the nearest one is returned */
export function pageAt<Item>(all: readonly Item[], wanted: number, mostShown: number): Paged<Item> {
  const pages = Math.max(1, Math.ceil(all.length / mostShown));
  const page = Math.min(Math.max(wanted, 0), pages - 1);
  return { page, pages, shown: all.slice(page * mostShown, (page + 1) * mostShown) };
}

/** The previous and the next page. */
interface Neighbors<Each> {
  previous: Each;
  next: Each;
}

/** Buttons to the neighboring pages; none if there's only one page. The ids must differ, even where there's no page. */
export function pageButtons(
  { previous, next }: Neighbors<{ id: string; isThere: boolean }>,
  labels: Neighbors<string>,
): APIButtonComponentWithCustomId[] {
  if (!previous.isThere && !next.isThere) return [];
  return [
    button(previous.id, labels.previous, undefined, { disabled: !previous.isThere }),
    button(next.id, labels.next, undefined, { disabled: !next.isThere }),
  ];
}

/** The same for pages that have numbers. */
export function numberedPageButtons(
  { page, pages }: Omit<Paged<unknown>, 'shown'>,
  idOf: (page: number) => string,
  labels: Neighbors<string>,
): APIButtonComponentWithCustomId[] {
  const previous = { id: idOf(page === 0 ? pages + 1 : page - 1), isThere: page > 0 };
  return pageButtons({ previous, next: { id: idOf(page + 1), isThere: page < pages - 1 } }, labels);
}
