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

/** @param wanted the page; the nearest where the list has become shorter. */
export function pageOf<Item>(all: readonly Item[], wanted: number, mostShown: number): Paged<Item> {
  const pages = Math.max(1, Math.ceil(all.length / mostShown));
  const page = Math.min(Math.max(wanted, 0), pages - 1);
  return { page, pages, shown: all.slice(page * mostShown, (page + 1) * mostShown) };
}

/** To turn the page, back and on; none where there is one page only. */
export function turningButtons(
  { page, pages }: Omit<Paged<unknown>, 'shown'>,
  idOf: (page: number) => string,
  labels: { back: string; on: string },
): APIButtonComponentWithCustomId[] {
  if (pages === 1) return [];
  // Discord wants different ids on one message, also where a button leads nowhere.
  return [
    button(idOf(page === 0 ? pages + 1 : page - 1), labels.back, undefined, { disabled: page === 0 }),
    button(idOf(page + 1), labels.on, undefined, { disabled: page === pages - 1 }),
  ];
}
