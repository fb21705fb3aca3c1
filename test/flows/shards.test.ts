import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Guild } from '../../src/sandbox/discord/world/world-schema.ts';
import { freePort } from '../../src/sandbox/postgres/postgres-server.ts';
import { type Easel, people, startEasel, textOf } from '../support/easel.ts';
import { manyServers } from '../support/many-servers.ts';

const SHARDS = 3;
const SERVERS = 9;

const { servers, world, shardOf } = manyServers(SERVERS, SHARDS);

const healthSchema = z.object({
  gateway: z.object({ ok: z.boolean(), shards: z.number(), away: z.array(z.number()) }),
});

let easel: Easel;

beforeEach(async () => {
  easel = await startEasel({
    environment: { HEALTH_PORT: await freePort() },
    discord: { world, shards: { recommended: SHARDS, atOnce: SHARDS } },
  });
});
afterEach(() => easel.close());

const gateway = async () => {
  const answer = await fetch(`http://127.0.0.1:${easel.app.healthPort}/healthz`);
  return { status: answer.status, ...healthSchema.parse(await answer.json()).gateway };
};
const historyIn = async ({ channels }: Guild): Promise<string> =>
  textOf(await easel.command(people.member, { channelId: channels[0]?.id ?? '', name: 'history' }));

describe('a bot in more servers than one connection may have', () => {
  it('opens as many connections as Discord recommends, and serves every server', async () => {
    expect(new Set(servers.map(shardOf)).size).toBe(SHARDS);
    for (const server of servers) expect(await historyIn(server)).toContain('You haven’t made anything here yet');
    expect(await gateway()).toEqual({ status: 200, ok: true, shards: SHARDS, away: [] });
  });

  it('names a connection that dropped, serves the servers of the others, and reconnects', async () => {
    const dropped = 1;
    const hidden = easel.discord.faults.switchOn({ name: 'gateway-hidden' });
    easel.discord.faults.switchOn({ name: 'gateway-drop', parameters: { shard: dropped } });
    await easel.until(async () => (await gateway()).away.length > 0);
    expect(await gateway()).toMatchObject({ shards: SHARDS, away: [dropped] });
    for (const server of servers.filter((one) => shardOf(one) !== dropped)) {
      expect(await historyIn(server)).toContain('You haven’t made anything here yet');
    }
    easel.discord.faults.switchOff(hidden.id);
    await easel.until(async () => (await gateway()).away.length === 0, { limitMs: 1e12, stepMs: 1 });
    for (const server of servers) expect(await historyIn(server)).toContain('You haven’t made anything here yet');
  });

  it('ends with a helpful sentence when Discord asks for more connections', async () => {
    easel.discord.faults.switchOn({ name: 'gateway-close', parameters: { code: 4011 } });
    await expect(easel.app.ended).rejects.toThrow(/raise SHARDS if it is a number, and start them again/);
  });
});
