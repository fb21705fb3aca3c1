import { createHash } from 'node:crypto';
import type { Clock } from '../../time/clock.ts';
import { DiscordRefusal } from './errors.ts';
import { type RateLimits, timesMs } from './limits.ts';

interface Window {
  startedAt: number;
  used: number;
}

const seconds = (ms: number): number => Math.max(0, ms) / timesMs.second;

/** Counts requests in fixed windows of the sandbox's clock. */
export class RateLimiter {
  readonly #clock: Clock;
  limits: RateLimits;
  readonly #windows = new Map<string, Window>();

  constructor(clock: Clock, limits: RateLimits) {
    this.#clock = clock;
    this.limits = limits;
  }

  /** @throws DiscordRefusal 429 over the bot's global limit */
  useGlobal(): void {
    const leftMs = this.#use('global', this.limits.globalPerSecond, timesMs.second);
    if (leftMs !== undefined) throw rateLimited(seconds(leftMs), 'global');
  }

  /**
   * @param route method and pattern
   * @param major the bucket's channel, server or token
   * @returns the bucket's headers
   * @throws DiscordRefusal 429
   */
  useBucket(route: string, major: string): Record<string, string> {
    const { requests, windowMs } = this.limits.bucket;
    const key = `${route} ${major}`;
    const leftMs = this.#use(key, requests, windowMs);
    const window = this.#windows.get(key);
    const resetMs = (window?.startedAt ?? 0) + windowMs;
    const headers = {
      'x-ratelimit-bucket': createHash('md5').update(route).digest('hex'),
      'x-ratelimit-limit': String(requests),
      'x-ratelimit-remaining': String(Math.max(0, requests - (window?.used ?? 0))),
      'x-ratelimit-reset': seconds(resetMs).toFixed(3),
      'x-ratelimit-reset-after': seconds(resetMs - this.#clock.now()).toFixed(3),
    };
    if (leftMs !== undefined) throw rateLimited(seconds(leftMs), 'user', { headers });
    return headers;
  }

  /** @throws DiscordRefusal 429 code 30046 */
  useOldEdit(channelId: string): void {
    const { requests, windowMs } = this.limits.oldEdits;
    const leftMs = this.#use(`old edits ${channelId}`, requests, windowMs);
    if (leftMs === undefined) return;
    const message = 'Maximum number of edits to messages older than 1 hour reached. Try again later.';
    throw rateLimited(seconds(leftMs), 'shared', { code: 30046, message });
  }

  /** Counts a session that starts. @returns whether its bucket had room */
  useIdentify(bucket: number): boolean {
    const { requests, windowMs } = this.limits.identifies;
    return this.#use(`identifies ${bucket}`, requests, windowMs) === undefined;
  }

  /** @returns undefined if there was room, else the milliseconds until there is */
  #use(key: string, most: number, windowMs: number): number | undefined {
    const now = this.#clock.now();
    let window = this.#windows.get(key);
    if (!window || now >= window.startedAt + windowMs) {
      window = { startedAt: now, used: 0 };
      this.#windows.set(key, window);
    }
    if (window.used >= most) return window.startedAt + windowMs - now;
    window.used++;
    return undefined;
  }
}

/** 429 as Discord sends it: the wait with milliseconds in the body, and rounded up in the header. */
export const rateLimited = (
  retryAfterSeconds: number,
  scope: 'user' | 'global' | 'shared',
  more: { code?: number; message?: string; headers?: Record<string, string> } = {},
): DiscordRefusal =>
  new DiscordRefusal(429, more.code ?? 0, more.message ?? 'You are being rate limited.', {
    headers: {
      ...more.headers,
      'retry-after': String(Math.ceil(retryAfterSeconds)),
      'x-ratelimit-scope': scope,
      ...(scope === 'global' ? { 'x-ratelimit-global': 'true' } : {}),
    },
    extra: { retry_after: retryAfterSeconds, global: scope === 'global' },
  });
