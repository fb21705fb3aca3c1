import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { hasCredentials } from '../../src/media/metadata/mark-generated.ts';
import { type BotProcess, createBotProcess } from '../../src/sandbox/bot-process.ts';
import type { InteractionHandle, MessageView } from '../../src/sandbox/discord/people/views.ts';
import type { DiscordSandbox } from '../../src/sandbox/discord/sandbox.ts';
import { startDiscordSandbox } from '../../src/sandbox/discord/server.ts';
import { ids } from '../../src/sandbox/discord/world/world-ids.ts';
import { buttonOf, mediaOf, type ShownMedia } from '../../src/sandbox/message-reading.ts';
import type { TaskApiSandbox } from '../../src/sandbox/task-api/sandbox.ts';
import { startTaskApiSandbox } from '../../src/sandbox/task-api/server.ts';
import { systemClock } from '../../src/time/clock.ts';
import { makeClip, TEST_FFMPEG } from '../media/clips/clips.ts';
import { newCertificate } from '../support/certificates.ts';
import { makeNoisyPng } from '../support/noisy-png.ts';
import { padClip } from '../support/pad-clip.ts';
import { makeImageTree } from './image-tree.ts';

/** Runs the bot and its tools from a folder like the image's, where packages are pruned and nothing else can be found. */

const MOST_BYTES = 75_000_000;
const UPLOAD_LIMIT_BYTES = 10_485_760;
/** A server with that limit. */
const { annex, people } = ids;
const CHANNEL = annex.channels.sketches;

const DOCTOR = 'src/doctor/doctor.ts';
const STORE = 'src/store-tool/store-tool.ts';
const CREDITS = 'src/store-tool/credits-tool.ts';

let home: string;
let tree: string;
let keptBytes: number;
let discord: DiscordSandbox;
let service: TaskApiSandbox;
let bot: BotProcess;
let environment: Record<string, string>;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'easel-image-'));
  tree = join(home, 'easel');
  ({ keptBytes } = makeImageTree(tree));
  const { path } = await makeClip(join(home, 'clip.mp4'));
  const body = padClip(await readFile(path), UPLOAD_LIMIT_BYTES + 1);
  const clip = { body, mimeType: 'video/mp4', extension: 'mp4' };
  const picture = { body: await makeNoisyPng(UPLOAD_LIMIT_BYTES + 1), mimeType: 'image/png', extension: 'png' };
  discord = await startDiscordSandbox({ clock: systemClock, folder: join(home, 'discord') });
  service = await startTaskApiSandbox({
    clock: systemClock,
    random: Math.random,
    durations: { 'image-model-a': { queueMs: 0, runMs: 400 }, 'omni-flash': { queueMs: 0, runMs: 400 } },
    makeResult: async ({ kind }) => (kind === 'video' ? clip : picture),
  });
  environment = {
    DISCORD_TOKEN: discord.token,
    DISCORD_API_URL: discord.apiUrl,
    TASK_API_URL: service.url,
    TASK_API_KEY: 'sk-sandbox',
    STORE_URL: `sqlite://${join(home, 'easel.sqlite')}`,
    MEDIA_FOLDER: join(home, 'results'),
    MEDIA_ALLOW_PRIVATE: 'true',
    FFMPEG_PATH: TEST_FFMPEG,
    C2PA_CERTIFICATE_FILE: join(home, 'certificate.pem'),
    C2PA_KEY_FILE: join(home, 'key.pem'),
    UV_THREADPOOL_SIZE: '16',
  };
  const { chain, key } = newCertificate();
  await writeFile(join(home, 'certificate.pem'), chain);
  await writeFile(join(home, 'key.pem'), key, { mode: 0o600 });
  bot = createBotProcess({ environment, main: join(tree, 'src/main.ts') });
  await bot.start();
}, 60_000);
afterAll(async () => {
  await bot.stop();
  await discord.stop();
  await service.close();
  rmSync(home, { recursive: true, force: true });
});

/** The message that answers. */
async function answered(handle: Promise<InteractionHandle>): Promise<MessageView> {
  const answer = await (await handle).answer;
  if (!('message' in answer)) throw new Error(`the bot answered with ${answer.kind}`);
  return answer.message;
}

/** The first picture or clip of a message, once it has one. */
function mediumOf({ id }: MessageView): Promise<ShownMedia> {
  return discord.waitFor(() => {
    const message = member()
      .messages(CHANNEL)
      .find((one) => one.id === id);
    return message && mediaOf(message)[0];
  });
}

const member = () => discord.as(people.member);

async function run(...args: string[]): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, args, { cwd: tree, env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return { code: child.exitCode, said };
}

describe('the image’s packages', () => {
  it('are small', () => {
    expect(keptBytes).toBeLessThan(MOST_BYTES);
  });

  it('are all that package.json names', async () => {
    const manifestSchema = z.object({ dependencies: z.record(z.string(), z.string()) });
    const { dependencies } = manifestSchema.parse(JSON.parse(readFileSync('package.json', 'utf8')));
    // Fonts are files.
    const names = Object.keys(dependencies).filter((name) => !name.startsWith('@expo-google-fonts/'));
    const imports = names.map((name) => `await import('${name}');`).join('\n');
    expect(await run('--input-type=module', '--eval', imports)).toEqual({ code: 0, said: '' });
  });

  it('make a large picture and a large clip fit, sign them, draw the budget, and serve the tools for operators', {
    timeout: 90_000,
  }, async () => {
    // A second try finds it stopped.
    await bot.start();
    for (const name of ['image', 'video']) {
      const command = { channelId: CHANNEL, name, options: { prompt: 'a storm' } };
      const { contentType, url } = await mediumOf(await answered(member().command(command)));
      expect(contentType).toContain(name);
      const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
      expect(bytes.byteLength).toBeLessThanOrEqual(UPLOAD_LIMIT_BYTES);
      const file = { path: join(home, name), mimeType: contentType ?? '' };
      await writeFile(file.path, bytes);
      expect(await hasCredentials(file)).toBe(true);
    }
    const budget = await answered(member().command({ channelId: CHANNEL, name: 'budget' }));
    const customId = buttonOf(budget, 'Chart');
    await mediumOf(await answered(member().press({ channelId: CHANNEL, messageId: budget.id, customId })));

    const folder = mkdtempSync(join(home, 'backup-'));
    const backup = join(folder, 'easel.sqlite');
    const inOrder = { code: 0, said: expect.stringContaining('The books are in order.') };
    expect(await run(STORE, 'backup', backup)).toEqual(inOrder);
    const grant = ['grant', annex.guild, '100', '--key', basename(folder)];
    expect(await run(CREDITS, ...grant)).toEqual({ code: 0, said: expect.stringContaining('Granted 100 credits') });
    expect(await run(STORE, 'audit')).toEqual(inOrder);
    expect(await run(DOCTOR)).toEqual({ code: 0, said: expect.stringContaining('Easel is ready to run.') });
    await bot.stop();
    expect(await run(STORE, 'restore', backup, '--carry-over')).toEqual(inOrder);
  });
});
