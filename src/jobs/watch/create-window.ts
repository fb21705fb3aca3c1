/**
 * How many creates may be under way at once, as pure functions. A create whose answer is lost leaves credits held until an
 * operator decides, so the window works like TCP's: each answer widens it by one, each loss halves it. Scattered losses
 * only slow creates down. When losses dominate, the window shuts, and only trials are sent.
 */
export interface CreateWindow {
  /** 0 when shut. */
  readonly size: number;
  /** Members whose creates were lost since the last answer; two are enough. */
  readonly membersWithLosses: readonly string[];
  /** The service refuses creates of every member. */
  readonly isRefused: boolean;
}

/** The most creates lost to a service that loses all of them. */
const QUIET_SIZE = 4;
/** One server alone fills half of the window. Twice that lets the window double with each round of answers. */
const SIZE_PER_UNDER_WAY = 4;

export const FIRST_WINDOW: CreateWindow = { size: QUIET_SIZE, membersWithLosses: [], isRefused: false };
const REOPENED: CreateWindow = { size: 1, membersWithLosses: [], isRefused: false };

/**
 * @param underWay how many creates were under way at this answer. The window stays in proportion to it, so that few are lost
 *   if a quiet service suddenly loses everything.
 */
export function afterAnsweredCreate({ size }: CreateWindow, underWay: number): CreateWindow {
  return {
    size: Math.min(size + 1, Math.max(QUIET_SIZE, SIZE_PER_UNDER_WAY * underWay)),
    membersWithLosses: [],
    isRefused: false,
  };
}

export function afterLostCreate(window: CreateWindow, memberId: string): CreateWindow {
  const { size, membersWithLosses } = window;
  const isKnown = membersWithLosses.length > 1 || membersWithLosses.includes(memberId);
  return {
    ...window,
    size: Math.floor(size / 2),
    membersWithLosses: isKnown ? membersWithLosses : [...membersWithLosses, memberId],
  };
}

export function afterRefusedCreates(window: CreateWindow): CreateWindow {
  return { ...window, size: 0, isRefused: true };
}

/** The service answers again after an outage, which explains the losses before it. */
export function afterOutage(window: CreateWindow): CreateWindow {
  return window.size === 0 ? REOPENED : window;
}

/**
 * Whether creates of this member, or of members in general, have to wait for a trial. One member's prompts may provoke
 * unreadable answers, so losses of a single member shut the window to that member only.
 */
export function isShut({ size, membersWithLosses, isRefused }: CreateWindow, memberId?: string): boolean {
  if (size > 0) return false;
  return isRefused || membersWithLosses.length !== 1 || membersWithLosses[0] === memberId;
}

/** A shut window sends one create at a time: trials, and those of other members if it is shut to one. */
export const createsAtOnce = ({ size }: CreateWindow): number => Math.max(1, size);
