import { z } from 'zod';
import type { Entry } from '../budget/ledger/ledger.ts';
import { every } from '../engine/every.ts';
import type { Finding } from '../findings/finding.ts';
import type { Needs } from '../runtime.ts';
import { lowestShard } from '../store/database/shards.ts';
import { defineCollection } from '../store/store.ts';
import { unlessUnreadable } from '../store/unreadable-records.ts';
import { DAY_MS, MINUTE_MS } from '../time/clock.ts';
import { VERSION } from '../version.ts';

/**
 * What each process says of itself: what it does now, and what its servers spent today. It counts in memory and writes one
 * record a minute, so that any process can show all of them at once. After a kill, up to a minute of the day is missing.
 */

const SAVE_INTERVAL_MS = MINUTE_MS;
/** A process that wrote nothing for this long has ended, or another one has its servers. */
const GONE_AFTER_MS = 3 * SAVE_INTERVAL_MS;
/** Far more than operators run. */
const PROCESSES_MAX = 100;
const DEAREST_MAX = 10;
const SERVERS_MAX = 2_000;
const FINDINGS_MAX = 10;
/** More than there are reasons. */
const REASONS_MAX = 30;
const OTHER_REASONS = 'other reasons';

const count = z.int().min(0);
const daySchema = z.strictObject({
  /** In UTC. */
  date: z.string(),
  settled: count,
  spentCredits: count,
  unconfirmed: count,
  /** Tasks whose credits were returned, by reason. */
  returned: z.record(z.string(), count),
  /** The servers that spent most. */
  dearest: z.array(z.strictObject({ guildId: z.string(), credits: count })).max(DEAREST_MAX),
});
export type Day = z.output<typeof daySchema>;

const tasksSchema = z.strictObject({
  /** Waiting to be sent to the service, or being sent. */
  sending: count,
  atService: count,
  /** Finished, but not yet shown. */
  delivering: count,
  /** Requests on which people decide. */
  forPeople: count,
});
type TaskCounts = z.output<typeof tasksSchema>;

const processSchema = z.strictObject({
  version: z.string(),
  startedAtMs: count,
  writtenAtMs: count,
  shards: z.string(),
  tasks: tasksSchema,
  /** The ids of what it finds wrong. */
  findings: z.array(z.string()).max(FINDINGS_MAX),
  day: daySchema,
});
type ProcessRecord = z.output<typeof processSchema>;

export const processCollection = defineCollection({
  name: 'processes',
  schema: processSchema,
  keeps: {
    what: 'what each process does, and which servers spent most today',
    ends: { after: DAY_MS, since: ({ writtenAtMs }) => writtenAtMs },
    erased: 'none',
    leaves: 'its credits, until the record ends',
  },
});

export interface ProcessesStatus {
  /** Those that run, this one first. */
  running: readonly (ProcessRecord & { isOwn: boolean })[];
  tasks: TaskCounts;
  day: Day;
}

interface ProcessesParts extends Needs<'clock' | 'log' | 'store'> {
  tasks: () => TaskCounts;
  findings: () => readonly Finding[];
}

export type Processes = ReturnType<typeof createProcesses>;

