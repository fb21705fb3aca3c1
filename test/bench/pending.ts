import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { systemClock } from '../../src/clock.ts';
import { type Job, jobSchema } from '../../src/jobs/job.ts';
import { startDiscordSandbox } from '../../src/sandbox/discord/server.ts';
import { ids } from '../../src/sandbox/discord/world.ts';
import { startTaskApiSandbox } from '../../src/sandbox/task-api/sandbox.ts';
import { openStore } from '../../src/store/open-store.ts';
import { mebibytes } from './figures.ts';

const TASKS = 10_000;
const SERVERS = 50;
const WATCHED_MS = 5_000;

/** Memory for each waiting task, and how soon and how fast a start with ten thousand of them polls. */
export async function benchPending(folder: string): Promise<void> {
  const empty = await measure(join(folder, 'none'), 0);
  const many = await measure(join(folder, 'many'), TASKS);
  console.log(`a start with ${TASKS} waiting tasks of ${SERVERS} servers`);
  console.log(`  heap in use: ${mebibytes(empty.heapBytes)} without, ${mebibytes(many.heapBytes)} with them`);
  console.log(`  for each waiting task: ${Math.round((many.heapBytes - empty.heapBytes) / TASKS)} bytes`);
  console.log(`  from the process's start to its first poll: ${many.firstPollMs} ms`);
  console.log(`  polls in the ${WATCHED_MS / 1000} s after that: ${many.polls} (the limit is 20 a second)`);
}

async function measure(
  folder: string,
  tasks: number,
): Promise<{ heapBytes: number; firstPollMs: number; polls: number }> {
  const discord = await startDiscordSandbox({ clock: systemClock, folder: join(folder, 'discord') });
  const service = await startTaskApiSandbox({ clock: systemClock, random: Math.random });
  const storeUrl = `sqlite://${join(folder, 'easel.sqlite')}`;
  await fill(storeUrl, tasks);

  let polls = 0;
  const firstPoll = Promise.withResolvers<number>();
  const startedMs = Date.now();
  service.subscribe((event) => {
    if (event.event !== 'request' || event.operation !== 'query') return;
    polls += 1;
    // The first question of all is whether the service is there.
    if (polls === 2) firstPoll.resolve(Date.now() - startedMs);
  });
  const bot = spawn(process.execPath, ['--expose-gc', join(import.meta.dirname, 'pending-bot.ts')], {
    env: {
      PATH: process.env['PATH'],
      DISCORD_TOKEN: discord.token,
      DISCORD_API_URL: discord.apiUrl,
      TASK_API_URL: service.url,
      TASK_API_KEY: 'sk-sandbox',
      STORE_URL: storeUrl,
      MEDIA_FOLDER: join(folder, 'results'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [heap] = (await once(bot.stdout, 'data')) as [Buffer];
  const firstPollMs = tasks > 0 ? await firstPoll.promise : 0;
  polls = 0;
  if (tasks > 0) await systemClock.sleep(WATCHED_MS);
  const seen = polls;
  bot.kill('SIGKILL');
  await once(bot, 'exit');
  await Promise.all([discord.stop(), service.close()]);
  return { heapBytes: Number(String(heap)), firstPollMs, polls: seen };
}

async function fill(storeUrl: string, tasks: number): Promise<void> {
  const store = await openStore(storeUrl);
  const jobs = store.collection('jobs', jobSchema);
  for (let index = 0; index < tasks; index++) await jobs.set(`bench${index}`, jobOf(index));
  await store.close();
}

function jobOf(index: number): Job {
  const id = `bench${index}`;
  const nowMs = Date.now();
  return {
    id,
    createdAtMs: nowMs,
    memberId: ids.people.member,
    request: {
      modelId: 'omni-flash',
      prompt: 'a clip among many, with some words to it',
      sourceUrls: [],
      spoiler: false,
    },
    place: {
      guildId: String(2_000_000_000_000_000_000n + BigInt(index % SERVERS)),
      channelId: ids.atelier.channels.gallery,
      messageId: ids.atelier.channels.gallery,
      applicationId: ids.application,
      token: 'x'.repeat(180),
      tokenIssuedAtMs: nowMs,
      uploadLimitBytes: 20_971_520,
    },
    tasks: [
      {
        key: `${id}-1`,
        quoteCredits: 20,
        taskId: `task_${index}`,
        chargedCredits: 20,
        submittedAtMs: nowMs,
        state: 'submitted',
        serviceState: 'queued',
      },
    ],
  };
}
