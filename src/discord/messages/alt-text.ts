import type { Texts } from '../../texts/en.ts';
import { ALT_TEXT_LIMIT } from '../rest/message-body.ts';
import { cut } from './prompt-text.ts';

/** What people hear of pictures and clips. */

/** Says which of several files it is, then what they all show. @param number from 1 */
export function altTextOf(altText: string, number: number, of: number, { works }: Texts): string {
  return cut(of > 1 ? works.altOf(number, of, altText) : altText, ALT_TEXT_LIMIT);
}

/** Describes each file of a message by its place among them. */
export function describeFiles(names: readonly string[], altText: string, texts: Texts): (name: string) => string {
  return (name) => altTextOf(altText, names.indexOf(name) + 1, names.length, texts);
}
