import { z } from 'zod';
import { componentLimits as limits } from '../limits.ts';
import { button, componentId, selects } from './controls.ts';
import { address, optional, text, visibleText } from './fields.ts';

export const textDisplay = z.object({
  type: z.literal(10),
  id: componentId,
  content: visibleText(limits.textDisplayTotal),
});

const media = z.object({ url: address(limits.mediaUrl, { attachment: true }) });
const mediaDescription = optional(text(limits.mediaDescription));
const spoiler = optional(z.boolean());

const thumbnail = z.object({
  type: z.literal(11),
  id: componentId,
  media,
  description: mediaDescription,
  spoiler,
});

export const section = z.object({
  type: z.literal(9),
  id: componentId,
  components: z.array(textDisplay).min(1).max(limits.sectionTexts),
  accessory: z.discriminatedUnion('type', [button, thumbnail]),
});

export const gallery = z.object({
  type: z.literal(12),
  id: componentId,
  items: z
    .array(z.object({ media, description: mediaDescription, spoiler }))
    .min(1)
    .max(limits.gallery),
});

export const file = z.object({
  type: z.literal(13),
  id: componentId,
  file: z.object({
    url: z.string().startsWith('attachment://', { error: 'Files have to be attachments of the message' }),
  }),
  spoiler,
});

export const actionRow = z
  .object({
    type: z.literal(1),
    id: componentId,
    components: z
      .array(z.discriminatedUnion('type', [button, ...selects]))
      .min(1)
      .max(limits.rowButtons),
  })
  .refine((row) => row.components.length === 1 || row.components.every((part) => part.type === 2), {
    path: ['components'],
    message: 'A row holds up to 5 buttons or one select',
    params: { code: 'COMPONENT_LAYOUT_WIDTH_EXCEEDED' },
  });

export const container = z.object({
  type: z.literal(17),
  id: componentId,
  components: z
    .array(z.discriminatedUnion('type', [actionRow, section, textDisplay, gallery, file]))
    .min(1)
    .max(limits.totalV2),
  accent_color: optional(z.int().min(0).max(limits.colour)),
  spoiler,
});
