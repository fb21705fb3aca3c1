import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DiscordSandbox } from '../../../src/sandbox/discord/sandbox.ts';
import { startDiscordSandbox } from '../../../src/sandbox/discord/server.ts';
import { systemClock } from '../../../src/time/clock.ts';
import { type Bot, EASEL, startBot } from '../rig/bot.ts';
import type { Figure } from '../rig/figures.ts';
import { type Seat, seatsIn, townWorld } from '../rig/town.ts';
import { scaled, type Yard } from '../rig/yard.ts';

/** The most servers that Discord assigns to one shard. */
const SERVERS = 2_500;
const FEW = 40;
const AT_ONCE = 10;

/** What a full shard costs: connecting, and caching each server in which someone did something. */
export async function benchServers(yard: Yard): Promise<Figure[]> {
  const servers = scaled(yard, SERVERS, 2 * FEW);
  const few = await visit(yard, FEW, async () => 0);
  const full = await visit(yard, servers, async (bot, discord) => {
    const [first, ...others] = seatsIn(servers);
    if (first) await look(discord, first);
    const before = (await bot.read('heap')).heapBytes;
    for (let from = 0; from < others.length; from += AT_ONCE) {
      await Promise.all(others.slice(from, from + AT_ONCE).map((seat) => look(discord, seat)));
    }
    return ((await bot.read('heap')).heapBytes - before) / others.length;
  });
  return [
    {
      ...{ what: `from identify to ready with ${servers} servers`, value: full.readyMs, unit: 'ms' },
      floor: { name: `with ${FEW}`, value: few.readyMs },
    },
    { what: 'memory a server that was seen', value: full.result, unit: 'bytes' },
  ];
}

/** Reads the server's account and settings. */
async function look(discord: DiscordSandbox, { userId, channelId }: Seat): Promise<void> {
  const handle = await discord.as(userId).command({ channelId, name: 'budget' });
  const answer = await handle.answer;
  if (answer.kind !== 'message') throw new Error(`answered with ${answer.kind}`);
}

async function visit(
  yard: Yard,
  servers: number,
  work: (bot: Bot, discord: DiscordSandbox) => Promise<number>,
): Promise<{ readyMs: number; result: number }> {
  const folder = join(yard.folder, `servers-${servers}`);
  await mkdir(folder);
  const discordFolder = join(folder, 'discord');
  const discord = await startDiscordSandbox({ clock: systemClock, folder: discordFolder, world: townWorld(servers) });
  const identified = discord.connected().then(() => performance.now());
  const bot = startBot(EASEL, {
    ...{ DISCORD_TOKEN: discord.token, DISCORD_API_URL: discord.apiUrl },
    ...{ TASK_API_URL: 'http://127.0.0.1:9', TASK_API_KEY: 'sk-sandbox' },
    ...{ STORE_URL: `sqlite://${join(folder, 'easel.sqlite')}`, MEDIA_FOLDER: join(folder, 'results') },
  });
  try {
    await bot.ready;
    const readyMs = performance.now() - (await identified);
    return { readyMs, result: await work(bot, discord) };
  } finally {
    await bot.kill();
    await discord.stop();
  }
}
