import { expect } from 'vitest';
import type { Hold } from '../../src/budget/account/account.ts';
import { audit } from '../../src/budget/audit/audit.ts';
import { openBooks } from '../../src/budget/books/books.ts';
import { readHolds } from '../../src/budget/books/holds.ts';
import type { AuditEntry } from '../../src/moderation/records/audit-log.ts';
import { partsBehind } from '../../src/moderation/reports/report-record.ts';
import { isUndecided } from '../../src/moderation/requests/request.ts';
import { due } from '../../src/moderation/requests/request-decisions.ts';
import { potParts } from '../../src/moderation/rounds/round.ts';
import { roundDueInMs } from '../../src/moderation/rounds/steps.ts';
import { allOf, keysOf } from '../support/all-records.ts';
import { wordsOf } from '../support/fake-discord.ts';
import { storeOver } from '../support/memory-database.ts';
import { killAtMoments, withoutTimers } from '../support/mortal.ts';
import {
  copyOf,
  GUILD,
  type Life,
  live,
  MEMBER,
  openWorld,
  turns,
  type World,
  type WorldParts,
  worldOf,
} from './crash-world.ts';

/** What one person does. A person without an answer looks, and does it again if it has not happened. */
export interface Step<Known> {
  act(life: Life, known: Known): Promise<unknown>;
  hasHappened(world: World, known: Known): Promise<boolean>;
}

/** The state before the first kill, and what people do then. */
export interface Visit<Known> {
  prepare(life: Life, settle: () => Promise<void>, world: World): Promise<Known>;
  steps: Step<Known>[];
}

const HOUR_MS = 3_600_000;
const LONGEST_STEP_MS = 5_000;

/** What can leave something to do; undefined if something is left anyway. */
async function openRecords({ records }: World) {
  if ((await keysOf(records.running)).length + (await keysOf(records.decisions)).length > 0) return undefined;
  const { records: reports } = await allOf(records.reports);
  const { records: requests } = await allOf(records.requests);
  const { records: copies } = await allOf(records.gallery);
  const { records: rounds } = await allOf(records.rounds);
  return { reports, requests, copies, rounds };
}

function isIdle(open: Awaited<ReturnType<typeof openRecords>>, nowMs: number): boolean {
  if (!open) return false;
  return (
    open.copies.every(([, { phase }]) => ['shown', 'hidden', 'gone'].includes(phase)) &&
    open.rounds.every(([, one]) => (roundDueInMs(one, nowMs) ?? 1) > 0) &&
    open.reports.every(([, one]) => partsBehind(one, nowMs).length === 0) &&
    open.requests.every(([, one]) => (due(one, nowMs)?.inMs ?? 1) > 0)
  );
}

/** Lets time pass until nothing is left to do, or the bot is dead. */
export async function settle(world: World, life: Life): Promise<void> {
  const { clock, database } = world;
  const limitMs = clock.now() + HOUR_MS;
  for (let open = await openRecords(world), asOf = database.texts.changes; ; ) {
    await turns();
    if (life.mortal.isDead) return;
    if (asOf !== database.texts.changes) {
      asOf = database.texts.changes;
      open = await openRecords(world);
    }
    if (isIdle(open, clock.now())) return;
    if (clock.now() > limitMs) throw new Error('there is still something to do after an hour');
    await clock.advance(Math.min(clock.nextDueInMs ?? LONGEST_STEP_MS, LONGEST_STEP_MS));
  }
}

/** Lets time pass in small steps, so that work that becomes due has its turn. */
export async function passTime({ clock }: World, durationMs: number): Promise<void> {
  const endMs = clock.now() + durationMs;
  for (;;) {
    await turns();
    const leftMs = endMs - clock.now();
    if (leftMs <= 0) return;
    await clock.advance(Math.min(leftMs, LONGEST_STEP_MS));
  }
}

/** What a life of the bot starts with. */
interface Start<Known> {
  outside: WorldParts;
  known: Known;
  /** The moments at which the lives before were killed. */
  deaths: readonly string[];
}

/** A world in which a visit can start. */
async function prepare<Known>(visit: Visit<Known>): Promise<Start<Known>> {
  const world = await openWorld();
  const before = await live(world, 0);
  await before.start();
  const known = await visit.prepare(before, () => settle(world, before), world);
  await settle(world, before);
  before.stop();
  // Work that it has started ends before anyone copies the world.
  await turns();
  return { outside: world, known, deaths: [] };
}

