import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../src/time/clock.ts';
import { type Easel, passes, people, startEasel, textOf } from '../support/easel.ts';
import { manyServers } from '../support/many-servers.ts';
import { hasPostgres, newPostgres } from '../support/postgres.ts';

const SHARDS = 2;
const ADMIN_ROLE = '1400000000000000199';
const { servers, world, shardOf } = manyServers(2, SHARDS);
for (const { members, roles } of servers) {
  const [role] = roles;
  if (role) roles.push({ ...role, id: ADMIN_ROLE, name: 'Admin', permissions: '8' });
  const [member] = members;
  const operator = members.find(({ userId }) => userId === people.operator);
  if (operator) operator.roleIds.push(ADMIN_ROLE);
  else if (member) members.push({ ...member, userId: people.operator, roleIds: [ADMIN_ROLE] });
}
const serverOn = (shard: number) => servers.find((one) => shardOf(one) === shard);
const [here, there] = [serverOn(0), serverOn(1)];

describe.runIf(hasPostgres)('/credits, where several processes share the servers,', () => {
  let easel: Easel;
  beforeEach(async () => {
    easel = await startEasel({
      environment: { STORE_URL: await newPostgres(), SHARDS_PER_PROCESS: '1' },
      discord: { world, shards: { recommended: SHARDS, atOnce: SHARDS } },
    });
    await easel.until(() => easel.log.some(({ msg }) => msg === 'operators known'));
  });
  afterEach(() => easel.close());

  /** Waits for an answer with the `wanted` words. */
  const ordered = async (options: Record<string, string | number | boolean>, subcommand: string, wanted: RegExp) => {
    const channelId = here?.channels[0]?.id ?? '';
    const { answer } = await easel.discord
      .as(people.operator)
      .command({ channelId, name: 'credits', subcommand, options });
    const given = await answer;
    const id = 'message' in given ? given.message.id : '';
    const text = (): string => {
      const message = easel.discord.messages(channelId, { as: people.operator }).find((one) => one.id === id);
      return message ? textOf(message) : '';
    };
    await easel.until(() => wanted.test(text()), { stepMs: 20 });
    return text();
  };
  const budgetThere = async (): Promise<string> =>
    textOf(
      await easel.command(people.member, {
        channelId: there?.channels[0]?.id ?? '',
        name: 'budget',
      }),
    );

  it('reaches a server of another process, and shows the outcome next to its own servers', async () => {
    const second = easel.beside();
    await second.started;
    const server = there?.id ?? '';
    const text = await ordered({ credits: 50, server }, 'grant', /Granted \d+ credits/);
    expect(text).toContain('550 credits left');
    await ordered({ credits: 7, server: here?.id ?? '' }, 'grant', /Granted \d+ credits/);
    const list = await ordered({}, 'servers', /left/);
    expect(list).toContain(`${server}): 0 spent, 0 held, 550 of 550 left`);
    expect(list).toContain(`${here?.id}): 0 spent, 0 held, 507 of 507 left`);
    await ordered({ server }, 'pause', /Paused/);
    await ordered({ server }, 'pause', /already/);
  });

  it('says that a command waits while no process serves its server, and the next one that does carries it out', async () => {
    const server = there?.id ?? '';
    await ordered({ credits: 50, server }, 'grant', /is away. Your command waits/);
    const second = easel.beside();
    await second.started;
    await easel.until(() => second.log.some(({ msg }) => /executed an operator command/.test(String(msg))));
    expect(await budgetThere()).toContain('550');
  });

  it('shows what all processes spent today, and the version of each', async () => {
    const second = easel.beside();
    await second.started;
    const channelId = there?.channels[0]?.id ?? '';
    await easel.command(people.member, { channelId, name: 'image', options: { prompt: 'a fox' } });
    await easel.until(() => second.log.some(({ msg }) => msg === 'job ended'));
    // Each process writes once a minute.
    await passes(easel, 2 * MINUTE_MS);
    const text = await ordered({}, 'status', /process/);
    expect(text).toContain('Today, by each server’s time zone: **4 credits** spent on 1 task');
    expect(text).toContain(`${there?.id}): 4 credits`);
    expect(text).toMatch(/2 processes\n- Easel [\d.]+, shards: 1 of 2, .* answers you\n- Easel [\d.]+, shards: 1 of 2/);
  });

  it('pauses all servers of all processes', async () => {
    const second = easel.beside();
    await second.started;
    const image = async () => {
      const channelId = there?.channels[0]?.id ?? '';
      return textOf(await easel.command(people.member, { channelId, name: 'image', options: { prompt: 'a fox' } }));
    };
    expect(await image()).toContain('a fox');
    await ordered({ everywhere: true }, 'pause', /Paused/);
    await easel.clock.advance(2_000);
    expect(await image()).toMatch(/paused/i);
  });
});
