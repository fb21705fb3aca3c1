import { setTimeout as delay } from 'node:timers/promises';
import type { DiscordSandbox } from '../../../src/sandbox/discord/sandbox.ts';
import { mediaOf } from '../../../src/sandbox/message-reading.ts';
import { type Figure, median } from '../rig/figures.ts';
import { openRigs, type Rig } from '../rig/rig.ts';
import { answerMs, atPace, CROWD } from '../rig/town.ts';
import { scaled, type Yard } from '../rig/yard.ts';

const JOBS = 60;
const ROUNDS = 3;
const WARM_UP = 60;
const LOOKS = 10;
const IDLE_MS = 3_000;
const PER_SECOND = 5;
const REST_MS = 1_500;
const GIVE_UP_MS = 60_000;
const KINDS = ['minimal', 'easel', 'grown'] as const;

interface Cost {
  cpuMs: number;
  commits: number;
  edits: number;
}

/** The cost of a picture from its command to the finished message: processor, transactions, edits. */
export async function benchJob(yard: Yard): Promise<Figure[]> {
  const rigs = await openRigs(yard, KINDS, { pictures: 3_000 });
  const costs = { minimal: [], easel: [], grown: [] } as Record<(typeof KINDS)[number], Cost[]>;
  await Promise.all(rigs.all.map((rig) => costOf(rig, 0, WARM_UP)));
  const idle = await Promise.all(KINDS.map((kind) => idleShare(rigs.of(kind))));
  for (let round = 0; round < ROUNDS; round++) {
    // One after the other, because with few cores each bot is slower while others work, even in processor time.
    for (const [index, kind] of KINDS.entries()) {
      costs[kind].push(await costOf(rigs.of(kind), idle[index] ?? 0, scaled(yard, JOBS, 5)));
    }
  }
  const before = await readsBeforeAnswer(rigs.of('easel'));
  await rigs.close();
  const of = (kind: (typeof KINDS)[number], what: keyof Cost): number => median(costs[kind].map((cost) => cost[what]));
  const cpuMs = of('easel', 'cpuMs');
  if (of('easel', 'commits') === 0) throw new Error('the meter does not see the store');
  return [
    {
      ...{ what: 'processor for a finished picture', value: cpuMs, unit: 'ms' },
      ...{ floor: { name: 'minimal bot', value: of('minimal', 'cpuMs') }, goal: { of: 'value', most: 12 } },
    },
    {
      ...{ what: '- with a grown store', value: of('grown', 'cpuMs'), unit: 'ms' },
      ...{ floor: { name: 'with a new store', value: cpuMs }, goal: { of: 'ratio', most: 1.1 } },
    },
    { what: 'transactions a picture', value: of('easel', 'commits'), unit: '', goal: { of: 'value', most: 5 } },
    { what: 'transactions before the answer', value: before.commits, unit: '', goal: { of: 'value', most: 1 } },
    { what: 'reads before the answer', value: before.reads, unit: '', goal: { of: 'value', most: 0 } },
    {
      ...{ what: 'edits of a message a picture', value: of('easel', 'edits'), unit: '' },
      floor: { name: 'minimal bot', value: of('minimal', 'edits') },
    },
  ];
}

/** The processor share of an idle process, including its meter. */
async function idleShare({ bot }: Rig): Promise<number> {
  const before = await bot.read();
  await delay(IDLE_MS);
  return ((await bot.read()).cpuMs - before.cpuMs) / IDLE_MS;
}

async function costOf({ bot, discord }: Rig, idle: number, jobs: number): Promise<Cost> {
  const begunMs = performance.now();
  const finished = picturesIn(discord);
  const before = await bot.read();
  discord.requests.clear();
  await atPace(discord, { seats: CROWD, perSecond: PER_SECOND, count: jobs });
  const startedMs = performance.now();
  while (picturesIn(discord) < finished + jobs) {
    if (performance.now() - startedMs > GIVE_UP_MS) throw new Error('not all pictures were finished');
    await delay(200);
  }
  // Work after the last edit belongs to the job too.
  await delay(REST_MS);
  const after = await bot.read();
  const edits = discord.requests.list({ method: 'PATCH' }).length;
  return {
    cpuMs: (after.cpuMs - before.cpuMs - idle * (performance.now() - begunMs)) / jobs,
    commits: (after.commits - before.commits) / jobs,
    edits: edits / jobs,
  };
}

function picturesIn(discord: DiscordSandbox): number {
  const [seat] = CROWD;
  const messages = seat ? discord.messages(seat.channelId, { as: seat.userId }) : [];
  return messages.filter((message) => message.attachments.length > 0 || mediaOf(message).length > 0).length;
}

/** The median of single commands, with nothing else running except waiting tasks. */
async function readsBeforeAnswer({ bot, discord, service }: Rig): Promise<{ reads: number; commits: number }> {
  service.configure({ durations: { 'image-model-a': { queueMs: 3_600_000, runMs: 1 } } });
  const seen: { reads: number; commits: number }[] = [];
  for (let look = 0; look < LOOKS; look++) {
    const seat = CROWD[look % CROWD.length];
    const before = await bot.read();
    if (seat) await answerMs(discord, seat);
    const { readsAtAnswer, commitsAtAnswer } = await bot.read();
    seen.push({ reads: readsAtAnswer - before.reads, commits: commitsAtAnswer - before.commits });
    await delay(300);
  }
  return { reads: median(seen.map(({ reads }) => reads)), commits: median(seen.map(({ commits }) => commits)) };
}
