import type { Asker } from '../../engine/fair-limit.ts';

/**
 * Do creates come back? How many may be under way at once, and whose have to wait for a trial, as pure functions. A create
 * whose answer is lost leaves credits held until an operator decides. Size and shutting are apart:
 * - The size works like TCP's window: each answer widens it by one, each loss halves it, but never below one.
 * - Losses in a row, over all members, shut the window: to the members who lost, to their servers once several members
 *   did, and to all once several servers did. Then one trial at a time shows whether creates come back.
 *
 * One member's prompts may provoke unreadable answers, and one person may have many accounts and servers. So only the first
 * loss of a member or server counts for others, servers that were never answered count as one, and members with losses
 * leave trials to others. Refusals count for nothing, because they say nothing about what the service accepts.
 */
export interface CreateWindow {
  readonly size: number;
  /** The share of recent creates that were lost, up to the last answer. */
  readonly lostShare: number;
  /** Whether creates were answered before. */
  readonly hasAnswered: boolean;
  readonly run: Run;
  /** Members whose last create was lost. */
  readonly members: ReadonlyMap<string, OwnWindow>;
  /** Servers by their last create, the latest last. */
  readonly servers: ReadonlyMap<string, Standing>;
  /** When the trial that is under way was sent. All times are on the monotonic clock. */
  readonly trialSentAtMs: number | undefined;
}

/** Creates lost since the last answer, and the members and servers among them that had no losses before. */
interface Run {
  readonly creates: number;
  readonly members: number;
  readonly servers: number;
  /** Whether one of these servers was never answered. */
  readonly hasNewServer: boolean;
  readonly lastAtMs: number;
  /** When the last of these members lost a create. */
  readonly lastMemberAtMs: number;
}

/** A member's own window: one create at a time, and a wait after many losses. */
interface OwnWindow {
  /** Lost in a row. */
  readonly lost: number;
  readonly nextAtMs: number;
}

interface Standing {
  readonly wasAnswered: boolean;
  readonly isLost: boolean;
}

/** Whose create it is. */
export type Sender = Required<Asker>;

/** Which creates wait for a trial. */
export type Reach = 'none' | 'members with losses' | 'servers with losses' | 'all';

/** This many losses in a row shut the window of a service that usually answers, */
const MANY = 3;
/** and as many more as the share of lost creates has passed these: then some in a row are lost by chance. */
const LOSSY_SHARE = 0.08;
const CHANCE_SHARES = [0.03, LOSSY_SHARE];
/** The weight of the last create in that share. */
const LAST_SHARE = 1 / 16;
const QUIET_SIZE = 4;
/** One server alone fills half of the window. Twice that lets the window double with each round of answers. */
const SIZE_PER_UNDER_WAY = 4;
/** Bounds the members and servers that are remembered; the oldest are forgotten first. */
const REMEMBERED_MAX = 1_000;
/** The first trial comes soon, because some creates in a row are lost by chance too. Members wait for it. */
const FIRST_TRIAL_WAIT_MS = 15_000;
/** Each lost trial leaves credits held, so each later wait is longer, up to this. */
const LONGEST_TRIAL_WAIT_MS = 10 * 60_000;
/** No create takes longer. */
const LONGEST_TRIAL_MS = 90_000;
/** A member with many jobs leaves trials to others: they may be the one who provokes the losses. */
const PER_JOB_MS = 250;
const LONGEST_JOBS_WAIT_MS = 2_500;

const NO_RUN: Run = {
  creates: 0,
  members: 0,
  servers: 0,
  hasNewServer: false,
  lastAtMs: Number.NEGATIVE_INFINITY,
  lastMemberAtMs: Number.NEGATIVE_INFINITY,
};

export const FIRST_WINDOW: CreateWindow = {
  size: QUIET_SIZE,
  lostShare: 0,
  hasAnswered: false,
  run: NO_RUN,
  members: new Map(),
  servers: new Map(),
  trialSentAtMs: undefined,
};

/**
 * @param underWay how many creates were under way at this answer. The window stays in proportion to it, so that few are lost
 *   if a quiet service suddenly loses everything.
 */
export function afterAnsweredCreate(window: CreateWindow, from: Sender, underWay: number): CreateWindow {
  const members = new Map(window.members);
  members.delete(from.memberId);
  return {
    size: Math.min(window.size + 1, Math.max(QUIET_SIZE, SIZE_PER_UNDER_WAY * underWay)),
    lostShare: (1 - (1 - window.lostShare) * (1 - LAST_SHARE) ** window.run.creates) * (1 - LAST_SHARE),
    hasAnswered: true,
    run: NO_RUN,
    members,
    servers: withLast(window.servers, from.guildId, { wasAnswered: true, isLost: false }),
    trialSentAtMs: undefined,
  };
}

