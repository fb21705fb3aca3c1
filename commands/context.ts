import type { Accounts } from '../src/budget/accounts.ts';
import type { Clock } from '../src/clock.ts';
import type { Button as AnyButton, Command as AnyCommand } from '../src/discord/command.ts';
import type { History } from '../src/jobs/history.ts';
import type { Jobs } from '../src/jobs/jobs.ts';
import type { ModelRecords } from '../src/jobs/model-records.ts';
import type { ServiceWatch } from '../src/jobs/service-watch.ts';
import type { MediaKind, ModelId } from '../src/task-api/models.ts';
import type { Texts } from '../src/texts/en.ts';

/** What commands and buttons work with. */
export interface CommandContext {
  accounts: Accounts;
  clock: Clock;
  history: History;
  jobs: Jobs;
  models: ModelRecords;
  watch: ServiceWatch;
  texts: Texts;
  defaults: GenerationDefaults;
}

export interface GenerationDefaults {
  modelId: Readonly<Record<MediaKind, ModelId>>;
  /** Sent when the member names none; the service's own when undefined. */
  aspectRatio: string | undefined;
  promptMaxCharacters: number;
}

export type Command = AnyCommand<CommandContext>;
export type Button = AnyButton<CommandContext>;
export type { InServer } from '../src/discord/command.ts';
