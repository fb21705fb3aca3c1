import { z } from 'zod';

/** The parts that the arguments of custom ids are made of. */

/** A job, a request or a round: interactions' ids in base 36. */
export const idPart = z.string().regex(/^[0-9a-z]{1,14}$/);
export const snowflakePart = z.string().regex(/^\d{17,20}$/);
export const numberPart = z.codec(z.string().regex(/^\d{1,9}$/), z.int().min(0), { decode: Number, encode: String });
/** In base 36. */
export const timePart = z.codec(z.string().regex(/^[0-9a-z]{1,10}$/), z.int().min(0), {
  decode: (text) => Number.parseInt(text, 36),
  encode: (atMs) => atMs.toString(36),
});
