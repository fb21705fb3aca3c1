import { z } from 'zod';

export const opcodes = {
  dispatch: 0,
  heartbeat: 1,
  identify: 2,
  presence: 3,
  voice: 4,
  resume: 6,
  reconnect: 7,
  requestMembers: 8,
  invalidSession: 9,
  hello: 10,
  heartbeatAck: 11,
} as const;

export const closeCodes = {
  unknownError: 4000,
  unknownOpcode: 4001,
  decodeError: 4002,
  notAuthenticated: 4003,
  authenticationFailed: 4004,
  alreadyAuthenticated: 4005,
  invalidSequence: 4007,
  rateLimited: 4008,
  invalidShard: 4010,
  shardingRequired: 4011,
  invalidVersion: 4012,
  invalidIntents: 4013,
  disallowedIntents: 4014,
} as const;

export const intents = { guilds: 1, guildMessages: 1 << 9, directMessages: 1 << 12 } as const;
/** Members, presences, message content: they need a switch in the developer portal. */
export const privilegedIntents = (1 << 1) | (1 << 8) | (1 << 15);
export const knownIntents = 0b11_0001_1111_1111_1111_1111_1111;

export const received = z.object({ op: z.int(), d: z.unknown().optional() });

export const identify = z.object({
  token: z.string(),
  intents: z.int().min(0),
  shard: z.unknown().optional(),
});

/** Its number and how many there are. */
export const shard = z.tuple([z.int().min(0), z.int().min(1)]).refine(([own, count]) => own < count);

export const resume = z.object({ token: z.string(), session_id: z.string(), seq: z.int().min(0).nullable() });