export function createProcesses({ store, clock, log, tasks, findings }: ProcessesParts) {
  const collection = store.collection(processCollection);
  const { numbers, of } = store.shards;
  /** The next owner of these shards continues the record. */
  const key = `${lowestShard(store.shards)}-of-${of}`;
  const startedAtMs = clock.now();
  const dateNow = (): string => new Date(clock.now()).toISOString().slice(0, 10);
  let counted = newDay(dateNow());
  let isLoaded = false;

  const today = (): Counted => {
    if (counted.day.date !== dateNow()) counted = newDay(dateNow());
    return counted;
  };
  const own = (): ProcessRecord => ({
    version: VERSION,
    startedAtMs,
    writtenAtMs: clock.now(),
    shards: `${numbers.length} of ${of}`,
    tasks: tasks(),
    findings: [...new Set(findings().map(({ id }) => id))].slice(0, FINDINGS_MAX),
    day: dayOf(today()),
  });
  const load = async (): Promise<void> => {
    const before = await unlessUnreadable(collection.get(key));
    if (before?.day.date === today().day.date) addDay(counted, before.day);
    isLoaded = true;
  };
  const save = (): Promise<void> => collection.set(key, own());

  return {
    /** Counts the new entries of a server's ledger. */
    onEntries: (guildId: string, entries: readonly Entry[]): void => {
      for (const entry of entries) addEntry(today(), guildId, entry);
    },
    /** What all processes said last, and this one now. Reads a record for each process. */
    status: async (): Promise<ProcessesStatus> => {
      const { records } = await collection.page({ prefix: '', most: PROCESSES_MAX });
      const others = records.filter(([name]) => name !== key).map(([, record]) => ({ ...record, isOwn: false }));
      const goneMs = clock.now() - GONE_AFTER_MS;
      const running = [{ ...own(), isOwn: true }, ...others.filter(({ writtenAtMs }) => writtenAtMs > goneMs)];
      const all = newDay(dateNow());
      for (const { day } of [...running.slice(0, 1), ...others]) if (day.date === all.day.date) addDay(all, day);
      return { running, tasks: sumOf(running.map((one) => one.tasks)), day: dayOf(all) };
    },
    /** Writes its record each minute until the signal aborts. A process that ends at once writes none. */
    run: (signal: AbortSignal): Promise<void> =>
      every(SAVE_INTERVAL_MS, () => (isLoaded ? save() : load()), { clock, log, name: 'own status', signal }),
    /** Writes the last counts of a process that stops. */
    close: async (): Promise<void> => {
      if (isLoaded) await save();
    },
  };
}

/** A day in memory, with all servers that spent. */
interface Counted {
  day: Omit<Day, 'dearest'>;
  servers: Map<string, number>;
}

function newDay(date: string): Counted {
  return { day: { date, settled: 0, spentCredits: 0, unconfirmed: 0, returned: {} }, servers: new Map() };
}

function addEntry({ day, servers }: Counted, guildId: string, entry: Entry): void {
  if (entry.kind === 'settled') {
    day.settled += 1;
    day.spentCredits += entry.chargedCredits;
    addServer(servers, guildId, entry.chargedCredits);
  } else if (entry.kind === 'released') addReason(day.returned, entry.why, 1);
  else if (entry.kind === 'unconfirmed') day.unconfirmed += 1;
}

function addDay({ day, servers }: Counted, other: Day): void {
  day.settled += other.settled;
  day.spentCredits += other.spentCredits;
  day.unconfirmed += other.unconfirmed;
  for (const [reason, times] of Object.entries(other.returned)) addReason(day.returned, reason, times);
  for (const { guildId, credits } of other.dearest) addServer(servers, guildId, credits);
}

function addReason(returned: Record<string, number>, reason: string, times: number): void {
  const isKnown = Object.hasOwn(returned, reason) || Object.keys(returned).length < REASONS_MAX;
  const name = isKnown ? reason : OTHER_REASONS;
  returned[name] = (returned[name] ?? 0) + times;
}

/** Beyond the bound, those that spent least are forgotten. */
function addServer(servers: Map<string, number>, guildId: string, credits: number): void {
  servers.set(guildId, (servers.get(guildId) ?? 0) + credits);
  if (servers.size <= SERVERS_MAX) return;
  const dearest = byCredits(servers).slice(0, SERVERS_MAX / 2);
  servers.clear();
  for (const one of dearest) servers.set(one.guildId, one.credits);
}

function byCredits(servers: ReadonlyMap<string, number>): Day['dearest'] {
  const all = Array.from(servers, ([guildId, credits]) => ({ guildId, credits }));
  return all.filter(({ credits }) => credits > 0).sort((a, b) => b.credits - a.credits);
}

const dayOf = ({ day, servers }: Counted): Day => ({ ...day, dearest: byCredits(servers).slice(0, DEAREST_MAX) });

function sumOf(all: readonly TaskCounts[]): TaskCounts {
  const sum = (name: keyof TaskCounts): number => all.reduce((soFar, counts) => soFar + counts[name], 0);
  return {
    sending: sum('sending'),
    atService: sum('atService'),
    delivering: sum('delivering'),
    forPeople: sum('forPeople'),
  };
}
