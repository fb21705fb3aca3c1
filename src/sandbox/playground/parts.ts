import type { DiscordSandbox } from '../discord/sandbox.ts';
import type { TaskApiSandbox } from '../task-api/sandbox.ts';
import type { Bots } from './bot/bot-keeper.ts';
import type { ShardOwner } from './bot/bot-records.ts';
import type { AccountCard } from './protocol.ts';
import type { SkewedClock } from './skewed-clock.ts';

/** What the playground shows and controls. */
export interface PlaygroundParts {
  discord: DiscordSandbox;
  service: TaskApiSandbox;
  /** The bot's key at the service. */
  serviceKey: string;
  /** The clock of both sandboxes. */
  clock: SkewedClock;
  bots: Bots;
  /** A server's credits according to the bot. @throws while they can't be read */
  readAccount(guildId: string): Promise<AccountCard>;
  /** Which process owns which shard. Undefined if one process owns all. */
  readOwners?: (() => Promise<ShardOwner[]>) | undefined;
}
