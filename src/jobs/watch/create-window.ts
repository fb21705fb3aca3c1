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
  /** Members whose last create was lost, the latest last. */
  readonly members: ReadonlyMap<string, OwnWindow>;
  /** Servers by their last create, the latest last. */
  readonly servers: ReadonlyMap<string, 'answered' | 'lost'>;
  /** When the trial that is under way was sent. All times are on the monotonic clock. */
  readonly trialSentAtMs: number | undefined;
}

/** Creates lost since the last answer, and the members and servers among them that had no losses before. */
interface Run {
  readonly creates: number;
  readonly members: number;
  readonly servers: number;
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

/** Whose create it is. */
export type Sender = Required<Asker>;

/** Which creates wait for a trial. */
export type Reach = 'none' | 'members with losses' | 'servers with losses' | 'all';

/** This many losses in a row shut the window of a service that usually answers, */
const MANY = 3;
/** and one more for each of these that the share of lost creates has passed: then some in a row are lost by chance. */
const LOSSY_SHARE = 0.08;
const CHANCE_SHARES = [0.03, LOSSY_SHARE];
/** The weight of the last create in that share. */
const LAST_SHARE = 1 / 16;
const QUIET_SIZE = 4;
/** One server alone fills half of the window. Twice that lets the window double with each round of answers. */
const SIZE_PER_UNDER_WAY = 4;
/** Bounds the members and servers that are remembered; the oldest are forgotten first. */
const REMEMBERED_MAX = 1_000;
/** Stands for all servers that were never answered, because one person may own many. */
const NEW_SERVERS = 'new';
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
export function afterAnsweredCreate(
  window: CreateWindow,
  { guildId, memberId }: Sender,
  underWay: number,
): CreateWindow {
  return {
    size: Math.min(window.size + 1, Math.max(QUIET_SIZE, SIZE_PER_UNDER_WAY * underWay)),
    lostShare: (1 - (1 - window.lostShare) * (1 - LAST_SHARE) ** window.run.creates) * (1 - LAST_SHARE),
    hasAnswered: true,
    run: NO_RUN,
    members: without(window.members, memberId),
    servers: withLast(without(window.servers, NEW_SERVERS), guildId, 'answered'),
    trialSentAtMs: undefined,
  };
}

export function afterLostCreate(window: CreateWindow, { guildId, memberId }: Sender, nowMs: number): CreateWindow {
  const { run, members, servers } = window;
  const own = members.get(memberId);
  const server = serverKey(window, guildId);
  const isFirstOfServer = !own && servers.get(server) !== 'lost';
  const lost = (own?.lost ?? 0) + 1;
  return {
    ...window,
    run: {
      creates: run.creates + 1,
      members: run.members + (own ? 0 : 1),
      servers: run.servers + (isFirstOfServer ? 1 : 0),
      lastAtMs: nowMs,
      lastMemberAtMs: own ? run.lastMemberAtMs : nowMs,
    },
    size: isFirstOfServer ? Math.max(1, Math.floor(window.size / 2)) : window.size,
    members: withLast(members, memberId, {
      lost,
      nextAtMs: lost < MANY ? nowMs : nowMs + trialWaitMs(window, lost - MANY),
    }),
    servers: withLast(servers, server, 'lost'),
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

/**
 * The service answers again after an outage, which may explain the losses before it. If they shut the window, the next create
 * is a trial, at once.
 */
export function afterOutage(window: CreateWindow): CreateWindow {
  const few = (losses: number): number => Math.min(losses, enoughOf(window));
  const { run, members, size } = window;
  return {
    ...window,
    size: run.creates > 0 ? 1 : size,
    run: { ...NO_RUN, creates: few(run.creates), members: few(run.members), servers: few(run.servers) },
    members: new Map([...members].map(([memberId, { lost }]) => [memberId, { lost: few(lost), nextAtMs: 0 }])),
    trialSentAtMs: undefined,
  };
}

/**
 * What was lost before a restart still counts, so that a restart in an outage loses one create more at most.
 * @param unconfirmed whose creates they were, as far as no operator has decided about them.
 */
export const afterRestart = (unconfirmed: readonly Sender[]): CreateWindow =>
  afterOutage(unconfirmed.reduce((window, from) => afterLostCreate(window, from, 0), FIRST_WINDOW));

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
    const longMs = trialWaitMs(window, trials);
    const trialAtMs = own ? run.lastAtMs + 2 * longMs : run.lastMemberAtMs + longMs;
    const manyJobsMs = Math.min(PER_JOB_MS * (jobs - 1), LONGEST_JOBS_WAIT_MS);
    atMs = Math.max(atMs, trialSentAtMs === undefined ? trialAtMs + manyJobsMs : trialSentAtMs + LONGEST_TRIAL_MS);
    // Few accounts can lose all that count for new servers, so members there also wait for a second trial.
    isSoon &&= trials <= (from && servers.get(from.guildId) === 'answered' ? 0 : 1);
  }
  if (atMs <= nowMs) return 'now';
  return isSoon ? 'soon' : 'no';
}

function isLimited(window: CreateWindow, from: Sender | undefined): boolean {
  const reach = reachOf(window);
  if (reach === 'none' || reach === 'all' || !from) return reach === 'all';
  if (window.members.has(from.memberId)) return true;
  return reach === 'servers with losses' && window.servers.get(serverKey(window, from.guildId)) === 'lost';
}

/** Until anything was answered, every server counts as itself. */
const serverKey = ({ hasAnswered, servers }: CreateWindow, guildId: string): string =>
  servers.has(guildId) || !hasAnswered ? guildId : NEW_SERVERS;

const enoughOf = ({ lostShare }: CreateWindow): number =>
  MANY + CHANCE_SHARES.filter((share) => lostShare > share).length;

/** Where creates are lost by chance, so are trials. */
const trialWaitMs = ({ lostShare }: CreateWindow, trials: number): number => {
  const growth = lostShare > LOSSY_SHARE ? 2 : 4;
  return Math.min(FIRST_TRIAL_WAIT_MS * growth ** Math.max(0, trials), LONGEST_TRIAL_WAIT_MS);
};

function without<Value>(map: ReadonlyMap<string, Value>, key: string): ReadonlyMap<string, Value> {
  return new Map([...map].filter(([other]) => other !== key));
}

function withLast<Value>(map: ReadonlyMap<string, Value>, key: string, value: Value): ReadonlyMap<string, Value> {
  return new Map([...without(map, key), [key, value] as const].slice(-REMEMBERED_MAX));
}
