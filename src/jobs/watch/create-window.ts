import type { Asker } from '../../engine/fair-limit.ts';

/**
 * How many creates may be under way at once, and whose have to wait for a trial, as pure functions. A create whose answer
 * is lost leaves credits held until an operator decides. Size and shutting are apart:
 * - The size works like TCP's window: each answer widens it by one, each loss halves it, but never below one.
 * - The window shuts when none of the last creates was answered, and at first only to those who are concerned.
 *
 * One member's prompts may provoke unreadable answers, and one person may have many accounts. So a member with losses has
 * a window of their own, and only the first losses of members and servers move the common one.
 */
export interface CreateWindow {
  readonly size: number;
  /** Whether creates were answered before. */
  readonly hasAnswered: boolean;
  /** Since the last answer: lost creates, and the members and servers among them that had no losses before. */
  readonly lost: { readonly creates: number; readonly members: number; readonly servers: number };
  /** Members whose last create was lost. */
  readonly members: ReadonlyMap<string, OwnWindow>;
  /** Servers whose last create was lost. */
  readonly servers: ReadonlySet<string>;
  /** The service refuses creates of every member. */
  readonly isRefused: boolean;
}

/** One create at a time, and a wait after many losses. */
interface OwnWindow {
  /** Lost in a row. */
  readonly lost: number;
  /** When the next create may be sent, on the monotonic clock. */
  readonly nextAtMs: number;
}

/** Whose create it is. */
export type Sender = Required<Asker>;

/** This many losses in a row shut the window: the most creates lost to a service that loses all of them. */
const MANY = 4;
/** A service that answers most creates and loses one of five still loses four in a row every few minutes. */
const MANY_AFTER_ANSWERS = 5;
const QUIET_SIZE = 4;
/** One server alone fills half of the window. Twice that lets the window double with each round of answers. */
const SIZE_PER_UNDER_WAY = 4;
/** Bounds the members and servers that are remembered; the oldest are forgotten first. */
const REMEMBERED_MAX = 1_000;

/** The first trial comes soon, because some creates in a row are lost by chance too. Members wait for it. */
export const FIRST_TRIAL_WAIT_MS = 15_000;
/** Each lost trial leaves credits held, so each later wait is four times as long, up to this. */
export const LONGEST_TRIAL_WAIT_MS = 10 * 60_000;

export const trialWaitAfterMs = (waitMs: number): number => Math.min(4 * waitMs, LONGEST_TRIAL_WAIT_MS);

const NONE_LOST = { creates: 0, members: 0, servers: 0 };

export const FIRST_WINDOW: CreateWindow = {
  size: QUIET_SIZE,
  hasAnswered: false,
  lost: NONE_LOST,
  isRefused: false,
  members: new Map(),
  servers: new Set(),
};

/**
 * @param underWay how many creates were under way at this answer. The window stays in proportion to it, so that few are lost
 *   if a quiet service suddenly loses everything.
 */
export function afterAnsweredCreate(window: CreateWindow, from: Sender, underWay: number): CreateWindow {
  const size = Math.min(window.size + 1, Math.max(QUIET_SIZE, SIZE_PER_UNDER_WAY * underWay));
  const members = new Map([...window.members].filter(([memberId]) => memberId !== from.memberId));
  const servers = new Set([...window.servers].filter((guildId) => guildId !== from.guildId));
  return { size, hasAnswered: true, lost: NONE_LOST, members, servers, isRefused: false };
}

export function afterLostCreate(window: CreateWindow, from: Sender, nowMs: number): CreateWindow {
  const own = window.members.get(from.memberId);
  const isFirstOfServer = !own && !window.servers.has(from.guildId);
  const lost = {
    creates: window.lost.creates + 1,
    members: window.lost.members + (own ? 0 : 1),
    servers: window.lost.servers + (isFirstOfServer ? 1 : 0),
  };
  const isOneOfMany = lost.creates >= manyOf(window);
  const ownLost = Math.max((own?.lost ?? 0) + 1, isOneOfMany ? MANY : 0);
  return {
    ...window,
    lost,
    size: isFirstOfServer ? Math.max(1, Math.floor(window.size / 2)) : window.size,
    members: withOwn(window, from, { lost: ownLost, nextAtMs: nowMs + ownWaitMs(ownLost) }),
    servers: new Set([...window.servers, from.guildId].slice(-REMEMBERED_MAX)),
  };
}

/** A member with losses sends the next create once the outcome of this one is known, or should be. */
export function afterSentCreate(window: CreateWindow, from: Sender, nowMs: number): CreateWindow {
  const own = window.members.get(from.memberId);
  return own
    ? { ...window, members: withOwn(window, from, { ...own, nextAtMs: nowMs + FIRST_TRIAL_WAIT_MS }) }
    : window;
}

export const afterRefusedCreates = (window: CreateWindow): CreateWindow => ({ ...window, isRefused: true });

/** The service answers again after an outage, which explains the losses before it. */
export function afterOutage({ size, lost, isRefused }: CreateWindow): CreateWindow {
  return { ...FIRST_WINDOW, size: lost.creates > 0 || isRefused ? 1 : size };
}

/** Whose creates have to wait for a trial: members without losses are shut out last. */
export function shutTo(window: CreateWindow): 'none' | 'servers with losses' | 'all' {
  const { lost, isRefused } = window;
  const many = manyOf(window);
  if (isRefused || lost.servers >= many) return 'all';
  return lost.members >= many ? 'servers with losses' : 'none';
}

const manyOf = ({ hasAnswered }: CreateWindow): number => (hasAnswered ? MANY_AFTER_ANSWERS : MANY);

/** Whether a member's own window stays shut for longer than a member waits. */
export const isShutForLong = ({ lost }: OwnWindow): boolean => lost > MANY;

const ownWaitMs = (lost: number): number =>
  lost < MANY ? 0 : Math.min(FIRST_TRIAL_WAIT_MS * 4 ** (lost - MANY), LONGEST_TRIAL_WAIT_MS);

const withOwn = ({ members }: CreateWindow, { memberId }: Sender, own: OwnWindow): ReadonlyMap<string, OwnWindow> =>
  new Map([...members, [memberId, own] as const].slice(-REMEMBERED_MAX));
