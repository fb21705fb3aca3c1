import { collectDefaultMetrics } from 'prom-client';
import { REFUSAL_REASONS } from '../discord/interactions/refusal-reasons.ts';
import { FINDINGS, type Tier } from '../findings/table.ts';
import { VERSION } from '../version.ts';
import { createInstruments } from './instruments.ts';

/**
 * What Easel measures. Counters and histograms record what happens; gauges read memory when Prometheus asks.
 * `docs/operating/metrics.md` is made of this table.
 */

/** Discord accepts no first response after 3 s. */
const RESPONSE_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 2.5, 3];
const CALL_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const COMMIT_SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const JOB_SECONDS = [5, 10, 20, 40, 80, 160, 320, 640, 1_280, 3_600];
const LATENESS_SECONDS = [0.1, 0.5, 1, 5, 15, 60, 300];

const DISCORD_OUTCOMES = [
  ...(['done', 'gone', 'no access', 'too large', 'not accepted', 'file gone', 'already answered'] as const),
] as const;
const SERVICE_OUTCOMES = ['done', 'refused', 'bad key', 'not the service', 'asked to wait', 'malformed'] as const;
const FETCH_OUTCOMES = [
  ...(['bad address', 'private address', 'too large', 'too slow', 'gone'] as const),
  ...(['not there yet', 'not shown', 'not media'] as const),
] as const;
const ALERTS = ['hello', 'used', 'unconfirmed', 'moderators unreachable'] as const;
const OPERATOR_ALERTS = [
  ...(['trouble', 'trouble over', 'unconfirmed everywhere', 'ceiling', 'shards vacant', 'shards served'] as const),
  ...(['restored', 'token used twice', 'no backup', 'new server', 'intimate report'] as const),
] as const;
const TIERS = ['fault', 'warning', 'hint'] as const satisfies readonly Tier[];

/** Where gauges read. Each is known from some moment of the start on. */
interface GaugeSources {
  /** What this process does now, and whether the next request would work. */
  process: () => { state: 'starting' | 'waiting' | 'serving'; isReady: boolean };
  findings: () => readonly { id: keyof typeof FINDINGS; tier: Tier }[];
  shards: () => readonly { isConnected: boolean }[];
  /** Milliseconds; undefined before Discord's first answer. */
  clockAheadMs: () => number | undefined;
  tasks: () => Readonly<Record<'new' | 'submitting' | 'submitted' | 'delivering', number>>;
  unconfirmed: () => number | undefined;
  /** Of all servers together, over all processes; undefined without a ceiling. */
  month: () => { usedCredits: number; ceilingCredits: number } | undefined;
  disks: () => readonly { what: 'store' | 'results' | 'backups'; freeBytes: number; sizeBytes: number }[];
  unreadable: () => Readonly<Record<string, number>>;
  /** Undefined if the store isn't backed up by schedule. */
  backups: () => { lastAtMs: number | undefined; intervalMs: number } | undefined;
}

type Instruments = ReturnType<typeof createInstruments>;

/** What the process does, and what is wrong. */
function addStateGauges({ gauge }: Instruments, sources: Partial<GaugeSources>): void {
  gauge('easel_build_info', 'The version that runs. Always 1.', { version: [VERSION] }, () => [
    [1, { version: VERSION }],
  ]);
  gauge('easel_ready', 'Whether the next request would work, as /readyz says.', {}, () => {
    const now = sources.process?.();
    return [[now?.state === 'serving' && now.isReady ? 1 : 0, {}]];
  });
  const states = ['starting', 'waiting', 'serving'] as const;
  gauge('easel_state', 'What the process does: 1 for its state. A spare is waiting.', { state: states }, () => {
    const now = sources.process?.().state ?? 'starting';
    return states.map((state) => [state === now ? 1 : 0, { state }]);
  });
  const found = { finding: Object.keys(FINDINGS), tier: TIERS };
  gauge('easel_findings', 'What is wrong now: 1 for each finding, by its id.', found, () =>
    (sources.findings?.() ?? []).map(({ id, tier }) => [1, { finding: id, tier }]),
  );
  gauge('easel_shards', 'Connections to the gateway.', { state: ['connected', 'away'] }, () => {
    const shards = sources.shards?.() ?? [];
    const connected = shards.filter(({ isConnected }) => isConnected).length;
    return [
      [connected, { state: 'connected' }],
      [shards.length - connected, { state: 'away' }],
    ];
  });
  gauge('easel_clock_ahead_seconds', "How far this machine's clock is ahead of Discord's.", {}, () => {
    const aheadMs = sources.clockAheadMs?.();
    return aheadMs === undefined ? [] : [[aheadMs / 1_000, {}]];
  });
}

