import { z } from 'zod';
import { invalidForm } from '../errors.ts';
import { embedLimits as limits, messageLimits } from '../limits.ts';
import { address, optional, text } from './fields.ts';

const picture = optional(z.object({ url: address(limits.url, { attachment: true }) }));
const icon = optional(address(limits.url, { attachment: true }));

export const embed = z.object({
  title: optional(z.string().max(limits.title)),
  description: optional(z.string().max(limits.description)),
  url: optional(address(limits.url)),
  timestamp: optional(z.string().refine((value) => !Number.isNaN(Date.parse(value)), 'Not a well formed date.')),
  color: optional(z.int().min(0).max(0xffffff)),
  footer: optional(z.object({ text: text(limits.footer), icon_url: icon })),
  author: optional(z.object({ name: text(limits.author), url: optional(address(limits.url)), icon_url: icon })),
  image: picture,
  thumbnail: picture,
  fields: optional(
    z
      .array(
        z.object({
          name: text(limits.fieldName),
          value: text(limits.fieldValue),
          inline: optional(z.boolean()),
        }),
      )
      .max(limits.fields),
  ),
});
export type Embed = z.output<typeof embed>;

const lengthOf = (one: Embed): number =>
  (one.title?.length ?? 0) +
  (one.description?.length ?? 0) +
  (one.footer?.text.length ?? 0) +
  (one.author?.name.length ?? 0) +
  (one.fields ?? []).reduce((sum, field) => sum + field.name.length + field.value.length, 0);

/** @throws DiscordRefusal 400 code 50035 when all embeds together are too long. */
export const checkEmbedsTotal = (embeds: Embed[]): void => {
  if (embeds.reduce((sum, one) => sum + lengthOf(one), 0) <= messageLimits.embedsTotal) return;
  const message = `Embed size exceeds maximum size of ${messageLimits.embedsTotal}`;
  throw invalidForm(['embeds'], 'MAX_EMBED_SIZE_EXCEEDED', message);
};

/** The parts of an embed that show a file, to be resolved to addresses. */
export const embedPictures = (one: Embed): { url: string }[] =>
  [one.image, one.thumbnail].filter((part) => part !== undefined);
