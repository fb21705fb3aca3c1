import type { APIButtonComponentWithCustomId } from 'discord.js';
import { button } from '../../src/discord/messages/components.ts';

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
  back: Each;
  on: Each;
}

/** Buttons to the neighboring pages; none if there's only one page. The ids must differ, even where there's no page. */
export function pageButtons(
  { back, on }: Neighbors<{ id: string; isThere: boolean }>,
  labels: Neighbors<string>,
): APIButtonComponentWithCustomId[] {
  if (!back.isThere && !on.isThere) return [];
  return [
    button(back.id, labels.back, undefined, { disabled: !back.isThere }),
    button(on.id, labels.on, undefined, { disabled: !on.isThere }),
  ];
}

/** The same for pages that have numbers. */
export const numberedPageButtons = (
  { page, pages }: Omit<Paged<unknown>, 'shown'>,
  idOf: (page: number) => string,
  labels: Neighbors<string>,
): APIButtonComponentWithCustomId[] =>
  pageButtons(
    {
      back: { id: idOf(page === 0 ? pages + 1 : page - 1), isThere: page > 0 },
      on: { id: idOf(page + 1), isThere: page < pages - 1 },
    },
    labels,
  );
