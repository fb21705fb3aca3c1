import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Routes } from 'discord.js';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { createBotProcess } from '../../../src/sandbox/bot-process.ts';
import type { DiscordSandbox } from '../../../src/sandbox/discord/sandbox.ts';
import { startDiscordSandbox } from '../../../src/sandbox/discord/server.ts';
import { BotKeeper } from '../../../src/sandbox/playground/bot/bot-keeper.ts';
import { buildPage } from '../../../src/sandbox/playground/build-page.ts';
import { type Playground, startPlayground } from '../../../src/sandbox/playground/server.ts';
import { SkewedClock } from '../../../src/sandbox/playground/skewed-clock.ts';
import type { TaskApiSandbox } from '../../../src/sandbox/task-api/sandbox.ts';
import { startTaskApiSandbox } from '../../../src/sandbox/task-api/server.ts';
import { startBot } from '../discord/support.ts';
import { type Looking, look } from './support.ts';
import { PATIENCE_MS } from './use-playground.ts';

export type TestBot = Awaited<ReturnType<typeof startBot>>;

/** The page, with a bot that sends what a test wants to see. One page for all tests of a file. */
export const usePage = (): {
  /** Its address. */
  readonly url: string;
  open: (channelId: string, looking?: Looking) => Promise<{ page: Page; bot: TestBot }>;
} => {
  let folder: string;
  let discord: DiscordSandbox;
  let service: TaskApiSandbox;
  let playground: Playground;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'easel-page-'));
    const clock = new SkewedClock();
    discord = await startDiscordSandbox({ clock, folder });
    service = await startTaskApiSandbox({ clock, random: () => 0.5 });
    const readAccount = () => Promise.reject(new Error('there are no accounts'));
    // Easel itself doesn't run.
    const noBot = new BotKeeper(createBotProcess({ environment: {} }));
    const parts = { discord, service, clock, bots: [noBot] as const, serviceKey: 'sk-sandbox', readAccount };
    playground = await startPlayground({ ...parts, pageFolder: await buildPage() });
  }, PATIENCE_MS);
  afterAll(async () => {
    await playground.close();
    await Promise.all([discord.stop(), service.close()]);
    await rm(folder, { recursive: true, force: true });
  }, PATIENCE_MS);

  return {
    get url() {
      return playground.url;
    },
    open: async (channelId, looking = {}) => {
      const bot = await startBot(discord);
      await bot.client.application.commands.set([
        {
          name: 'ask',
          description: 'Asks',
          options: [
            { type: 6, name: 'whom', description: 'Somebody', required: true },
            { type: 3, name: 'words', description: 'What' },
            {
              type: 3,
              name: 'tone',
              description: 'How',
              choices: ['kind', 'plain'].map((name) => ({ name, value: name })),
            },
          ],
        },
        { name: 'Look closer', type: 3 },
      ]);
      return { page: await look({ url: playground.url, discord }, { in: channelId, ...looking }), bot };
    },
  };
};

export const answer = (bot: TestBot, to: { id: string; token: string }, body: object): Promise<unknown> =>
  bot.client.rest.post(Routes.interactionCallback(to.id, to.token), { auth: false, body });

export const post = (bot: TestBot, channelId: string, body: object, files: { name: string; data: Buffer }[] = []) =>
  bot.client.rest.post(Routes.channelMessages(channelId), { body, files });
