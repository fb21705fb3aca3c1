import { describe, expect, it } from 'vitest';
import { jobIdOf } from '../../../src/jobs/job/job-id.ts';
import { workKey } from '../../../src/jobs/records/works.ts';
import { snowflakeAfter } from '../../../src/sandbox/discord/state/snowflakes.ts';
import type { FakeClock } from '../../support/fake-clock.ts';
import { GUILD, MEMBER } from '../../support/job-service.ts';
import { withReads } from '../../support/memory-database.ts';
import { openScene } from '../scene.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The id of a command that arrives now. */
const idAt = (clock: FakeClock): string => jobIdOf(snowflakeAfter('0', clock.now()));

describe('a job that has ended', () => {
  it.each([
    ['at once', async () => undefined],
    ['after a restart', async ({ restart }) => restart()],
    [
      'a week and a restart later',
      async ({ clock, restart }) => {
        clock.step(7 * DAY_MS);
        await restart();
      },
    ],
    ['a year later', async ({ clock }) => clock.step(365 * DAY_MS)],
    [
      'after “Forget all” and a restart',
      async ({ bot, restart }) => {
        await bot.history.forget({ guildId: GUILD, memberId: MEMBER });
        await restart();
      },
    ],
  ] satisfies [string, (scene: Awaited<ReturnType<typeof openScene>>) => Promise<void>][])(
    'can’t start again with its id: %s',
    async (_, meanwhile) => {
      const scene = await openScene();
      await scene.passes(HOUR_MS);
      const jobId = idAt(scene.clock);
      expect((await scene.submit({ jobId })).outcome).toBe('started');
      await scene.ended(jobId);
      await meanwhile(scene);
      expect(await scene.submit({ jobId })).toEqual({ outcome: 'already' });
      expect(scene.service.createCalls).toBe(1);
      expect((await scene.credits()).held).toBe(0);
    },
  );
});

it('a recent id needs no read, and an older one the record that it names', async () => {
  const scene = await openScene();
  await scene.passes(HOUR_MS);
  const reads: string[] = [];
  const database = withReads(scene.database, (key) => {
    if (key.startsWith('works:')) reads.push(key);
    return undefined;
  });
  await scene.restart({ database });
  await scene.passes(2 * MINUTE_MS);
  const [old, recent] = [jobIdOf(snowflakeAfter('0', scene.clock.now() - 90_000)), idAt(scene.clock)];
  await scene.submit({ jobId: recent });
  expect(reads).toEqual([]);
  await scene.submit({ jobId: old });
  expect(reads).toEqual([`works:${workKey(GUILD, old)}`]);
});
