import { expect, it, onTestFinished } from 'vitest';
import type { OperatorAlert } from '../../src/alerts/operator-alert.ts';
import { createVacancyAlerter } from '../../src/alerts/vacancy-alerter.ts';
import { createLog } from '../../src/log.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { postedAs } from './posted-as.ts';

function start() {
  const clock = new FakeClock();
  const posted: OperatorAlert[] = [];
  const outcomes: ('no access' | 'unavailable')[] = [];
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const alerter = createVacancyAlerter({
    ...{ clock, log: createLog('silent') },
    post: async (alert) => {
      posted.push(alert);
      return postedAs(outcomes.shift());
    },
  });
  alerter.run(stop.signal).catch(() => undefined);
  const notice = async (numbers: number[], isFirst = true) => {
    alerter.notice({ numbers, isFirst });
    for (let turns = 0; turns < 3; turns++) await clock.advance(0);
  };
  return { clock, notice, outcomes, posted };
}

it('tells the operator once that shards have no process, and once that they are served again', async () => {
  const { notice, posted } = start();
  for (const numbers of [[0, 1], [0, 1], [], []]) await notice(numbers);
  expect(posted).toEqual([
    { kind: 'shards vacant', shards: [0, 1] },
    { kind: 'shards served', shards: [0, 1] },
  ]);
});

it('leaves telling to the process with the lowest shard that is served', async () => {
  const { notice, posted } = start();
  await notice([0, 1], false);
  await notice([], false);
  expect(posted).toEqual([]);
});

it('tries again where Discord is in trouble', async () => {
  const { clock, notice, outcomes, posted } = start();
  outcomes.push('unavailable');
  await notice([2]);
  await clock.advance(60_000);
  expect(posted).toHaveLength(2);
});
