import { describe, expect, it } from 'vitest';
import {
  AT_START,
  afterCreate,
  afterSent,
  type Condition,
  mayCreate,
} from '../../../src/jobs/watch/service-condition.ts';
import { UnconfirmedError } from '../../../src/task-api/errors.ts';
import { createRandom } from '../random.ts';

const PER_SECOND = 10;
const CREATE_MS = 100;
const COMMANDS = 6_000;
const SERVERS = 40;

interface Create {
  guildId: string;
  memberId: string;
}

/** Ten minutes of commands to a service that answers after 100 ms, or loses the answer. */
function run(isLost: (from: Create) => boolean, fromOf: (index: number) => Create) {
  let condition: Condition = AT_START;
  let underWay: Create[] = [];
  let waiting: Create[] = [];
  const refused: Create[] = [];
  let unconfirmed = 0;
  for (let index = 0; index < COMMANDS; index++) {
    const nowMs = index * CREATE_MS;
    for (const from of underWay) {
      const error = isLost(from) ? new UnconfirmedError() : undefined;
      unconfirmed += error ? 1 : 0;
      condition = afterCreate(condition, { error, from, underWay: underWay.length }, nowMs);
    }
    underWay = [];
    const command = fromOf(index);
    if (mayCreate(condition, nowMs, command) === 'no') refused.push(command);
    else waiting.push(command);
    const left: Create[] = [];
    for (const from of waiting) {
      const may = underWay.length < condition.window.size ? mayCreate(condition, nowMs, from) : 'soon';
      if (may === 'now') {
        condition = afterSent(condition, from, nowMs);
        underWay.push(from);
      } else if (may === 'soon') left.push(from);
      else refused.push(from);
    }
    waiting = left;
  }
  return { refused, unconfirmed };
}

const anyone = (random: () => number) => (): Create => {
  const guildId = `server ${Math.floor(random() * SERVERS)}`;
  return { guildId, memberId: `${guildId}, ${Math.floor(random() * 20)}` };
};

describe(`where ${PER_SECOND} creates a second are answered after ${CREATE_MS} ms`, () => {
  it.each([
    [5, 1],
    [10, 4],
    [20, 15],
  ])('and %i of 100 are lost by chance, at most %i of 100 commands are refused', (lostPercent, refusedPercent) => {
    for (let seed = 1; seed <= 4; seed++) {
      const random = createRandom(seed);
      const { refused } = run(() => random() < lostPercent / 100, anyone(random));
      expect((100 * refused.length) / COMMANDS).toBeLessThanOrEqual(refusedPercent);
    }
  });

  it.each([2, 3, 4, 5])('and %i members lose all of theirs, no one else is refused', (colluding) => {
    const random = createRandom(colluding);
    const innocent = anyone(random);
    const { refused } = run(
      ({ memberId }) => memberId.startsWith('troll'),
      (index) =>
        index < 50 || index % 3 > 0 ? { guildId: 'theirs', memberId: `troll ${index % colluding}` } : innocent(),
    );
    expect(refused.filter(({ memberId }) => !memberId.startsWith('troll'))).toEqual([]);
  });

  it.each([
    ['many servers', (index: number) => ({ guildId: `s${index % 40}`, memberId: `m${index % 200}` })],
    ['two servers', (index: number) => ({ guildId: `s${index % 2}`, memberId: `m${index % 200}` })],
    ['one server', (index: number) => ({ guildId: 's', memberId: `m${index % 200}` })],
    ['one member', () => ({ guildId: 's', memberId: 'm' })],
  ])('and all are lost, at most four tasks of %s stay unconfirmed, and few trials', (_, fromOf) => {
    // Ten minutes have trials after 15 s, 75 s and 5 min.
    expect(run(() => true, fromOf).unconfirmed).toBeLessThanOrEqual(4 + 3);
  });
});
