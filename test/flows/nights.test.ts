import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { FindingId } from '../../src/findings/table.ts';
import { freePort } from '../../src/sandbox/postgres/postgres-server.ts';
import { storeFileOf } from '../../src/store/store-url.ts';
import { meddle } from '../store/temp-folder.ts';
import { type Easel, type EaselOptions, GALLERY, people, startEasel } from '../support/easel.ts';
import { fill } from './moderation-support.ts';

/** The nights of an operator: each leaves a line in the log, a finding at `/readyz`, and a metric. */
interface Night {
  name: string;
  finding: FindingId;
  /** The start of a line of `/metrics` whose value is above zero. */
  metric: string;
  play?: (easel: Easel) => Promise<unknown>;
  options?: EaselOptions;
  /** The start of the line, if it isn't the finding itself. */
  line?: string;
}

const image = (easel: Easel, memberId: string = people.member): Promise<unknown> =>
  easel.discord.as(memberId).command({ channelId: GALLERY, name: 'image', options: { prompt: 'a bridge at night' } });
const help = (easel: Easel): Promise<unknown> =>
  easel.discord.as(people.member).command({ channelId: GALLERY, name: 'help', options: {} });

/** How far the bot's clock is ahead of Discord's in the night of the wrong clock. */
const AHEAD_MS = 400_000;

/** Looking for shards without a process takes PostgreSQL and its time. */
let reportVacancy: () => void;

