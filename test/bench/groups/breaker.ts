import { setTimeout as delay } from 'node:timers/promises';
import type { DiscordSandbox } from '../../../src/sandbox/discord/sandbox.ts';
import type { Figure } from '../rig/figures.ts';
import { openRig } from '../rig/rig.ts';
import { type Seat, TOWN } from '../rig/town.ts';
import { scaled, type Yard } from '../rig/yard.ts';

const COMMANDS = 400;
const ONE_IN = 50;
const PER_SECOND = 20;
/** Lost creates settle by then, because their connections are cut at once. */
const SETTLE_MS = 3_000;
/** Longer than the first wait for a trial, and shorter than both waits together. */
const SHUT_MS = 60_000;

/** What members notice if the service loses answers to creates, and how many tasks stay unconfirmed. */
export async function benchBreaker(yard: Yard): Promise<Figure[]> {
  const commands = scaled(yard, COMMANDS, ONE_IN);
  const refused = await refusedWhenSomeAreLost(yard, commands);
  const lost = await lostWhenAllAre(yard);
  return [
    {
      what: `commands refused where 1 of ${ONE_IN} answers to creates is lost`,
      ...{ value: (100 * refused) / commands, unit: '%', note: `${refused} of ${commands}` },
      goal: { of: 'value', most: 2 },
    },
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

async function refusedWhenSomeAreLost(yard: Yard, commands: number): Promise<number> {
  const { discord, service, close } = await openRig(yard, 'easel', { pictures: 3_000 });
  await sendAtPace(discord, commands, (index) => {
    if (index % ONE_IN === ONE_IN / 2) loseAnswers(service, 1);
  });
  await delay(SETTLE_MS);
  // The service accepts a task before its answer is lost, so Easel refused what it did not accept.
  const refused = commands - service.creates;
  await close();
  return refused;
}

async function lostWhenAllAre(yard: Yard): Promise<{ atFirst: number; afterwards: number }> {
  const { discord, service, close } = await openRig(yard, 'easel', { pictures: 3_000 });
  loseAnswers(service);
  await sendAtPace(discord, 5 * PER_SECOND);
  await delay(SETTLE_MS);
  const atFirst = service.creates;
  await sendAtPace(discord, (SHUT_MS / 1_000) * PER_SECOND);
  await delay(SETTLE_MS);
  const afterwards = service.creates - atFirst;
  await close();
  return { atFirst, afterwards };
}

function loseAnswers({ faults }: Awaited<ReturnType<typeof openRig>>['service'], times?: number): void {
  faults.switchOn('cutLine', { on: 'create', moment: 'after', times });
}

/** Commands of members of many servers, refused or not. */
async function sendAtPace(
  discord: DiscordSandbox,
  count: number,
  beforeEach: (index: number) => void = () => undefined,
): Promise<void> {
  const answers: Promise<void>[] = [];
  for (let index = 0; index < count; index++) {
    beforeEach(index);
    const seat = TOWN[index % TOWN.length];
    if (seat) answers.push(send(discord, seat));
    await delay(1_000 / PER_SECOND);
  }
  await Promise.all(answers);
}

async function send(discord: DiscordSandbox, { userId, channelId }: Seat): Promise<void> {
  const command = { channelId, name: 'image', options: { prompt: 'a lighthouse above a calm sea' } };
  await (await discord.as(userId).command(command)).answer;
}
