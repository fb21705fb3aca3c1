import { setTimeout as delay } from 'node:timers/promises';
import { filmClip } from '../../../src/sandbox/media/film-clip.ts';
import { mediaOf } from '../../../src/sandbox/message-reading.ts';
import { padClip } from '../../support/pad-clip.ts';
import { type Figure, residentBytes } from '../rig/figures.ts';
import { openRig } from '../rig/rig.ts';
import { CROWD } from '../rig/town.ts';
import { scaled, type Yard } from '../rig/yard.ts';

const MEBIBYTE = 1024 * 1024;
const CLIP_MEBIBYTES = 90;
const UPLOAD_LIMIT_BYTES = 100 * MEBIBYTE;
const GIVE_UP_MS = 120_000;

/** How much the bot's memory grows while it fetches and uploads a large clip. */
export async function benchDelivery(yard: Yard): Promise<Figure[]> {
  const [seat] = CROWD;
  if (!seat) return [];
  const clip = await filmClip(
    { modelId: 'omni-flash', kind: 'video', prompt: 'a big clip', aspectRatio: '16:9', imageUrls: [], seed: 1 },
    64,
  );
  const clipBytes = scaled(yard, CLIP_MEBIBYTES) * MEBIBYTE;
  const body = padClip(clip.body, clipBytes);
  const { bot, discord, close } = await openRig(yard, 'easel', {
    pictures: 500,
    makeResult: async () => ({ ...clip, body }),
  });
  discord.changeWorld((world) => {
    for (const guild of world.guilds) guild.uploadLimitBytes = UPLOAD_LIMIT_BYTES;
  });
  await delay(1_000);
  const before = residentBytes(bot.pid);
  const person = discord.as(seat.userId);
  const at = { channelId: seat.channelId, name: 'video', options: { prompt: 'a big clip' } };
  await (await person.command(at)).answer;
  const startedMs = performance.now();
  while (person.messages(seat.channelId).flatMap(mediaOf).length === 0) {
    if (performance.now() - startedMs > GIVE_UP_MS) throw new Error('the clip was not delivered');
    await delay(100);
  }
  const growthBytes = residentBytes(bot.pid).peak - before.now;
  await close();
  return [
    {
      ...{ what: `memory while a clip of ${clipBytes / MEBIBYTE} MiB is delivered`, value: growthBytes, unit: 'bytes' },
      note: `${(before.now / MEBIBYTE).toFixed(0)} MiB before`,
    },
  ];
}
