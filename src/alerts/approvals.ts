import { z } from 'zod';
import { createLane } from '../engine/lane.ts';
import type { Log } from '../log.ts';
import { everyPage } from '../store/pages.ts';
import type { Collection } from '../store/store.ts';
import { type Clock, DAY_MS } from '../time/clock.ts';
import { type PostToOperator, tellOperator } from './notices.ts';

/** Asks the operator about new servers that have no credits: with one card for each server, ever. */
export interface Approvals {
  /** A request was refused because its server is not approved. Returns at once. */
  notice(guildId: string): void;
  run(signal: AbortSignal): Promise<void>;
}

/** The card of a server was posted. */
export const approvalCardSchema = z.strictObject({ postedAtMs: z.int().min(0) });
export type ApprovalCard = z.output<typeof approvalCardSchema>;

/** Strangers who invite the bot must not flood the operator: further servers wait until a day has passed. */
const CARDS_A_DAY_MAX = 20;

export interface ApprovalsParts {
  /** By server. */
  collection: Collection<ApprovalCard>;
  isApproved: (guildId: string) => Promise<boolean>;
  serverName: (guildId: string) => Promise<string | undefined>;
  /** What the card offers to give each month. */
  offeredCredits: number;
  clock: Clock;
  log: Log;
  post: PostToOperator;
}

export function createApprovals(parts: ApprovalsParts): Approvals {
  const { collection, isApproved, serverName, offeredCredits, clock, log } = parts;
  /** When the cards of the last day were posted, oldest first; read from the store at the first card. */
  let postedAtMs: readonly number[] | undefined;

  const postedWithinADay = async (nowMs: number): Promise<readonly number[]> => {
    postedAtMs ??= await timesIn(collection);
    postedAtMs = postedAtMs.filter((atMs) => atMs > nowMs - DAY_MS);
    return postedAtMs;
  };

  const lane = createLane({
    clock,
    log,
    name: 'new server',
    // Together they keep to the bound.
    atOnce: 1,
    step: async (guildId, { signal }) => {
      if ((await collection.get(guildId)) || (await isApproved(guildId))) return undefined;
      const nowMs = clock.now();
      const recent = await postedWithinADay(nowMs);
      const [oldestAtMs = nowMs] = recent;
      if (recent.length >= CARDS_A_DAY_MAX) return { dueInMs: oldestAtMs + DAY_MS - nowMs };
      const alert = { kind: 'new server', guildId, name: await serverName(guildId), offeredCredits } as const;
      await tellOperator(parts.post, alert, [guildId], signal);
      await collection.set(guildId, { postedAtMs: nowMs });
      postedAtMs = [...recent, nowMs];
      return undefined;
    },
  });
  return { notice: (guildId) => lane.due(guildId, guildId), run: lane.run };
}

async function timesIn(collection: Collection<ApprovalCard>): Promise<number[]> {
  const times: number[] = [];
  for await (const { records } of everyPage(collection)) times.push(...records.map(([, card]) => card.postedAtMs));
  return times.sort((a, b) => a - b);
}