/** How much there is of what can run out or pile up. */
function addAmountGauges({ gauge }: Instruments, sources: Partial<GaugeSources>): void {
  const taskStates = ['new', 'submitting', 'submitted', 'delivering', 'unconfirmed'] as const;
  gauge('easel_tasks', 'Tasks that have not ended, and those that wait for an operator.', { state: taskStates }, () => {
    const counts = { ...sources.tasks?.(), unconfirmed: sources.unconfirmed?.() };
    return taskStates.flatMap((state) => (counts[state] === undefined ? [] : [[counts[state], { state }] as const]));
  });
  gauge('easel_month_used_credits', 'Spent and held this month by all servers of all processes.', {}, () => {
    const month = sources.month?.();
    return month ? [[month.usedCredits, {}]] : [];
  });
  gauge('easel_month_ceiling_credits', 'What all servers together can use in a month.', {}, () => {
    const month = sources.month?.();
    return month ? [[month.ceilingCredits, {}]] : [];
  });
  const folders = { folder: ['store', 'results', 'backups'] } as const;
  gauge('easel_disk_free_bytes', 'What Easel can still write on the disk with this folder.', folders, () =>
    (sources.disks?.() ?? []).map(({ what, freeBytes }) => [freeBytes, { folder: what }]),
  );
  gauge('easel_disk_size_bytes', 'The size of the disk with this folder.', folders, () =>
    (sources.disks?.() ?? []).map(({ what, sizeBytes }) => [sizeBytes, { folder: what }]),
  );
  // The code names the collections, so there is no list to give here.
  const collection: readonly string[] = [];
  gauge('easel_unreadable_records', 'Records that cannot be read.', { collection }, () =>
    Object.entries(sources.unreadable?.() ?? {}).map(([name, count]) => [count, { collection: name }]),
  );
  gauge('easel_last_backup_timestamp_seconds', 'When the newest verified backup was made.', {}, () => {
    const lastAtMs = sources.backups?.()?.lastAtMs;
    return lastAtMs === undefined ? [] : [[lastAtMs / 1_000, {}]];
  });
  gauge('easel_backup_interval_seconds', 'How often the store is to be backed up.', {}, () => {
    const intervalMs = sources.backups?.()?.intervalMs;
    return intervalMs === undefined ? [] : [[intervalMs / 1_000, {}]];
  });
}

/** What Easel says to Discord and to its members. */
function addRequestEvents({ counter, histogram }: Instruments) {
  const kinds = ['command', 'autocomplete', 'component', 'modal'] as const;
  const classes = ['messages', 'answers', 'server', 'application', 'forum'] as const;
  return {
    interaction: counter('easel_interactions_total', 'Interactions, by how they ended for their member.', {
      kind: kinds,
      outcome: ['answered', 'refused', 'late', 'failed'],
    }),
    refusal: counter('easel_refusals_total', 'Refused interactions, by the reason in the log.', {
      reason: REFUSAL_REASONS,
    }),
    firstResponse: histogram(
      'easel_first_response_seconds',
      'From an interaction to the response that Discord accepted.',
      { kind: kinds },
      RESPONSE_SECONDS,
    ),
    discordCall: counter('easel_discord_calls_total', 'Calls to Discord, by outcome.', {
      class: classes,
      outcome: [...DISCORD_OUTCOMES, 'asked to wait', 'unavailable'],
    }),
    discordCallTime: histogram(
      'easel_discord_call_seconds',
      'How long calls to Discord take, with their wait for its rate limits.',
      { class: classes },
      CALL_SECONDS,
    ),
    alert: counter('easel_alerts_total', 'Alerts to operators and managers, by whether they could be posted.', {
      kind: [...ALERTS, ...OPERATOR_ALERTS],
      outcome: ['posted', 'not posted'],
    }),
  };
}

/** What jobs do with the service and the store. */
function addWorkEvents({ counter, histogram }: Instruments) {
  const operations = ['create', 'query', 'probe'] as const;
  const media = ['image', 'video'] as const;
  return {
    serviceCall: counter('easel_service_calls_total', 'Calls to the generation service, by outcome.', {
      operation: operations,
      outcome: [...SERVICE_OUTCOMES, 'not served', 'unconfirmed', 'unavailable', 'unreachable'],
    }),
    serviceCallTime: histogram(
      'easel_service_call_seconds',
      'How long calls to the generation service take, with their retries.',
      { operation: operations },
      CALL_SECONDS,
    ),
    commit: histogram(
      'easel_store_commit_seconds',
      'How long commits take, by whether they are on disk.',
      { outcome: ['done', 'failed'] },
      COMMIT_SECONDS,
    ),
    job: histogram('easel_job_seconds', 'From a request to the end of its job.', { kind: media }, JOB_SECONDS),
    taskEnded: counter('easel_tasks_ended_total', 'Tasks of ended jobs, by how they ended.', {
      kind: media,
      outcome: ['delivered', 'failed', 'unconfirmed'],
    }),
    pollLateness: histogram(
      'easel_poll_lateness_seconds',
      'How long polls wait for their turn after they are due.',
      {},
      LATENESS_SECONDS,
    ),
    resultFetch: counter('easel_result_fetches_total', 'Downloads of results and pictures, by outcome.', {
      outcome: ['done', ...FETCH_OUTCOMES, 'unavailable', 'too many redirects', 'disk'],
    }),
  };
}

export function createMetrics() {
  const instruments = createInstruments();
  const { registry } = instruments;
  const sources: Partial<GaugeSources> = {};
  addStateGauges(instruments, sources);
  addAmountGauges(instruments, sources);
  return {
    /** Adds sources as parts of the bot are created. */
    observe: (more: Partial<GaugeSources>): void => void Object.assign(sources, more),
    /** Adds Node's and the process's own: memory, processor, event loop, garbage collection. */
    addDefaults: (): void => collectDefaultMetrics({ register: registry }),
    contentType: registry.contentType,
    render: (): Promise<string> => registry.metrics(),
    /** For tests: what each instrument is called, and its type, help and labels. */
    list: () => registry.getMetricsAsArray(),
    ...addRequestEvents(instruments),
    ...addWorkEvents(instruments),
  };
}