export function afterLostCreate(window: CreateWindow, from: Sender, nowMs: number): CreateWindow {
  const { run } = window;
  const own = window.members.get(from.memberId);
  const server = window.servers.get(from.guildId);
  const isNewServer = window.hasAnswered && !server?.wasAnswered;
  const isFirstOfServer = !own && !server?.isLost && !(isNewServer && run.hasNewServer);
  const after: Run = {
    creates: run.creates + 1,
    members: run.members + (own ? 0 : 1),
    servers: run.servers + (isFirstOfServer ? 1 : 0),
    hasNewServer: run.hasNewServer || isNewServer,
    lastAtMs: nowMs,
    lastMemberAtMs: own ? run.lastMemberAtMs : nowMs,
  };
  const ownLost = (own?.lost ?? 0) + 1;
  return {
    ...window,
    run: after,
    size: isFirstOfServer ? Math.max(1, Math.floor(window.size / 2)) : window.size,
    members: withLast(window.members, from.memberId, {
      lost: ownLost,
      nextAtMs: ownLost < MANY ? nowMs : nowMs + trialWaitMs(window, ownLost - MANY),
    }),
    servers: withLast(window.servers, from.guildId, { wasAnswered: server?.wasAnswered ?? false, isLost: true }),
    trialSentAtMs: undefined,
  };
}

/** A create that wasn't accepted says nothing about those that are. */
export const afterRefusedCreate = (window: CreateWindow): CreateWindow => ({ ...window, trialSentAtMs: undefined });

/** @param from whose create is sent now. A member with losses sends the next one once the outcome of this one is known. */
export function afterSentCreate(window: CreateWindow, from: Sender, nowMs: number): CreateWindow {
  const own = window.members.get(from.memberId);
  return {
    ...window,
    trialSentAtMs: isLimited(window, from) ? nowMs : window.trialSentAtMs,
    members: own
      ? withLast(window.members, from.memberId, { ...own, nextAtMs: nowMs + FIRST_TRIAL_WAIT_MS })
      : window.members,
  };
}

/** The service answers again after an outage, which explains the losses before it. */
export const afterOutage = ({ size, run, hasAnswered, servers }: CreateWindow): CreateWindow => ({
  ...FIRST_WINDOW,
  size: run.creates > 0 ? 1 : size,
  hasAnswered,
  servers: new Map([...servers].map(([guildId, standing]) => [guildId, { ...standing, isLost: false }])),
});

export function reachOf(window: CreateWindow): Reach {
  const { creates, members, servers } = window.run;
  const enough = enoughOf(window);
  if (servers >= enough) return 'all';
  if (members >= enough) return 'servers with losses';
  return creates >= enough ? 'members with losses' : 'none';
}

/**
 * Whether a create may be sent: `soon` if it can wait, because a trial or an earlier create of its member will tell shortly.
 * @param from whose create it is; a clean member's if left out.
 * @param jobs how many jobs of this member are under way, including this one.
 */
export function mayCreate(window: CreateWindow, nowMs: number, from?: Sender, jobs = 1): 'now' | 'soon' | 'no' {
  const { run, servers, trialSentAtMs } = window;
  const own = from && window.members.get(from.memberId);
  let atMs = own?.nextAtMs ?? 0;
  let isSoon = !own || own.lost <= MANY;
  if (isLimited(window, from)) {
    // Members with losses leave the trial to others.
    const trials = (own ? run.creates : run.members) - enoughOf(window);
    const manyJobsMs = Math.min(PER_JOB_MS * (jobs - 1), LONGEST_JOBS_WAIT_MS);
    const longMs = trialWaitMs(window, trials);
    const trialAtMs = manyJobsMs + (own ? run.lastAtMs + 2 * longMs : run.lastMemberAtMs + longMs);
    atMs = Math.max(atMs, trialSentAtMs === undefined ? trialAtMs : trialSentAtMs + LONGEST_TRIAL_MS);
    // Few accounts can lose all that count for new servers, so members there also wait for a second trial.
    isSoon &&= trials <= (from && servers.get(from.guildId)?.wasAnswered ? 0 : 1);
  }
  if (atMs <= nowMs) return 'now';
  return isSoon ? 'soon' : 'no';
}

function isLimited(window: CreateWindow, from: Sender | undefined): boolean {
  const reach = reachOf(window);
  if (reach === 'none' || reach === 'all') return reach === 'all';
  if (!from) return false;
  if (window.members.has(from.memberId)) return true;
  return reach === 'servers with losses' && isWithLosses(window, from.guildId);
}

/** Servers that were never answered count as one. */
function isWithLosses({ hasAnswered, run, servers }: CreateWindow, guildId: string): boolean {
  const server = servers.get(guildId);
  return server?.isLost === true || (hasAnswered && run.hasNewServer && !server?.wasAnswered);
}

const enoughOf = ({ lostShare }: CreateWindow): number =>
  MANY + CHANCE_SHARES.filter((share) => lostShare > share).length;

/** Where creates are lost by chance, so are trials. */
const trialWaitMs = ({ lostShare }: CreateWindow, trials: number): number => {
  const growth = lostShare > LOSSY_SHARE ? 2 : 4;
  return Math.min(FIRST_TRIAL_WAIT_MS * growth ** Math.max(0, trials), LONGEST_TRIAL_WAIT_MS);
};

function withLast<Value>(map: ReadonlyMap<string, Value>, key: string, value: Value): ReadonlyMap<string, Value> {
  const next = new Map(map);
  next.delete(key);
  next.set(key, value);
  for (const oldest of next.keys()) {
    if (next.size <= REMEMBERED_MAX) break;
    next.delete(oldest);
  }
  return next;
}
