import { type Finding, finding } from '../findings/finding.ts';
import { isServiceTrouble, SERVICE_FINDINGS } from '../findings/of-service.ts';

/** The parts of the bot that know what is wrong. */
export interface FindingSources {
  discord: { shards(): readonly { id: number; isConnected: boolean }[]; trouble(): Finding | undefined };
  restWatch: { status(): { ok: boolean; cause?: string } };
  registration: { status: { state: string; reason?: string } };
  alertsChannel: { finding(): Finding | undefined };
  clockCheck: { finding(): Finding | undefined };
  watch: { status: string };
  store: { unreadable(): Readonly<Record<string, number>> };
  /** Undefined if the store isn't backed up by schedule. */
  backups: { finding(): Finding | undefined } | undefined;
  /** Of the set-up, from the start on. */
  setUp: readonly Finding[];
}

/** Everything that is wrong now, from memory. */
export function openFindings(sources: FindingSources): Finding[] {
  const { discord, restWatch, registration, alertsChannel, clockCheck, watch, store, backups, setUp } = sources;
  const away = discord.shards().filter(({ isConnected }) => !isConnected);
  const { cause } = restWatch.status();
  const { reason } = registration.status;
  const unreadable = Object.values(store.unreadable()).reduce((sum, count) => sum + count, 0);
  const found = [
    discord.trouble(),
    away.length > 0 && finding('discord.away', { shards: away.map(({ id }) => id).join(', ') }),
    cause !== undefined && finding('discord.calls', { cause }),
    reason !== undefined && finding('discord.commands', { reason }),
    alertsChannel.finding(),
    clockCheck.finding(),
    isServiceTrouble(watch.status) && finding(SERVICE_FINDINGS[watch.status]),
    unreadable > 0 && finding('store.unreadable', { records: unreadable }),
    backups?.finding(),
    ...setUp,
  ];
  return found.flatMap((one) => one || []);
}
