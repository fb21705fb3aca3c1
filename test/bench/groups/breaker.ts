import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { DiscordSandbox } from '../../../src/sandbox/discord/sandbox.ts';
import { createRandom } from '../../jobs/random.ts';
import type { Figure } from '../rig/figures.ts';
import { openRig, type Rig } from '../rig/rig.ts';
import { type Seat, TOWN } from '../rig/town.ts';
import { scaled, type Yard } from '../rig/yard.ts';

const COMMANDS = 400;
/** Losses by chance: the share of creates, and the most commands that may be refused for it, in percent. */
const SHARES = [
  { lost: 2, refusedMost: 1 },
  { lost: 5, refusedMost: 1 },
  { lost: 10, refusedMost: 4 },
  { lost: 20, refusedMost: 15 },
];
const SEEDS = [1, 2, 3];
const PER_SECOND = 10;
const CREATE_MS = 100;

/** Lost creates settle by then, because their connections are cut at once. */
const SETTLE_MS = 3_000;
/** Longer than a create waits for the first trial after losses. */
const WAIT_MS = 20_000;
/** Longer than the first wait for a trial, and shorter than the first two together. */
const SHUT_MS = 55_000;

/** No two neighbours are the same member, or in the same server. */
const SEATS: readonly Seat[] = TOWN.map((_, index) => TOWN[(index * 41) % TOWN.length]).filter((seat) => !!seat);
const COLLUDING = 5;
/** Members of one server. The first ones collude. */
const IN_ONE_SERVER = TOWN.filter(({ guildId }) => guildId === TOWN[0]?.guildId);

/** What members notice if the service loses answers to creates, and how many tasks stay unconfirmed. */
export async function benchBreaker(yard: Yard): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { lost, refusedMost } of SHARES) {
    const { refused, commands } = await refusedWhenSomeAreLost(yard, lost / 100);
    figures.push({
      what: `commands refused where ${lost} % of the answers to creates are lost`,
      ...shareOf(refused, commands),
      goal: { of: 'value', most: refusedMost },
    });
  }
  for (const [whose, others] of [
    ['other servers', SEATS.filter(({ guildId }) => guildId !== TOWN[0]?.guildId)],
    ['the same server', IN_ONE_SERVER],
  ] as const) {
    const { refused, commands } = await refusedBesideColluders(yard, others.filter(isInnocent));
    figures.push({
      what: `commands refused to members of ${whose} while ${COLLUDING} others lose all of theirs`,
      ...shareOf(refused, commands),
      goal: { of: 'value', most: 0 },
    });
  }
  const lost = await lostWhenAllAre(yard);
  return [
    ...figures,
    {
      ...{ what: 'tasks unconfirmed where every answer is lost', value: lost.atFirst, unit: '' },
      goal: { of: 'value', most: 4 },
    },
    {
      ...{ what: '- in the minute after', value: lost.afterwards, unit: '', note: 'trials' },
      goal: { of: 'value', most: 1 },
    },
  ];
}

const shareOf = (refused: number, commands: number): Pick<Figure, 'value' | 'unit' | 'note'> => ({
  value: (100 * refused) / commands,
  unit: '%',
  note: `${refused} of ${commands}`,
});

const isInnocent = ({ userId }: Seat): boolean =>
  !IN_ONE_SERVER.slice(0, COLLUDING).some((colluding) => colluding.userId === userId);

/** The sum of some runs, because a run is a matter of luck. */
async function refusedWhenSomeAreLost(yard: Yard, share: number): Promise<{ refused: number; commands: number }> {
  const commands = scaled(yard, COMMANDS);
  let refused = 0;
  for (const seed of SEEDS) {
    const { rig, refusals } = await openFastService(yard, seed);
    rig.service.faults.switchOn('cutLine', { on: 'create', moment: 'after', share });
    await sendAtPace(rig.discord, { perSecond: PER_SECOND, count: commands });
    await untilEnded(() => rig.service.tasks().length + refusals.count() >= commands);
    refused += refusals.count();
    await rig.close();
  }
  return { refused, commands: SEEDS.length * commands };
}

