import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { systemClock } from '../../src/clock.ts';
import { createBotProcess } from '../../src/sandbox/bot-process.ts';
import type { DiscordSandbox } from '../../src/sandbox/discord/sandbox.ts';
import { startDiscordSandbox } from '../../src/sandbox/discord/server.ts';
import { ids } from '../../src/sandbox/discord/world.ts';
import { startTaskApiSandbox } from '../../src/sandbox/task-api/sandbox.ts';
import { median, quantile } from './figures.ts';

const ROUNDS = 150;
const WARM_UP = 20;

/** From the interaction leaving Discord to the answer being there, in turns with a bot that only answers. */
export async function benchAnswer(folder: string): Promise<void> {
  const service = await startTaskApiSandbox({
    clock: systemClock,
    random: Math.random,
    accounts: { 'sk-sandbox': 1_000_000 },
    durations: { 'image-model-a': { queueMs: 3_600_000, runMs: 1 } },
  });
  const bare = await startDiscordSandbox({ clock: systemClock, folder: join(folder, 'bare') });
  const full = await startDiscordSandbox({ clock: systemClock, folder: join(folder, 'full') });
  const easel = createBotProcess({
    environment: {
      DISCORD_TOKEN: full.token,
      DISCORD_API_URL: full.apiUrl,
      TASK_API_URL: service.url,
      TASK_API_KEY: 'sk-sandbox',
      STORE_URL: `sqlite://${join(folder, 'answer.sqlite')}`,
      MEDIA_FOLDER: join(folder, 'results'),
      BUDGET_DEFAULT_CREDITS: '1000000',
    },
  });
  await easel.start();
  const bareBot = spawn(process.execPath, [join(import.meta.dirname, 'bare-bot.ts')], {
    env: { PATH: process.env['PATH'], DISCORD_API_URL: bare.apiUrl, DISCORD_TOKEN: bare.token },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(bareBot.stdout, 'data');
  await copyCommands(full, bare);

  const times = { bare: [] as number[], easel: [] as number[] };
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const bareMs = await answerMs(bare);
    const easelMs = await answerMs(full);
    if (round < 0) continue;
    times.bare.push(bareMs);
    times.easel.push(easelMs);
  }
  const ratios = times.easel.map((ms, index) => ms / Number(times.bare[index]));
  const line = (name: string, values: number[]): string =>
    `${name}: median ${median(values).toFixed(1)} ms, 95 % under ${quantile(values, 0.95).toFixed(1)} ms`;
  console.log(`time from interaction to answer, ${ROUNDS} commands in turns`);
  console.log(`  ${line('bare discord.js handler', times.bare)}`);
  console.log(`  ${line('Easel, job and hold written first', times.easel)}`);
  console.log(`  ratio pair by pair: median ${median(ratios).toFixed(2)}`);

  bareBot.kill();
  await once(bareBot, 'exit');
  await easel.stop();
  await Promise.all([bare.stop(), full.stop(), service.close()]);
}

async function answerMs(discord: DiscordSandbox): Promise<number> {
  const startedMs = performance.now();
  const handle = await discord
    .as(ids.people.member)
    .command({ channelId: ids.atelier.channels.gallery, name: 'image', options: { prompt: 'how fast' } });
  const { kind } = await handle.answer;
  if (kind !== 'message') throw new Error(`answered with ${kind}`);
  return performance.now() - startedMs;
}

/** The bare bot registers nothing; it is offered the same commands. */
async function copyCommands(from: DiscordSandbox, to: DiscordSandbox): Promise<void> {
  const address = (discord: DiscordSandbox): string =>
    `${discord.apiUrl}/v10/applications/${discord.applicationId}/commands`;
  const headers = (discord: DiscordSandbox) => ({
    authorization: `Bot ${discord.token}`,
    'content-type': 'application/json',
  });
  const commands = await (await fetch(address(from), { headers: headers(from) })).text();
  const stored = await fetch(address(to), { method: 'PUT', headers: headers(to), body: commands });
  if (!stored.ok) throw new Error(await stored.text());
}
