import type { DiscordSandbox } from '../discord/sandbox.ts';
import type { TaskApiSandbox } from '../task-api/sandbox.ts';
import type { BotControl } from './bot-control.ts';
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
  bot: BotControl;
  /** A server's credits as the bot has them; undefined while they cannot be read. */
  readAccount(guildId: string): Promise<AccountCard | undefined>;
}
