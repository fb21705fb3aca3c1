import { z } from 'zod';

/** What a button does. All of its state is in its custom id and the store, so that it works after a restart. */
export const BUTTON_ACTIONS = [
  'cancel',
  'again',
  'delete',
  'prompt',
  'fetch',
  'history',
  'forget',
  'ask',
  'servers',
  'resolve',
  'settings',
  'waiting',
  'queue',
  'round',
  'report',
  'reported',
  'preview',
  'gallery',
] as const;
export type ButtonAction = (typeof BUTTON_ACTIONS)[number];

/** Job ids are interaction ids in base 36. */
const jobIdSchema = z.string().regex(/^[0-9a-z]{1,14}$/);
const memberIdSchema = z.string().regex(/^\d{17,20}$/);

const customIdSchema = z
  .string()
  .max(100)
  .transform((text) => text.split(':'))
  .pipe(
    z.union([
      z.tuple([z.enum(['cancel', 'again', 'delete', 'prompt', 'fetch']), jobIdSchema, memberIdSchema]),
      // With the message that is reported, on the form.
      z.tuple([z.literal('report'), z.string().regex(/^[0-9a-z]{1,14}(?:-\d{17,20})?$/), memberIdSchema]),
      z.tuple([z.literal('history'), z.string().regex(/^\d{1,3}$/), memberIdSchema]),
      z.tuple([z.literal('forget'), z.enum(['ask', 'yes']), memberIdSchema]),
      z.tuple([z.literal('ask'), z.string().regex(/^(?:yes|no)-[0-9a-z]{1,14}$/), memberIdSchema]),
      z.tuple([z.literal('settings'), z.string().regex(/^[\w-]{1,60}$/), memberIdSchema]),
      z.tuple([
        z.literal('waiting'),
        z.string().regex(/^(?:approve|reject|edit|trust|withdraw|why|second|veto|prompt)-[0-9a-z]{1,14}(?:-\d{1,9})?$/),
        memberIdSchema,
      ]),
      z.tuple([z.literal('queue'), z.literal('cards'), memberIdSchema]),
      z.tuple([z.literal('preview'), z.string().regex(/^(?:look|publish|discard)-[0-9a-z]{1,14}$/), memberIdSchema]),
      z.tuple([z.literal('gallery'), z.string().regex(/^(?:show|out)-[0-9a-z]{1,14}$/), memberIdSchema]),
      z.tuple([z.literal('reported'), z.string().regex(/^(?:keep|remove)-[0-9a-z]{1,14}$/), memberIdSchema]),
      z.tuple([
        z.literal('round'),
        z
          .string()
          .regex(
            /^(?:submit|mine|withdraw|entries|page|vote|manage|managepage|remove|letin|end|cancel|surely)-[0-9a-z]{1,14}(?:-[0-9a-z]{1,10}){0,3}$/,
          ),
        memberIdSchema,
      ]),
      z.tuple([
        z.literal('resolve'),
        z
          .string()
          .regex(
            /^(?:list-\d{1,4}-(?:all|\d{17,20})|(?:settle|release)-\d{1,4}-(?:all|one)-\d{17,20}-[0-9a-z]{1,14}-\d|(?:ask|yes)(?:settle|release)-\d{1,4}-(?:all|\d{17,20})-[0-9a-f]{8})$/,
          ),
        memberIdSchema,
      ]),
      z.tuple([z.literal('servers'), z.string().regex(/^\d{1,3}$/), memberIdSchema]),
    ]),
  )
  .transform(([action, argument, memberId]) => ({ action, argument, memberId }));

export interface CustomId {
  action: ButtonAction;
  /** The job's id, the page, or what the action needs else. */
  argument: string;
  /** Whose job or list it is. */
  memberId: string;
}

export function customIdOf({ action, argument, memberId }: CustomId): string {
  return `${action}:${argument}:${memberId}`;
}

/** @returns undefined for anything that Easel did not make. */
export function parseCustomId(text: string): CustomId | undefined {
  return customIdSchema.safeParse(text).data;
}

export function jobIdOf(interactionId: string): string {
  return BigInt(interactionId).toString(36);
}
