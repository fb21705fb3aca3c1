import type { DiscordSandbox } from '../discord/sandbox.ts';
import type { TaskApiSandbox } from '../task-api/sandbox.ts';
import type { Bots } from './bot/bot-keeper.ts';
import type { ShardOwner } from './bot/bot-records.ts';
import type { Preparation } from './preparation/preparation.ts';
import type { AccountCard } from './protocol.ts';
import type { SkewedClock } from './skewed-clock.ts';

/** What the playground shows and handles. */
export interface PlaygroundParts {
  discord: DiscordSandbox;
  taskApi: TaskApiSandbox;
  /** The key that the bot uses at the service. */
  serviceKey: string;
  /** The one that both sandboxes live by. */
  clock: SkewedClock;
  bots: Bots;
  preparation?: Pick<Preparation, 'month'>;
  /** A server's credits as the bot has them. @throws while they cannot be read */
  readAccount(guildId: string): Promise<AccountCard>;
  /** Which process owns which shard; not there where one process owns them all. */
  readOwners?: () => Promise<ShardOwner[]>;
}
