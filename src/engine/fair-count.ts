/**
 * Counts slots by server and keeps room for others: a server gets another slot only while more are free than it has.
 * One server alone gets half, a second one half of the rest, and so on.
 */
export function createFairCount() {
  const byServer = new Map<string, number>();
  let all = 0;
  return {
    /** Over all servers. */
    get all(): number {
      return all;
    },
    /** Whether a server may have `count` more slots, out of `most` for all. */
    hasRoom: (guildId: string, count: number, most: number): boolean => {
      // The last slot must find the others taken.
      const others = count - 1;
      return (byServer.get(guildId) ?? 0) + others < most - all - others;
    },
    /** @param count negative to release slots. */
    add: (guildId: string, count: number): void => {
      all += count;
      const ofServer = (byServer.get(guildId) ?? 0) + count;
      if (ofServer > 0) byServer.set(guildId, ofServer);
      else byServer.delete(guildId);
    },
  };
}
