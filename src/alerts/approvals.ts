import { z } from 'zod';
import { createLane } from '../engine/lane.ts';
import type { Needs } from '../runtime.ts';
import { everyPage } from '../store/pages.ts';
import { type Collection, defineCollection } from '../store/store.ts';
import { DAY_MS, isWithinLast } from '../time/clock.ts';
import { alertOperator, type PostToOperator } from './alert-operator.ts';

/** The card of a server was posted. */
export const approvalCardSchema = z.strictObject({ postedAtMs: z.int().min(0) });
export type ApprovalCard = z.output<typeof approvalCardSchema>;

export const approvalCardCollection = defineCollection({
  name: 'approval_cards',
  schema: approvalCardSchema,
  serverOf: 'key',
  keeps: {
    what: 'when the operator was asked about a server',
    ends: { when: 'never' },
    erased: 'none',
  },
});

/** Strangers who invite the bot must not flood the operator. Further servers wait. */
const CARDS_A_DAY_MAX = 20;

export interface ApprovalsParts extends Needs<'clock' | 'log' | 'store'> {
  isApproved: (guildId: string) => Promise<boolean>;
  serverName: (guildId: string) => Promise<string | undefined>;
  /** The monthly allowance that the card offers. */
  offeredCredits: number;
  post: PostToOperator;
}

/** Asks the operator about new servers without credits, with a single card for each server. */
export function createApprovals(parts: ApprovalsParts) {
  const { store, isApproved, serverName, offeredCredits, clock, log } = parts;
  const collection = store.collection(approvalCardCollection);
  /** When the last day's cards were posted, oldest first. Read from the store before the first card. */
  let postedAtMs: readonly number[] | undefined;

  const postedWithinADay = async (nowMs: number): Promise<readonly number[]> => {
    postedAtMs ??= await timesIn(collection);
    postedAtMs = postedAtMs.filter((atMs) => isWithinLast(DAY_MS, atMs, nowMs));
    return postedAtMs;
  };

  const lane = createLane({
    clock,
    log,
    name: 'new server',
    // One at a time, so that together they keep the limit.
    atOnce: 1,
    step: async (guildId, { signal }) => {
      if ((await collection.get(guildId)) || (await isApproved(guildId))) return undefined;
      const nowMs = clock.now();
      const recent = await postedWithinADay(nowMs);
      const [oldestAtMs = nowMs] = recent;
      if (recent.length >= CARDS_A_DAY_MAX) return { dueInMs: oldestAtMs + DAY_MS - nowMs };
      const alert = { kind: 'new server', guildId, name: await serverName(guildId), offeredCredits } as const;
      await alertOperator(parts.post, alert, [guildId], signal);
      await collection.set(guildId, { postedAtMs: nowMs });
      postedAtMs = [...recent, nowMs];
      return undefined;
    },
  });
  return {
    run: lane.run,
    /** A request was refused because its server isn't approved. Returns at once. */
    onNotApproved: (guildId: string): void => lane.due(guildId, guildId),
  };
}

async function timesIn(collection: Collection<ApprovalCard>): Promise<number[]> {
  const times: number[] = [];
  for await (const { records } of everyPage(collection)) times.push(...records.map(([, card]) => card.postedAtMs));
  return times.sort((a, b) => a - b);
}
