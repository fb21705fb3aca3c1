import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { snowflakeTimeMs } from '../../../src/sandbox/discord/state/snowflakes.ts';
import { ids } from '../../../src/sandbox/discord/world/world-ids.ts';
import { mediaOf, textOf } from '../../../src/sandbox/message-reading.ts';
import { openPlayground } from '../../../src/sandbox/playground/open-playground.ts';
import { PATIENCE_MS } from './use-playground.ts';

const { people, atelier } = ids;
const DAY_MS = 24 * 3_600_000;
const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'easel-month-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

describe('a month of pictures and clips', { timeout: 6 * PATIENCE_MS }, () => {
  it('is made by the real bot on its own days, and ends today', async () => {
    const said: string[] = [];
    const options = { folder: await newFolder(), withMonth: true, warn: (text: string) => said.push(text) };
    const { parts, prepared, close } = await openPlayground(options);
    onTestFinished(close);
    const { discord, service, clock, readAccount } = parts;
    await prepared;
    expect(said).toEqual([]);
    expect(clock.offsetMs).toBe(0);

    const seen = discord.messages(atelier.channels.gallery, { as: people.member });
    const agesDays = seen.map(({ id }) => (clock.now() - snowflakeTimeMs(id)) / DAY_MS);
    expect(Math.max(...agesDays)).toBeGreaterThan(29);
    expect(Math.min(...agesDays)).toBeLessThan(2);
    expect(seen.flatMap((one) => mediaOf(one)).length).toBeGreaterThan(25);
    // No private answer is left, and no job took long.
    expect(seen.filter((one) => one.sandbox.ephemeral || textOf(one).includes('is ready'))).toEqual([]);

    const posts = discord.world.guilds
      .flatMap(({ channels }) => channels)
      .filter(({ parentId }) => parentId === atelier.channels.exhibition);
    expect(posts.length).toBeGreaterThanOrEqual(3);
    const account = await readAccount(atelier.guild);
    expect(account.heldCredits).toBe(0);
    const sinceMs = Date.UTC(new Date(clock.now()).getUTCFullYear(), new Date(clock.now()).getUTCMonth());
    const charged = service
      .tasks()
      .filter(({ createdAtMs }) => createdAtMs >= sinceMs)
      .map((one) => one.chargedCredits - one.refundedCredits);
    expect(account.spentCredits).toBe(charged.reduce((sum, credits) => sum + credits, 0));
  });

  it('is not made in a folder with saved state', async () => {
    const folder = await newFolder();
    const first = await openPlayground({ folder });
    await first.close();
    const said: string[] = [];
    const second = await openPlayground({ folder, withMonth: true, warn: (text) => said.push(text) });
    onTestFinished(second.close);
    await second.prepared;
    expect(second.parts.clock.offsetMs).toBe(0);
    expect(said).toEqual([]);
  });
});
