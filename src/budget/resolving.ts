import { z } from 'zod';
import type { Accounts } from './accounts.ts';
import { idSchema } from './amounts.ts';

/** The service's ids are its own: as long as the client takes them. */
export const taskIdSchema = z.string().min(1).max(256);

/** A hold that an operator is ending: kept from before the account is written until what came of it is counted. */
export const resolvingSchema = z.strictObject({
  guildId: idSchema,
  /** Where the create was answered: its charge was counted then. */
  taskId: taskIdSchema.optional(),
});
export type Resolving = z.output<typeof resolvingSchema>;

/** What an account says of a hold that an operator wanted to end. */
export type HoldState =
  | { state: 'held' }
  /** By an operator. */
  | { state: 'settled' | 'released'; credits: number }
  /** By the task's own end, or so long ago that the ledger does not tell. */
  | { state: 'gone' };

/** @throws StoreError when the account cannot be read. */
export async function holdStateOf(
  accounts: Pick<Accounts, 'holds' | 'ledger'>,
  guildId: string,
  taskKey: string,
): Promise<HoldState> {
  if ((await accounts.holds(guildId)).some((hold) => hold.taskKey === taskKey)) return { state: 'held' };
  const { entries } = await accounts.ledger(guildId);
  const end = entries.findLast(
    (entry) => (entry.kind === 'settled' || entry.kind === 'released') && entry.taskKey === taskKey,
  );
  if (end?.kind === 'settled' && end.byId !== undefined) return { state: 'settled', credits: end.chargedCredits };
  if (end?.kind === 'released' && end.byId !== undefined) return { state: 'released', credits: end.credits };
  return { state: 'gone' };
}
