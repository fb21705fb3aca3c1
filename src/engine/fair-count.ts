/**
 * Counts what there is of each server, for whoever has to leave room before it is needed: a server gets one more only while more
 * is free than it has already. One server alone has half, a second one half of the rest, and so on.
 */
export interface FairCount {
  /** Of all servers together. */
  readonly all: number;
  /** Whether there is room for `count` more of a server, where there is room for `most` of all. */
  hasRoom(guildId: string, count: number, most: number): boolean;
  /** @param count below zero for what is gone. */
  add(guildId: string, count: number): void;
  /** Of how many servers there is something. */
  readonly servers: number;
}

export function createFairCount(): FairCount {
  const byServer = new Map<string, number>();
  let all = 0;
  return {
    get all() {
      return all;
    },
    get servers() {
      return byServer.size;
    },
    hasRoom: (guildId, count, most) => {
      // The last of them finds the others there.
      const others = count - 1;
      return (byServer.get(guildId) ?? 0) + others < most - all - others;
    },
    add: (guildId, count) => {
      all += count;
      const ofServer = (byServer.get(guildId) ?? 0) + count;
      if (ofServer > 0) byServer.set(guildId, ofServer);
      else byServer.delete(guildId);
    },
  };
}
