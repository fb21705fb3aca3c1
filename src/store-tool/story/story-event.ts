import { z } from 'zod';
import { isSecretField, scrub } from '../../log.ts';

export interface StoryEvent {
  atMs: number;
  /** The record that it is from, or a line of the log with its level. */
  source: string;
  text: string;
}

const TEXT_MAX_CHARACTERS = 200;
const NOTHING: readonly unknown[] = [null, undefined, ''];

/**
 * Words with the fields of a record or of a line of the log: `held (credits 5)`. Leaves out secrets and omitted values,
 * which the story says already. A record's prompts aren't secret fields, so leave them out before.
 */
export function withFacts(text: string, fields: object, omitted: readonly unknown[] = []): string {
  const facts = Object.entries(fields).flatMap(([name, value]) => {
    if (isSecretField(name) || NOTHING.includes(value) || omitted.includes(value)) return [];
    return [`${name} ${wordOf(value)}`];
  });
  return scrub(facts.length === 0 ? text : `${text} (${facts.join(', ')})`);
}

const errorSchema = z.object({ message: z.string() });

/** An error's message, without its stack. */
function wordOf(value: unknown): string {
  const error = errorSchema.safeParse(value);
  const text = error.success ? `"${error.data.message}"` : typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= TEXT_MAX_CHARACTERS ? text : `${text.slice(0, TEXT_MAX_CHARACTERS - 1)}…`;
}
