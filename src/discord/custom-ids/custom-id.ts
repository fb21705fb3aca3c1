import { z } from 'zod';

/** What a press or a form tells: all else is in the store, so that every button works after a restart. */
export interface CustomId {
  /** Whose button it is. */
  action: string;
  /** What else it needs; that button's own schema reads it. */
  argument: string;
  /** Whose job, list or view it is. */
  memberId: string;
}

/** Discord's. */
const CUSTOM_ID_MAX_CHARACTERS = 100;

const customIdSchema = z
  .string()
  .max(CUSTOM_ID_MAX_CHARACTERS)
  .transform((text) => text.split(':'))
  .pipe(z.tuple([z.string().regex(/^[a-z]+$/), z.string().regex(/^[\w.-]+$/), z.string().regex(/^\d{17,20}$/)]))
  .transform(([action, argument, memberId]): CustomId => ({ action, argument, memberId }));

/** @throws RangeError for one that Discord would not take. */
export function customIdOf({ action, argument, memberId }: CustomId): string {
  const text = `${action}:${argument}:${memberId}`;
  if (text.length > CUSTOM_ID_MAX_CHARACTERS) throw new RangeError(`a custom id is too long: ${text}`);
  return text;
}

/** @returns undefined for anything that is none of Easel's form. */
export function parseCustomId(text: string): CustomId | undefined {
  return customIdSchema.safeParse(text).data;
}
