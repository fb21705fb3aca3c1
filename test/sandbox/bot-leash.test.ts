import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

const LEASH = pathToFileURL(join(import.meta.dirname, '..', '..', 'src', 'sandbox', 'bot-leash.ts')).href;
/** Idle, as a bot is at night, with a clean stop of its own. */
const BOT = `
  process.once('SIGTERM', () => process.exit(7));
  setInterval(() => undefined, 1000);
  console.log('running');
`;

const start = (options: string[]) => {
  const bot = spawn(process.execPath, options, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  onTestFinished(() => void bot.kill('SIGKILL'));
  return bot;
};

it('tells a bot to stop when nobody holds the other end any more', { timeout: 60_000 }, async () => {
  const bot = start(['--import', LEASH, '--eval', BOT]);
  if (bot.stdout) await once(createInterface({ input: bot.stdout }), 'line');
  const ended = once(bot, 'exit');
  // What the end of this process would do.
  bot.disconnect();
  expect(await ended).toEqual([7, null]);
});

it('keeps no bot alive that is done', { timeout: 60_000 }, async () => {
  const bot = start(['--import', LEASH, '--eval', '0']);
  expect(await once(bot, 'exit')).toEqual([0, null]);
});
