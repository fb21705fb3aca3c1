import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { ids } from '../../../src/sandbox/discord/world.ts';
import { PATIENCE_MS } from './use-playground.ts';

const DEMO = join(import.meta.dirname, '..', '..', '..', 'src', 'sandbox', 'demo.ts');

/** Starts `npm run demo` on any free port. Resolves with the address that it prints. */
const startDemo = async (...options: string[]): Promise<{ url: string; process: ChildProcess }> => {
  const demo = spawn(process.execPath, [DEMO, '--port', '0', ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => {
    demo.kill('SIGKILL');
  });
  for await (const line of createInterface({ input: demo.stdout })) {
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
    if (url !== undefined) return { url, process: demo };
  }
  throw new Error('the demo printed no address');
};

const stop = async (demo: ChildProcess): Promise<unknown> => {
  const ended = once(demo, 'exit');
  demo.kill('SIGINT');
  const [code] = await ended;
  return code;
};

const kept = z.object({
  discord: z.object({ messages: z.record(z.string(), z.array(z.object({ content: z.string() }))) }),
});

it('serves until Ctrl+C, and goes on from a folder where it kept its state', { timeout: 3 * PATIENCE_MS }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'easel-demo-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const first = await startDemo('--data', folder);
  expect((await fetch(first.url)).status).toBe(200);
  const post = { do: 'post', as: ids.people.member, channelId: ids.atelier.channels.general, content: 'still here' };
  const headers = { 'content-type': 'application/json' };
  await fetch(`${first.url}/act`, { method: 'POST', headers, body: JSON.stringify(post) });
  expect(await stop(first.process)).toBe(0);

  const second = await startDemo('--data', folder);
  expect(await stop(second.process)).toBe(0);
  const state = kept.parse(JSON.parse(await readFile(join(folder, 'playground.json'), 'utf8')));
  expect(state.discord.messages[ids.atelier.channels.general]?.map(({ content }) => content)).toEqual(['still here']);
});