async function refusedBesideColluders(
  yard: Yard,
  others: readonly Seat[],
): Promise<{ refused: number; commands: number }> {
  const { rig, refusals } = await openFastService(yard, 1);
  const colluding = IN_ONE_SERVER.slice(0, COLLUDING);
  const lost = sendAtPace(rig.discord, { seats: colluding, prompt: 'a lighthouse #lose', perSecond: 6, count: 120 });
  // At first, no one else asks.
  await delay(5_000);
  const commands = 45;
  await sendAtPace(rig.discord, { seats: others, perSecond: 3, count: commands });
  await lost;
  const created = (): number => rig.service.tasks().filter(({ request }) => !request.prompt.includes('#lose')).length;
  const refused = (): number => refusals.count((userId) => colluding.every((one) => one.userId !== userId));
  await untilEnded(() => created() + refused() >= commands);
  await rig.close();
  return { refused: refused(), commands };
}

/** A service that takes 100 ms for an answer. */
async function openFastService(yard: Yard, seed: number): Promise<{ rig: Rig; refusals: Refusals }> {
  const refusals = createRefusals();
  const random = createRandom(seed);
  const rig = await openRig(yard, 'easel', { pictures: 3_000, random, onLine: refusals.read });
  rig.service.faults.switchOn('slow', { on: 'create', delayMs: CREATE_MS });
  return { rig, refusals };
}

const HELD = '"msg":"job held"';
const FAILED = '"msg":"task failed"';
const REFUSED = /"reason":"service\..*"msg":"interaction refused"/;
const heldSchema = z.object({ job: z.string(), member: z.string() });
const refusedSchema = z.object({ job: z.string() }).or(z.object({ member: z.string() }));

type Refusals = ReturnType<typeof createRefusals>;

/**
 * Whom the breaker refused, at once or after a wait, as the log says. Limits on what one member has under way refuse too,
 * for reasons of their own, and don’t count. A create that was sent and lost is unconfirmed, not failed.
 */
function createRefusals() {
  const memberOf = new Map<string, string>();
  const refused: string[] = [];
  return {
    count: (isOf: (userId: string) => boolean = () => true): number => refused.filter(isOf).length,
    read: (line: string): void => {
      if (line.includes(HELD)) {
        const { job, member } = heldSchema.parse(JSON.parse(line));
        memberOf.set(job, member);
      } else if (line.includes(FAILED) || REFUSED.test(line)) {
        const found = refusedSchema.parse(JSON.parse(line));
        refused.push('job' in found ? (memberOf.get(found.job) ?? found.job) : found.member);
      }
    },
  };
}

/** Waits until each command has led to a create or a refusal, or those that wait have had their time. */
async function untilEnded(haveAllEnded: () => boolean): Promise<void> {
  for (let waitedMs = 0; waitedMs < WAIT_MS && !haveAllEnded(); waitedMs += 500) await delay(500);
}

async function lostWhenAllAre(yard: Yard): Promise<{ atFirst: number; afterwards: number }> {
  const { discord, service, close } = await openRig(yard, 'easel', { pictures: 3_000 });
  service.faults.switchOn('cutLine', { on: 'create', moment: 'after' });
  await sendAtPace(discord, { perSecond: 20, count: 100 });
  await delay(SETTLE_MS);
  const atFirst = service.creates;
  const sending = sendAtPace(discord, { perSecond: 20, count: (SHUT_MS / 1_000) * 20 });
  await delay(SHUT_MS);
  const afterwards = service.creates - atFirst;
  await sending;
  await close();
  return { atFirst, afterwards };
}

/** Sends commands at an even pace, refused or not. Resolves when all are answered. */
async function sendAtPace(
  discord: DiscordSandbox,
  { seats = SEATS, prompt = 'a lighthouse above a calm sea', perSecond, count }: Commands,
): Promise<void> {
  const answers: Promise<unknown>[] = [];
  for (let index = 0; index < count; index++) {
    const seat = seats[index % seats.length];
    if (seat) answers.push(send(discord, seat, prompt));
    await delay(1_000 / perSecond);
  }
  await Promise.all(answers);
}

interface Commands {
  seats?: readonly Seat[];
  prompt?: string;
  perSecond: number;
  count: number;
}

async function send(discord: DiscordSandbox, { userId, channelId }: Seat, prompt: string): Promise<void> {
  await (await discord.as(userId).command({ channelId, name: 'image', options: { prompt } })).answer;
}
