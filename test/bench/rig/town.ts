import type { DiscordSandbox } from '../../../src/sandbox/discord/sandbox.ts';
import { defaultWorld } from '../../../src/sandbox/discord/world/world.ts';
import { ids } from '../../../src/sandbox/discord/world/world-ids.ts';
import { joined } from '../../../src/sandbox/discord/world/world-parts.ts';
import type { World } from '../../../src/sandbox/discord/world/world-schema.ts';

/** A person in a channel where pictures can be made. */
export interface Seat {
  userId: string;
  channelId: string;
  guildId: string;
}

const SERVERS = 40;
const MEMBERS = 20;

const memberId = (index: number): string => String(1_210_000_000_000_000_000n + BigInt(index));
/** A server's shard is `index` modulo the number of shards, if that is a power of two. */
const guildId = (index: number): string => String((405_311_584_256n + BigInt(index)) << 22n);

/** The members of the one server with a crowd. */
export const CROWD: readonly Seat[] = Array.from({ length: MEMBERS }, (_, index) => ({
  userId: memberId(index),
  channelId: ids.atelier.channels.gallery,
  guildId: ids.atelier.guild,
}));

/** Every member in every server, ordered so that neighbours in the list are in different servers. */
export const TOWN: readonly Seat[] = CROWD.flatMap(({ userId }) =>
  seatsIn(SERVERS).map((seat) => ({ ...seat, userId })),
);

/** The first member, in each of this many servers. */
export function seatsIn(servers: number): Seat[] {
  return Array.from({ length: servers }, (_, index) => ({
    userId: memberId(0),
    channelId: `${BigInt(guildId(index)) + 1n}`,
    guildId: guildId(index),
  }));
}

/** The default world, many servers, and the people of both. */
export function townWorld(servers = SERVERS): World {
  const world = defaultWorld();
  const members = CROWD.map(({ userId }) => joined(userId));
  for (const { userId } of CROWD) {
    const person = world.people.find(({ id }) => id === ids.people.member);
    if (person) world.people.push({ ...person, id: userId, username: `member${userId}` });
  }
  const [atelier] = world.guilds;
  const gallery = atelier?.channels.find(({ id }) => id === ids.atelier.channels.gallery);
  if (!atelier || !gallery) throw new Error('the default world has no gallery');
  atelier.members.push(...members.map((member) => ({ ...member, nick: null })));
  for (let index = 0; index < servers; index++) {
    const id = guildId(index);
    world.guilds.push({
      ...atelier,
      id,
      name: `Server ${index}`,
      roles: atelier.roles.map((role) => (role.id === atelier.id ? { ...role, id } : role)),
      channels: [{ ...gallery, id: `${BigInt(id) + 1n}` }],
    });
  }
  return world;
}

/** Time from an interaction leaving Discord to its public answer. Infinite if none arrives in time. */
export async function answerMs(discord: DiscordSandbox, { userId, channelId }: Seat): Promise<number> {
  const startedMs = performance.now();
  const handle = await discord
    .as(userId)
    .command({ channelId, name: 'image', options: { prompt: 'a lighthouse above a calm sea' } });
  const answer = await handle.answer;
  if (answer.kind === 'no-answer') return Number.POSITIVE_INFINITY;
  if (answer.kind !== 'message' || answer.message.sandbox.ephemeral) {
    throw new Error(`not begun: ${JSON.stringify(answer).slice(0, 500)}`);
  }
  return performance.now() - startedMs;
}

/** Sends commands at an even pace, without waiting for earlier ones. Resolves with the times of all answers. */
export async function atPace(
  discord: DiscordSandbox,
  { seats, perSecond, count }: { seats: readonly Seat[]; perSecond: number; count: number },
): Promise<number[]> {
  const startedMs = performance.now();
  const answers: Promise<number>[] = [];
  while (answers.length < count) {
    const due = Math.min(count, Math.floor(((performance.now() - startedMs) / 1000) * perSecond) + 1);
    while (answers.length < due) {
      const seat = seats[answers.length % seats.length];
      if (seat) answers.push(answerMs(discord, seat));
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return Promise.all(answers);
}
