import { describe, expect, it } from 'vitest';
import { createServiceWatch, type ServiceWatch } from '../../../src/jobs/watch/service-watch.ts';
import { createLog } from '../../../src/log.ts';
import { RefusedError, TaskApiError, UnconfirmedError } from '../../../src/task-api/errors.ts';
import type { Clock } from '../../../src/time/clock.ts';
import { createRandom } from '../random.ts';

/** Minutes of commands to a service that answers creates after 100 ms, or loses the answer. Deterministic. */

const CREATE_MS = 100;
const PER_SECOND = 1_000 / CREATE_MS;
const MINUTE = 60 * PER_SECOND;
const SERVERS = 40;
/** A member with more reads that too much waits. */
const WAITING_MAX = 20;

interface Sender {
  guildId: string;
  memberId: string;
}

interface Play {
  random: () => number;
  /** The commands of each tenth of a second. */
  asks: (tick: number) => readonly Sender[];
  answers: (from: Sender, tick: number) => 'created' | 'lost' | 'refused';
  ticks: number;
}

const LOG = createLog('fatal', { write: () => undefined });

/** A watch whose time passes only in `play`. */
function openWatch(): {
  watch: ServiceWatch;
  play: (play: Play) => { refused: Sender[]; waiting: Sender[]; lostAtS: number[] };
} {
  let nowMs = 0;
  const never = new Promise<void>(() => undefined);
  const clock: Clock = { now: () => nowMs, monotonicMs: () => nowMs, sleep: () => never };
  const watch = createServiceWatch({ clock, log: LOG });
  const play = ({ random, asks, answers, ticks }: Play) => {
    const startedMs = nowMs;
    let underWay: Sender[] = [];
    let waiting: Sender[] = [];
    const refused: Sender[] = [];
    const lostAtS: number[] = [];
    for (let tick = 0; tick < ticks; tick++, nowMs += CREATE_MS) {
      for (const from of underWay) {
        const answer = answers(from, tick);
        if (answer === 'lost') lostAtS.push((nowMs - startedMs) / 1_000);
        const error = { created: undefined, lost: new UnconfirmedError(), refused: new RefusedError('No.') }[answer];
        watch.recordCreate({ ...from, prompt: 'a storm', underWay: underWay.length }, error);
      }
      underWay = [];
      for (const from of asks(tick)) {
        if (watch.mayCreate(from) === 'no') refused.push(from);
        else if (countsOf(waiting)(from) < WAITING_MAX) waiting.push(from);
      }
      const left: Sender[] = [];
      const jobsOf = countsOf(waiting);
      for (const from of shuffled(waiting, random)) {
        const may = underWay.length < watch.createsAtOnce ? watch.claimCreate(from, jobsOf(from)) : 'soon';
        if (may instanceof TaskApiError) refused.push(from);
        else (may === 'now' ? underWay : left).push(from);
      }
      waiting = left;
    }
    return { refused, waiting, lostAtS };
  };
  return { watch, play };
}

