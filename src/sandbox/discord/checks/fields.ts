import { z } from 'zod';

/** A field that may be missing or null. Both become undefined. */
export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? undefined);

/** Text of one to `most` characters. */
export const text = (most: number) => z.string().min(1).max(most);

/** Where whitespace alone would show nothing, Discord counts it as missing. */
export const visibleText = (most: number) =>
  z
    .string()
    .max(most)
    .refine((value) => value.trim() !== '', {
      message: 'This field is required',
      params: { code: 'BASE_TYPE_REQUIRED' },
    });

/** A web address or, with `attachment`, a file of the same message. */
export const address = (most: number, { attachment = false } = {}) =>
  z
    .string()
    .max(most)
    .refine((value) => isWebAddress(value) || (attachment && value.startsWith('attachment://')), {
      message: attachment
        ? "Scheme must be one of ('http', 'https', 'attachment')."
        : "Scheme must be one of ('http', 'https').",
      params: { code: 'URL_TYPE_INVALID_SCHEME' },
    });

const isWebAddress = (value: string): boolean => {
  const url = URL.parse(value);
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:');
};