/**
 * Plays a visit through one life of the bot, from a copy of the start.
 * @param absentMs how long the bot stays away after a death
 */
export async function play<Known>(visit: Visit<Known>, from?: Start<Known>, absentMs = 2_000) {
  const start = from ?? (await prepare(visit));
  const world = await worldOf(copyOf(start.outside));
  const known = structuredClone(start.known);
  if (start.deaths.length > 0) await world.clock.advance(absentMs);
  const life = await live(world, 0);
  const left = life.mortal.copyAtMoments<Start<Known>>(
    () => `${stateOf(world)} ${JSON.stringify(known)}`,
    (name) => ({ outside: copyOf(world), known: structuredClone(known), deaths: [...start.deaths, name] }),
  );
  await life.start();
  await settle(world, life);
  for (const step of visit.steps) {
    if (await step.hasHappened(world, known)) continue;
    await step.act(life, known);
    await settle(world, life);
  }
  life.stop();
  return { world, known, life, left };
}
export type Played<Known> = Awaited<ReturnType<typeof play<Known>>>;

/** Changes with everything that outlives the bot. */
export const stateOf = ({ clock, database, discord, service }: WorldParts): string =>
  [clock.now(), database.texts.changes, discord.changes, service.createCalls, service.queryCalls].join();

/** Kills the bot at every moment of a visit, then at every `again`-th moment of what follows. Resolves with the number of kills. */
export async function killEverywhere<Known>(
  visit: Visit<Known>,
  expectInOrder: (played: Played<Known>) => Promise<void>,
  { again = 0, absentMs = 2_000 }: { again?: number; absentMs?: number } = {},
): Promise<number> {
  const prepared = await prepare(visit);
  withoutTimers();
  return killAtMoments<Start<Known>>(async (from = prepared) => {
    const played = await play(visit, from, absentMs);
    await expectBooksInOrder(played.world)
      .then(() => expectInOrder(played))
      .catch((cause: unknown) => {
        throw new Error(`killed at ${from.deaths.join(' and ')}: ${cause}`, { cause });
      });
    return played.left;
  }, again);
}

/** The server's held credits, according to the records. */
export async function holdsIn({ database }: World): Promise<Record<string, Hold>> {
  return (await readHolds(openBooks(await storeOver(database)), GUILD)).toObject();
}

/** Every hold belongs to something, and Discord has refused nothing. */
export async function expectBooksInOrder(world: World): Promise<void> {
  const { database, records, discord } = world;
  const books = openBooks(await storeOver(database));
  expect(await audit(books)).toMatchObject({ faults: [], unreadable: [] });
  if (await books.accounts.get(GUILD)) {
    const requests = (await allOf(records.requests)).records.map(([, request]) => request);
    const rounds = (await allOf(records.rounds)).records.map(([, round]) => round);
    const pots = rounds.filter(({ ending }) => !ending).flatMap(potParts);
    const waiting = new Set([...requests.filter(isUndecided).map(({ id }) => id), ...pots.map(({ jobId }) => jobId)]);
    // The operator has to find out what the service made of a create whose answer was lost.
    const stray = Object.values(await holdsIn(world)).filter(
      ({ unconfirmed, jobId }) => !unconfirmed && !waiting.has(jobId),
    );
    expect(stray).toEqual([]);
  }
  expect(discord.faults).toEqual([]);
}

/** Who did what to which job, in order. */
export async function auditOf({ records }: World): Promise<string[]> {
  const { entries = [] } = (await records.audit.get(GUILD)) ?? {};
  const ofJobs = entries.filter(({ jobId }) => jobId !== undefined);
  return ofJobs.map(({ action, byId, jobId }: AuditEntry) => `${action} ${jobId} by ${byId}`);
}

export const wordsIn = ({ discord }: World, channelId: string): string[] => discord.in(channelId).map(wordsOf);

/** All files that everyone sees in a channel. */
export const filesIn = ({ discord }: World, channelId: string): string[] =>
  discord.in(channelId).flatMap(({ files }) => files.map(({ name }) => name));

export function wordsAt({ discord }: World, messageId: string | undefined): string {
  const message = discord.messages.get(messageId ?? '');
  return message ? wordsOf(message) : 'no message';
}

export async function countsOf({ records }: World, memberId = MEMBER) {
  return (await records.members.get(`${GUILD}-${memberId}`))?.counts;
}
