import { setTimeout as delay } from 'node:timers/promises';
import { openFleet } from '../../processes/fleet.ts';
import { type Figure, median } from '../rig/figures.ts';
import { type Seat, TOWN } from '../rig/town.ts';
import { scaled, type Yard } from '../rig/yard.ts';

const ROUNDS = 7;
const JOBS = 40;
const ASK_EVERY_MS = 50;
const FOR_EVER_MS = 3_600_000;

/** Time from kill -9 of the serving process to its spare's first poll of a task and first answer. */
export async function benchTakeover(yard: Yard): Promise<Figure[]> {
  const fleet = await openFleet({ storeUrl: await yard.newDatabase(), runMs: FOR_EVER_MS });
  const polls: number[] = [];
  const answers: number[] = [];
  try {
    let [owner, spare] = [fleet.add(), fleet.add()];
    owner.launch();
    await fleet.until(() => owner.isReady);
    const ask = async (seat: Seat | undefined): Promise<boolean> => {
      if (!seat) return false;
      const options = { prompt: 'a lighthouse above a calm sea' };
      const person = fleet.discord.as(seat.userId);
      const handle = await person.command({ channelId: seat.channelId, name: 'image', options });
      return (await handle.answer).kind === 'message';
    };
    await Promise.all(TOWN.slice(0, JOBS).map(ask));
    for (let round = 0; round < scaled(yard, ROUNDS, 1); round++) {
      spare.launch();
      await fleet.until(() => spare.isWaiting);
      // Discord allows one connection to identify every 5 s.
      await delay(6_000);
      const firstPoll = Promise.withResolvers<number>();
      const killedMs = performance.now();
      await owner.kill();
      const stop = fleet.service.listen((event) => {
        if (event.event === 'request' && event.operation === 'query') firstPoll.resolve(performance.now() - killedMs);
      });
      answers.push(await firstAnswered(ask, killedMs, round));
      polls.push(await firstPoll.promise);
      stop();
      [owner, spare] = [spare, owner];
    }
  } finally {
    await fleet.close();
  }
  const figure = (what: string, values: readonly number[]): Figure => ({
    ...{ what: `takeover after kill -9, with a spare: ${what}`, value: median(values), unit: 'ms' },
    ...{
      note: `at most ${Math.round(Math.max(...values))} ms in ${values.length}`,
      goal: { of: 'value', most: 5_000 },
    },
  });
  return [figure('first poll', polls), figure('first answer', answers)];
}

/** Members ask again and again until one of them is answered. */
function firstAnswered(
  ask: (seat: Seat | undefined) => Promise<boolean>,
  sinceMs: number,
  round: number,
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  let count = 0;
  const asking = setInterval(() => {
    count += 1;
    ask(TOWN[(round * 97 + count) % TOWN.length]).then((isAnswered) => {
      if (isAnswered) resolve(performance.now() - sinceMs);
    }, reject);
  }, ASK_EVERY_MS);
  return promise.finally(() => clearInterval(asking));
}
