import type { WorldView } from '../../playground/protocol.ts';
import { channelOf, personOf } from '../state/world.ts';
import { type Leaf, leavesOf } from './parse-inline.ts';
import { formatTime } from './times.ts';

/** A text without its marks, for lines without links and buttons. */
export const plainText = (text: string, world: WorldView | null, nowMs: number): string =>
  leavesOf(text)
    .map((one) => wordsOf(one, world, nowMs))
    .join('');

const wordsOf = (inline: Leaf, world: WorldView | null, nowMs: number): string => {
  switch (inline.kind) {
    case 'text':
    case 'code':
    case 'everyone':
      return inline.text;
    case 'user':
      return personOf(world, inline.id)?.name ?? 'someone';
    case 'role':
      return world?.guilds.flatMap(({ roles }) => roles).find(({ id }) => id === inline.id)?.name ?? 'some role';
    case 'channel':
      return `#${channelOf(world, inline.id)?.name ?? 'unknown'}`;
    case 'command':
      return `/${inline.name}`;
    case 'time':
      return formatTime(inline.seconds * 1000, inline.style, nowMs);
  }
};
