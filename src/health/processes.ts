import { z } from 'zod';
import { every } from '../engine/every.ts';
import type { Finding } from '../findings/finding.ts';
import type { Needs } from '../runtime.ts';
import { lowestShard } from '../store/database/shards.ts';
import { defineCollection } from '../store/store.ts';
import { DAY_MS, MINUTE_MS } from '../time/clock.ts';
import { VERSION } from '../version.ts';

/** What each process does now. Each writes one record a minute, so that any process can show all of them at once. */

const SAVE_INTERVAL_MS = MINUTE_MS;
/** A process that wrote nothing for this long has ended, or another one has its servers. */
const GONE_AFTER_MS = 3 * SAVE_INTERVAL_MS;
/** Far more than operators run. */
const PROCESSES_MAX = 100;
const FINDINGS_MAX = 10;

const count = z.int().min(0);

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
});
type ProcessRecord = z.output<typeof processSchema>;

export const processCollection = defineCollection({
  name: 'processes',
  schema: processSchema,
  keeps: {
    what: 'what each process does',
    ends: { after: DAY_MS, since: ({ writtenAtMs }) => writtenAtMs },
    erased: 'none',
    leaves: 'nothing',
  },
});

export interface ProcessesStatus {
  /** Those that run, this one first. */
  running: readonly (ProcessRecord & { isOwn: boolean })[];
  tasks: TaskCounts;
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
  const own = (): ProcessRecord => ({
    version: VERSION,
    startedAtMs,
    writtenAtMs: clock.now(),
    shards: `${numbers.length} of ${of}`,
    tasks: tasks(),
    findings: [...new Set(findings().map(({ id }) => id))].slice(0, FINDINGS_MAX),
  });

  return {
    /** What all processes said last, and this one now. Reads a record for each process. */
    status: async (): Promise<ProcessesStatus> => {
      const { records } = await collection.page({ prefix: '', most: PROCESSES_MAX });
      const others = records.filter(([name]) => name !== key).map(([, record]) => ({ ...record, isOwn: false }));
      const goneMs = clock.now() - GONE_AFTER_MS;
      const running = [{ ...own(), isOwn: true }, ...others.filter(({ writtenAtMs }) => writtenAtMs > goneMs)];
      return { running, tasks: sumOf(running.map((one) => one.tasks)) };
    },
    /** Writes its record each minute until the signal aborts. */
    run: (signal: AbortSignal): Promise<void> =>
      every(SAVE_INTERVAL_MS, () => collection.set(key, own()), { clock, log, name: 'own status', signal }),
  };
}

function sumOf(all: readonly TaskCounts[]): TaskCounts {
  const sum = (name: keyof TaskCounts): number => all.reduce((soFar, counts) => soFar + counts[name], 0);
  return {
    sending: sum('sending'),
    atService: sum('atService'),
    delivering: sum('delivering'),
    forPeople: sum('forPeople'),
  };
}
