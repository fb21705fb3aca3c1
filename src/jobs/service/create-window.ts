/**
 * How many creates may be under way at once, as pure functions. A create whose answer is lost leaves credits held until an
 * operator decides, so the window works like TCP's: each answer widens it by one, each loss halves it. Scattered losses
 * only slow creates down. When losses dominate, the window shuts, and only trials are sent.
 */
export interface CreateWindow {
  /** 0 when shut. */
  readonly size: number;
  /** Members whose creates were lost since the last answer; two are enough to know. */
  readonly losers: readonly string[];
  /** The service refuses every create, whoever sends it. */
  readonly isRefused: boolean;
}

/** The most creates that a service which loses all of them costs. */
const QUIET_SIZE = 4;
/** A server alone fills half of the window; twice that lets the window double with each round of answers. */
const SIZE_PER_UNDER_WAY = 4;

export const FIRST_WINDOW: CreateWindow = { size: QUIET_SIZE, losers: [], isRefused: false };
const REOPENED: CreateWindow = { size: 1, losers: [], isRefused: false };

/**
 * @param underWay how many creates were under way when this one was answered. The window stays in proportion to it, so that a
 *   quiet service which suddenly loses everything loses few.
 */
export function afterAnsweredCreate({ size }: CreateWindow, underWay: number): CreateWindow {
  return {
    size: Math.min(size + 1, Math.max(QUIET_SIZE, SIZE_PER_UNDER_WAY * underWay)),
    losers: [],
    isRefused: false,
  };
}

export function afterLostCreate(window: CreateWindow, memberId: string): CreateWindow {
  const { size, losers } = window;
  const isKnown = losers.length > 1 || losers.includes(memberId);
  return { ...window, size: Math.floor(size / 2), losers: isKnown ? losers : [...losers, memberId] };
}

export function afterRefusedCreates(window: CreateWindow): CreateWindow {
  return { ...window, size: 0, isRefused: true };
}

/** The service was away and answers again: the outage explains what was lost before it. */
export function afterOutage(window: CreateWindow): CreateWindow {
  return window.size === 0 ? REOPENED : window;
}

/**
 * Whether creates of this member, or of members in general, have to wait for a trial. One member's prompts may provoke answers that
 * cannot be read, so the losses of one member alone shut the window to that member only.
 */
export function isShut({ size, losers, isRefused }: CreateWindow, memberId?: string): boolean {
  if (size > 0) return false;
  return isRefused || losers.length !== 1 || losers[0] === memberId;
}

/** A shut window sends one create at a time: trials, and creates of others where it is shut to one member. */
export const createsAtOnce = ({ size }: CreateWindow): number => Math.max(1, size);
