import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { snowflakeTimeMs } from '../../../src/sandbox/discord/state/snowflakes.ts';
import { ids } from '../../../src/sandbox/discord/world/world-ids.ts';
import { mediaOf, textOf } from '../../../src/sandbox/message-reading.ts';
import { openPlayground } from '../../../src/sandbox/playground/open-playground.ts';
import { createBotHere } from './bot-here.ts';
import { PATIENCE_MS } from './use-playground.ts';

const { people, atelier } = ids;
const DAY_MS = 24 * 3_600_000;
describe('a month of pictures and clips', { timeout: 6 * PATIENCE_MS }, () => {
  it('is made by the real bot on its own days, ends today, and isn’t made in a folder with saved state', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'easel-month-'));
    const said: string[] = [];
    const options = { folder, withMonth: true, warn: (text: string) => said.push(text) };
    let open = await openPlayground(options);
    onTestFinished(async () => {
      await open.close();
      await rm(folder, { recursive: true, force: true });
    });
    const { discord, service, clock, readAccount } = open.parts;
    await open.prepared;
    expect(said).toEqual([]);
    expect(clock.offsetMs).toBe(0);

    const seen = discord.messages(atelier.channels.gallery, { as: people.member });
    const agesDays = seen.map(({ id }) => (clock.now() - snowflakeTimeMs(id)) / DAY_MS);
    expect(Math.max(...agesDays)).toBeGreaterThan(29);
    expect(Math.min(...agesDays)).toBeLessThan(2);
    const media = seen.flatMap((one) => mediaOf(one));
    expect(media.length).toBeGreaterThan(25);
    // No private answer is left, no job took long, and all prices are the service's, also the guesses of the first days.
    expect(seen.filter((one) => one.sandbox.ephemeral || textOf(one).includes('is ready'))).toEqual([]);
    const prices = seen.flatMap((one) => textOf(one).match(/(?<=(?:Vary|Finish|Animate|Continue) · )~?\d+/g) ?? []);
    expect([...new Set(prices.map((one) => one.replace('~', '')))].toSorted()).toEqual(['20', '4', '8']);
    expect(prices.slice(-30).join()).not.toContain('~');
    // What is looked at is painted.
    const newest = await fetch(media.at(-1)?.url ?? '');
    expect((await newest.arrayBuffer()).byteLength).toBeGreaterThan(20_000);

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

    await open.close();
    open = await openPlayground({ ...options, createBot: createBotHere });
    expect(open.parts.clock.offsetMs).toBe(0);
    await open.prepared;
    expect(open.parts.discord.messages(atelier.channels.gallery, { as: people.member })).toHaveLength(seen.length);
  });
});
