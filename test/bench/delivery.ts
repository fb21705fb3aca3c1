import { join } from 'node:path';
import { systemClock } from '../../src/clock.ts';
import { createBotProcess } from '../../src/sandbox/bot-process.ts';
import { startDiscordSandbox } from '../../src/sandbox/discord/server.ts';
import { ids } from '../../src/sandbox/discord/world.ts';
import { filmClip } from '../../src/sandbox/media/film-clip.ts';
import { mediaOf } from '../../src/sandbox/message-reading.ts';
import { startTaskApiSandbox } from '../../src/sandbox/task-api/sandbox.ts';
import { padClip } from '../support/pad-clip.ts';
import { mebibytes, residentBytes } from './figures.ts';

const CLIP_BYTES = 90 * 1024 * 1024;
const UPLOAD_LIMIT_BYTES = 100 * 1024 * 1024;
const GIVE_UP_MS = 120_000;

/** How much the bot's memory grows while it fetches a large clip and uploads it. */
export async function benchDelivery(folder: string): Promise<void> {
  const clip = await filmClip(
    { modelId: 'omni-flash', kind: 'video', prompt: 'a big clip', aspectRatio: '16:9', imageUrls: [], seed: 1 },
    64,
  );
  const body = padClip(clip.body, CLIP_BYTES);
  const discord = await startDiscordSandbox({ clock: systemClock, folder: join(folder, 'discord') });
  discord.changeWorld((world) => {
    for (const guild of world.guilds) guild.uploadLimitBytes = UPLOAD_LIMIT_BYTES;
  });
  const service = await startTaskApiSandbox({
    clock: systemClock,
    random: Math.random,
    durations: { 'omni-flash': { queueMs: 0, runMs: 500 } },
    makeResult: async () => ({ ...clip, body }),
  });
  const bot = createBotProcess({
    environment: {
      DISCORD_TOKEN: discord.token,
      DISCORD_API_URL: discord.apiUrl,
      TASK_API_URL: service.url,
      TASK_API_KEY: 'sk-sandbox',
      STORE_URL: `sqlite://${join(folder, 'delivery.sqlite')}`,
      MEDIA_FOLDER: join(folder, 'results'),
      MEDIA_ALLOW_PRIVATE: 'true',
    },
  });
  await bot.start();
  const pid = bot.pid ?? 0;
  const person = discord.as(ids.people.member);
  const channelId = ids.atelier.channels.gallery;
  await systemClock.sleep(1_000);
  const before = residentBytes(pid);
  const startedMs = Date.now();
  await (await person.command({ channelId, name: 'video', options: { prompt: 'a big clip' } })).answer;
  while (person.messages(channelId).flatMap(mediaOf).length === 0) {
    if (Date.now() - startedMs > GIVE_UP_MS) throw new Error('the clip was not delivered');
    await systemClock.sleep(100);
  }
  const after = residentBytes(pid);
  console.log(`delivering a clip of ${mebibytes(CLIP_BYTES)}`);
  console.log(`  resident before: ${mebibytes(before.now)}; at its peak: ${mebibytes(after.peak)}`);
  console.log(`  growth: ${mebibytes(after.peak - Math.max(before.now, 0))}`);
  await bot.stop();
  await Promise.all([discord.stop(), service.close()]);
}
