import { setTimeout as delay } from 'node:timers/promises';
import { discordRateLimits } from '../../../src/sandbox/discord/limits.ts';
import type { Figure } from '../rig/figures.ts';
import { openRig } from '../rig/rig.ts';
import { atPace, TOWN } from '../rig/town.ts';
import { scaled, type Yard } from '../rig/yard.ts';

const PER_SECOND = 90;
const SECONDS = 20;
/** How long a distant, busy Discord takes to edit in a picture. */
const DISCORD_DELAY_MS = 300;
const GIVE_UP_MS = 120_000;
/** The size of a result's file. */
const RESULT_NAME = /easel-[\w-]+\.png/;

/** Results per second of one process, with a distant Discord that enforces its documented limits. */
export async function benchResults(yard: Yard): Promise<Figure[]> {
  const { bot, discord, close } = await openRig(yard, 'easel', { pictures: 3_000, rateLimits: discordRateLimits });
  await atPace(discord, { seats: TOWN, perSecond: 20, count: 40 });
  await delay(6_000);
  discord.faults.switchOn({ name: 'slow', method: 'PATCH', parameters: { delayMs: DISCORD_DELAY_MS } });
  const shownAtMs = new Map<string, number>();
  let edits = 0;
  let refused = 0;
  discord.requests.onAnswer = ({ method, status, body, url }) => {
    if (status === 429) refused += 1;
    if (method !== 'PATCH') return;
    edits += 1;
    if (status === 200 && RESULT_NAME.test(body) && !shownAtMs.has(url)) shownAtMs.set(url, performance.now());
  };
  const count = PER_SECOND * scaled(yard, SECONDS, 3);
  const before = await bot.read();
  const startedMs = performance.now();
  const answers = await atPace(discord, { seats: TOWN, perSecond: PER_SECOND, count });
  const begun = answers.filter(Number.isFinite).length;
  while (shownAtMs.size < begun) {
    if (performance.now() - startedMs > GIVE_UP_MS)
      throw new Error(`only ${shownAtMs.size} of ${begun} results were shown`);
    await delay(100);
  }
  const times = [...shownAtMs.values()].sort((a, b) => a - b);
  const perSecond = (times.length - 1) / (((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1_000);
  const cpuMs = (await bot.read()).cpuMs - before.cpuMs;
  // Work after the last result.
  await delay(1_000);
  await close();
  const note = `${PER_SECOND} commands a second, ${begun} of ${count} answered, ${(cpuMs / begun).toFixed(1)} ms of processor each`;
  return [
    {
      ...{ what: 'results a second from one process', value: perSecond, unit: 'a second', note },
      goal: { of: 'value', least: 60 },
    },
    {
      ...{ what: '- edits a picture', value: edits / begun, unit: '', note: `${refused} calls refused by a limit` },
      goal: { of: 'value', most: 2 },
    },
  ];
}
