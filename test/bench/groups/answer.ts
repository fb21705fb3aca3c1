import { type Figure, median, quantile } from '../rig/figures.ts';
import { openRigs } from '../rig/rig.ts';
import { answerMs, CROWD } from '../rig/town.ts';
import { scaled, type Yard } from '../rig/yard.ts';

const ROUNDS = 400;
/** Over a minute: until then, an interaction may have reached the previous process, so Easel looks its id up. */
const WARM_UP = 650;
/** What of it counts as the first minute: neither the start nor the end. */
const FIRST_MINUTE = { from: 50, to: 500 };
const ROUND_MS = 100;
const KINDS = ['bare', 'durable', 'easel', 'grown'] as const;

/** Time from an interaction leaving Discord to its answer. Every bot gets ten commands a second, in turns. */
export async function benchAnswer(yard: Yard): Promise<Figure[]> {
  const rigs = await openRigs(yard, KINDS, { pictures: 3_000 });
  const none = (): Record<(typeof KINDS)[number], number[]> => ({ bare: [], durable: [], easel: [], grown: [] });
  const [times, early] = [none(), none()];
  const rounds = scaled(yard, ROUNDS);
  const startedMs = performance.now();
  const answers: Promise<void>[] = [];
  for (let turn = 0; turn < (WARM_UP + rounds) * KINDS.length; turn++) {
    const dueMs = startedMs + (turn * ROUND_MS) / KINDS.length;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs - performance.now())));
    const kind = KINDS[turn % KINDS.length] ?? 'bare';
    const round = Math.floor(turn / KINDS.length);
    const seat = CROWD[round % CROWD.length];
    if (!seat) continue;
    const answer = answerMs(rigs.of(kind).discord, seat);
    const isEarly = round >= FIRST_MINUTE.from && round < FIRST_MINUTE.to;
    if (round >= WARM_UP) answers.push(answer.then((ms) => void times[kind].push(ms)));
    else answers.push(answer.then((ms) => void (isEarly && early[kind].push(ms))));
  }
  await Promise.all(answers);
  await rigs.close();

  const floor = (share: number) => ({ name: 'bare + durable insert', value: quantile(times.durable, share) });
  const empty = (share: number) => ({ name: 'with a new store', value: quantile(times.easel, share) });
  const easel = { unit: 'ms', note: `bare ${median(times.bare).toFixed(1)} ms` } as const;
  const grown = { unit: 'ms', goal: { of: 'ratio', most: 1.1 } } as const;
  const figure = (what: string, share: number, most: number): Figure[] => [
    {
      ...easel,
      what: `command to answer, 10 a second: ${what}`,
      value: quantile(times.easel, share),
      floor: floor(share),
      goal: { of: 'ratio', most },
    },
    { ...grown, what: `- with a grown store`, value: quantile(times.grown, share), floor: empty(share) },
  ];
  const firstMinute: Figure = {
    ...{ unit: 'ms', note: `bare ${median(early.bare).toFixed(1)} ms` },
    what: 'command to answer in a process’s first minute: median',
    value: median(early.easel),
    floor: { name: 'bare + durable insert', value: median(early.durable) },
    goal: { of: 'ratio', most: 1.75 },
  };
  return [...figure('median', 0.5, 1.5), firstMinute, ...figure('99 %', 0.99, 2)];
}
