import { type Figure, quantile } from '../rig/figures.ts';
import { openRigs } from '../rig/rig.ts';
import { answerMs, CROWD } from '../rig/town.ts';
import { scaled, type Yard } from '../rig/yard.ts';

const ROUNDS = 400;
const WARM_UP = 100;
const ROUND_MS = 100;
const KINDS = ['easel', 'postgres'] as const;

/** What PostgreSQL adds to an answer. Both bots get ten commands a second, in turns. */
export async function benchPostgres(yard: Yard): Promise<Figure[]> {
  const rigs = await openRigs(yard, KINDS, { pictures: 3_000 });
  const times = { easel: [], postgres: [] } as Record<(typeof KINDS)[number], number[]>;
  const rounds = WARM_UP + scaled(yard, ROUNDS);
  const startedMs = performance.now();
  const answers: Promise<void>[] = [];
  for (let turn = 0; turn < rounds * KINDS.length; turn++) {
    const dueMs = startedMs + (turn * ROUND_MS) / KINDS.length;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs - performance.now())));
    const kind = KINDS[turn % KINDS.length] ?? 'easel';
    const round = Math.floor(turn / KINDS.length);
    const seat = CROWD[round % CROWD.length];
    if (!seat) continue;
    const answer = answerMs(rigs.of(kind).discord, seat);
    answers.push(answer.then((ms) => void (round >= WARM_UP && times[kind].push(ms))));
  }
  await Promise.all(answers);
  await rigs.close();
  return (
    [
      ['median', 0.5],
      ['99 %', 0.99],
    ] as const
  ).map(([what, share]) => ({
    ...{ what: `command to answer with PostgreSQL, 10 a second: ${what}`, unit: 'ms' },
    value: quantile(times.postgres, share),
    floor: { name: 'with a file', value: quantile(times.easel, share) },
  }));
}