/** How many of these a member sent. */
function countsOf(senders: readonly Sender[]): (from: Sender) => number {
  const counts = new Map<string, number>();
  for (const { memberId } of senders) counts.set(memberId, (counts.get(memberId) ?? 0) + 1);
  return ({ memberId }) => counts.get(memberId) ?? 0;
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/** One command each time, from any of 800 members. */
const anyone = (random: () => number) => (): Sender[] => {
  const guildId = `server ${Math.floor(random() * SERVERS)}`;
  return [{ guildId, memberId: `${guildId}, ${Math.floor(random() * 20)}` }];
};

const isColluder = ({ memberId }: Sender): boolean => memberId.startsWith('colluder');

describe('where creates are lost by chance', () => {
  it.each([
    [5, 1],
    [10, 4],
    [20, 15],
  ])('%i of 100, at most %i of 100 commands are refused', (lostPercent, refusedPercent) => {
    let refused = 0;
    for (let seed = 1; seed <= 3; seed++) {
      const random = createRandom(seed);
      const answers = () => (random() < lostPercent / 100 ? 'lost' : 'created');
      refused += openWatch().play({ random, asks: anyone(random), answers, ticks: 10 * MINUTE }).refused.length;
    }
    expect((100 * refused) / (3 * 10 * MINUTE)).toBeLessThanOrEqual(refusedPercent);
  });
});

describe('where all creates are lost', () => {
  const others: [string, (tick: number) => Sender[]][] = [
    ['many servers', (tick) => [{ guildId: `s${tick % 40}`, memberId: `m${tick % 200}` }]],
    ['two servers', (tick) => [{ guildId: `s${tick % 2}`, memberId: `m${tick % 200}` }]],
    ['one server', (tick) => [{ guildId: 's', memberId: `m${tick % 200}` }]],
    ['two members', (tick) => [{ guildId: 's', memberId: `m${tick % 2}` }]],
    ['one member', () => [{ guildId: 's', memberId: 'm' }]],
  ];
  it.each(others)(
    'of %s, a minute leaves at most 4 tasks unconfirmed, trials included, and ten leave few',
    (_, asks) => {
      for (const isAnsweredBefore of [false, true]) {
        const { play } = openWatch();
        const random = createRandom(1);
        if (isAnsweredBefore) play({ random, asks, answers: () => 'created', ticks: MINUTE });
        const { lostAtS } = play({ random, asks, answers: () => 'lost', ticks: 10 * MINUTE });
        expect(lostAtS.filter((atS) => atS <= 60).length).toBeLessThanOrEqual(4);
        expect(lostAtS.length).toBeLessThanOrEqual(4 + 3);
      }
    },
  );

  it('but some are refused, the refusals hide no losses', () => {
    const random = createRandom(1);
    const answers = () => (random() < 0.5 ? 'lost' : 'refused');
    const { lostAtS } = openWatch().play({ random, asks: anyone(random), answers, ticks: MINUTE });
    expect(lostAtS.length).toBeLessThanOrEqual(4);
  });
});

describe('members who lose all of theirs on purpose', () => {
  const groups = [
    { members: 2, servers: 1 },
    { members: 5, servers: 1 },
    { members: 6, servers: 3 },
    { members: 6, servers: 6 },
  ];
  const worlds = groups.flatMap((group) => [
    { ...group, othersPerTick: 1, isAnsweredBefore: true },
    { ...group, othersPerTick: 0.3, isAnsweredBefore: false },
    { ...group, othersPerTick: 0.02, isAnsweredBefore: true },
  ]);
  it.each(worlds)(
    'stop no one else: $members in $servers servers, $othersPerTick of others a tick, answered before: $isAnsweredBefore',
    ({ members, servers, othersPerTick, isAnsweredBefore }) => {
      for (let seed = 1; seed <= 2; seed++) {
        const random = createRandom(seed);
        const { play } = openWatch();
        const others = anyone(random);
        if (isAnsweredBefore) play({ random, asks: others, answers: () => 'created', ticks: MINUTE });
        const colluder = (): Sender => {
          const number = Math.floor(random() * members);
          return { guildId: `theirs ${number % servers}`, memberId: `colluder ${number}` };
        };
        const { refused } = play({
          random,
          // They start alone.
          asks: (tick) => [colluder(), colluder(), ...(tick > 50 && random() < othersPerTick ? others() : [])],
          answers: (from) => (isColluder(from) ? 'lost' : 'created'),
          ticks: 3 * MINUTE,
        });
        expect(refused.filter((from) => !isColluder(from))).toEqual([]);
      }
    },
  );

  it.each([true, false])('stop no one else in their own server either, answered before: %s', (isAnsweredBefore) => {
    for (let seed = 1; seed <= 2; seed++) {
      const random = createRandom(seed);
      const { play } = openWatch();
      const others = (): Sender[] => [{ guildId: 'theirs', memberId: `${Math.floor(random() * 15)}` }];
      if (isAnsweredBefore) play({ random, asks: others, answers: () => 'created', ticks: MINUTE });
      const { refused, waiting } = play({
        random,
        asks: (tick) => [
          ...(random() < 0.6 ? [{ guildId: 'theirs', memberId: `colluder ${tick % 5}` }] : []),
          ...(tick > 50 && tick < 200 && random() < 0.3 ? others() : []),
        ],
        answers: (from) => (isColluder(from) ? 'lost' : 'created'),
        ticks: 40 * PER_SECOND,
      });
      expect([...refused, ...waiting].filter((from) => !isColluder(from))).toEqual([]);
    }
  });

  it('and are refused in between leave few tasks unconfirmed', () => {
    const random = createRandom(1);
    const { play } = openWatch();
    const others = anyone(random);
    const { lostAtS, refused } = play({
      random,
      asks: (tick) => [{ guildId: 'theirs', memberId: `colluder ${tick % 2}` }, ...others()],
      answers: (from, tick) => (isColluder(from) ? (tick % 3 === 0 ? 'refused' : 'lost') : 'created'),
      ticks: MINUTE,
    });
    expect(lostAtS.length).toBeLessThanOrEqual(10);
    expect(refused.filter((from) => !isColluder(from))).toEqual([]);
  });

  it('or are refused in any words stop no one at all', () => {
    const random = createRandom(1);
    const asks = (tick: number) => [{ guildId: 'theirs', memberId: `colluder ${tick % 2}` }];
    const { watch, play } = openWatch();
    expect(play({ random, asks, answers: () => 'refused', ticks: MINUTE }).refused).toEqual([]);
    expect([watch.status, watch.mayCreate({ guildId: 'other', memberId: 'ada' })]).toEqual(['well', 'now']);
  });
});
