import { z } from 'zod';

const id = z.string().regex(/^\d{1,20}$/);
const who = { as: id, channelId: id };
const values = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
const command = { ...who, name: z.string(), group: z.string().optional(), subcommand: z.string().optional() };

/** What a person does at Discord. Files come separately, each under the name of its option. */
export const personActSchema = z.discriminatedUnion('do', [
  z.object({ do: z.literal('command'), ...command, options: values.default({}) }),
  z.object({ do: z.literal('autocomplete'), ...command, options: values.default({}), focused: z.string() }),
  z.object({ do: z.literal('menu'), ...who, name: z.string(), targetId: id }),
  z.object({ do: z.literal('press'), ...who, messageId: id, customId: z.string() }),
  z.object({ do: z.literal('select'), ...who, messageId: id, customId: z.string(), values: z.array(z.string()) }),
  z.object({
    do: z.literal('modal'),
    ...who,
    interactionId: id,
    values: z.record(z.string(), z.union([z.string(), z.array(z.string())])).default({}),
  }),
  z.object({ do: z.literal('post'), ...who, content: z.string().default(''), replyTo: id.optional() }),
  z.object({ do: z.literal('delete'), ...who, messageId: id }),
]);
export type PersonAct = z.output<typeof personActSchema>;

/** What a visitor does behind the scenes. */
export const backstageActSchema = z.discriminatedUnion('do', [
  z.object({ do: z.literal('fault'), of: z.enum(['service', 'discord']), name: z.string(), on: z.boolean() }),
  z.object({ do: z.literal('clear-faults') }),
  z.object({ do: z.literal('shut-out'), channelId: id, on: z.boolean() }),
  z.object({ do: z.literal('jump'), minutes: z.number().positive().max(1440) }),
  z.object({ do: z.literal('task'), taskId: z.string(), to: z.enum(['run', 'finish', 'fail']) }),
  z.object({ do: z.literal('service-credits'), credits: z.int().min(0).max(1_000_000_000) }),
  z.object({ do: z.literal('bot'), to: z.enum(['restart', 'kill', 'start']), process: z.int().min(0).default(0) }),
]);
export type BackstageAct = z.output<typeof backstageActSchema>;

/** What the page tells its server over the socket: the person and the channel to watch. */
export const watchSchema = z.object({ personId: id, channelId: id.nullable() });
export type Watch = z.output<typeof watchSchema>;