const NIGHTS: Night[] = [
  {
    name: 'the service answers 500',
    finding: 'service.down',
    metric: 'easel_service_calls_total{operation="probe",outcome="unavailable"}',
    play: (easel) => {
      easel.service.faults.switchOn('down');
      return image(easel);
    },
  },
  {
    name: 'the service is slow',
    finding: 'service.slow',
    metric: 'easel_service_call_seconds_bucket{le="30",operation="query"}',
    play: (easel) => {
      easel.service.configure({ durations: { 'image-model-a': { queueMs: 0, runMs: 3_600_000 } } });
      easel.service.faults.switchOn('slow', { delayMs: 11_000, on: 'query' });
      return image(easel);
    },
  },
  {
    name: 'the key is refused',
    finding: 'service.key',
    metric: 'easel_service_calls_total{operation="create",outcome="bad key"}',
    play: (easel) => {
      easel.service.faults.switchOn('badKey');
      return image(easel);
    },
  },
  {
    name: 'the account is empty',
    finding: 'service.refuses',
    metric: 'easel_service_calls_total{operation="create",outcome="not served"}',
    play: (easel) => {
      easel.service.faults.switchOn('refuseCreates', { msg: 'insufficient credits' });
      return image(easel);
    },
  },
  {
    name: 'something else answers at the service’s address',
    finding: 'service.stranger',
    metric: 'easel_service_calls_total{operation="probe",outcome="not the service"}',
    play: async (easel) => {
      const stranger = createServer((_, response) => response.writeHead(302, { location: '/login' }).end());
      await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
      onTestFinished(() => void stranger.close());
      const address = stranger.address();
      if (typeof address === 'object') await easel.restart({ TASK_API_URL: `http://127.0.0.1:${address?.port}` });
    },
  },
  {
    name: 'the answers to creates are lost',
    finding: 'service.creates',
    metric: 'easel_service_calls_total{operation="create",outcome="unconfirmed"}',
    play: async (easel) => {
      easel.service.faults.switchOn('cutLine', { on: 'create', moment: 'after' });
      for (const id of [people.member, people.manager, people.moderator, people.owner]) await image(easel, id);
    },
  },
  {
    name: 'one task is unconfirmed',
    finding: 'credits.unconfirmed',
    metric: 'easel_tasks{state="unconfirmed"}',
    play: (easel) => {
      easel.service.faults.switchOn('cutLine', { on: 'create', moment: 'after', times: 1 });
      return image(easel);
    },
  },
  {
    name: 'all servers have used the month',
    finding: 'credits.ceiling',
    metric: 'easel_month_used_credits',
    options: { environment: { BUDGET_ALL_CREDITS: '5' } },
    play: (easel) => {
      easel.service.faults.switchOn('cutLine', { on: 'create', moment: 'after', times: 1 });
      return image(easel);
    },
  },
  {
    name: 'calls to Discord fail',
    finding: 'discord.calls',
    metric: 'easel_discord_calls_total{class="answers",outcome="unavailable"}',
    play: (easel) => {
      easel.discord.faults.switchOn({ name: 'internal-error' });
      return image(easel);
    },
  },
  {
    name: 'Discord is slow',
    finding: 'discord.slow',
    metric: 'easel_discord_call_seconds_bucket{le="2.5",class="answers"}',
    play: async (easel) => {
      easel.discord.faults.switchOn({ name: 'slow', parameters: { delayMs: 2_200 }, route: '/interactions/*' });
      for (let times = 0; times < 5; times += 1) await help(easel);
    },
  },
  {
    name: 'Discord lets no one back in',
    finding: 'discord.away',
    metric: 'easel_shards{state="away"}',
    line: 'the gateway connection was lost',
    play: async (easel) => {
      easel.discord.faults.switchOn({ name: 'gateway-hidden' });
      easel.discord.faults.switchOn({ name: 'gateway-drop' });
    },
  },
  {
    name: 'a process is gone, and no other has room for its shards',
    finding: 'shards.vacant',
    metric: 'easel_findings{finding="shards.vacant"',
    options: {
      onOpening: ({ onVacant }) => {
        reportVacancy = () => onVacant?.({ numbers: [3, 5], isFirst: true, hasRoom: false });
      },
    },
    play: async () => reportVacancy(),
  },
  {
    name: 'the disk is full',
    finding: 'store.failing',
    metric: 'easel_store_commit_seconds_count{outcome="failed"}',
    play: (easel) =>
      meddle(storeFileOf(easel.config.STORE_URL), async (query) => {
        for (const way of ['INSERT', 'UPDATE'])
          await query(
            `CREATE TRIGGER full_${way} BEFORE ${way} ON records BEGIN SELECT RAISE(ABORT, 'disk is full'); END`,
          );
      }),
  },
  {
    name: 'moderators leave a reported intimate picture',
    finding: 'moderation.overdue',
    metric: 'easel_findings{finding="moderation.overdue"',
    play: async (easel) => {
      const options = { prompt: 'a bridge at night' };
      const pending = await easel.command(people.member, { channelId: GALLERY, name: 'image', options });
      await easel.idle();
      const form = await easel.press(people.secondMember, easel.now(pending), 'Report …');
      await fill(easel, people.secondMember, form, { reason: 'intimate', why: '' });
      await easel.clock.leap(48 * 3_600_000);
    },
  },
  {
    name: 'the store is not backed up',
    finding: 'store.backup',
    metric: 'easel_backup_interval_seconds',
    options: { environment: { BACKUP_FOLDER: '/no/such/folder' } },
  },
  {
    name: 'this machine’s clock is wrong',
    finding: 'machine.clock',
    metric: 'easel_clock_ahead_seconds',
    options: {
      wrapClock: (clock) => ({
        now: () => clock.now() + AHEAD_MS,
        monotonicMs: () => clock.monotonicMs(),
        sleep: (durationMs, signal) => clock.sleep(durationMs, signal),
      }),
    },
    play: help,
  },
];

const readyzSchema = z.object({ findings: z.array(z.object({ id: z.string() })) });

it.each(NIGHTS)('$name: a line, a finding and a metric say so', async ({ finding, line, metric, play, options }) => {
  const port = await freePort();
  const easel = await startEasel({ ...options, environment: { HEALTH_PORT: port, ...options?.environment } });
  onTestFinished(() => easel.close());
  const asked = (path: string): Promise<Response> => fetch(`http://127.0.0.1:${port}${path}`);
  const isFound = async (): Promise<boolean> =>
    readyzSchema.parse(await (await asked('/readyz')).json()).findings.some(({ id }) => id === finding);
  await play?.(easel);
  await easel.until(isFound, { stepMs: 5_000, limitMs: 600_000 });
  expect(easel.log.some((one) => (line ? one.msg.startsWith(line) : one['finding'] === finding))).toBe(true);
  const lines = (await (await asked('/metrics')).text()).split('\n');
  expect(
    Number(
      lines
        .find((one) => one.startsWith(metric))
        ?.split(' ')
        .at(-1),
    ),
  ).toBeGreaterThan(0);
  expect(lines.some((one) => one.startsWith(`easel_findings{finding="${finding}"`))).toBe(true);
});
