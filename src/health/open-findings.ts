import { type Finding, finding } from '../findings/finding.ts';
import { isServiceTrouble, SERVICE_FINDINGS } from '../findings/table.ts';

/** A part that knows whether something is wrong with what it watches. */
export interface Watch {
  finding(): Finding | undefined;
}

/** The parts of the bot that know what is wrong. */
export interface FindingSources {
  discord: { shards(): readonly { id: number; isConnected: boolean }[]; trouble(): Finding | undefined };
  restWatch: { status(): { ok: boolean; cause?: string } };
  registration: { status: { state: string; found?: Finding } };
  watch: { status: string };
  store: { unreadable(): Readonly<Record<string, number>> };
  watches: readonly Watch[];
  /** Of the set-up, from the start on. */
  setUp: readonly Finding[];
}

/** Everything that is wrong now, from memory. */
export function openFindings(sources: FindingSources): Finding[] {
  const { discord, restWatch, registration, watch, store, watches, setUp } = sources;
  const away = discord.shards().filter(({ isConnected }) => !isConnected);
  const { cause } = restWatch.status();
  const unreadable = Object.values(store.unreadable()).reduce((sum, count) => sum + count, 0);
  const found = [
    discord.trouble(),
    away.length > 0 && finding('discord.away', { shards: away.map(({ id }) => id).join(', ') }),
    cause !== undefined && finding('discord.calls', { cause }),
    registration.status.found,
    isServiceTrouble(watch.status) && finding(SERVICE_FINDINGS[watch.status]),
    unreadable > 0 && finding('store.unreadable', { records: unreadable }),
    ...watches.map((one) => one.finding()),
    ...setUp,
  ];
  return found.flatMap((one) => one || []);
}
