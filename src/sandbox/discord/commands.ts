import { ApplicationCommandType } from 'discord-api-types/v10';
import { type CommandCreate, commandCreate, type StoredCommand } from './checks/commands.ts';
import { parseForm } from './checks/parse.ts';
import { DiscordRefusal, invalidForm, refusals } from './errors.ts';
import { commandLimits, timesMs } from './limits.ts';
import type { Core } from './state/core.ts';
import { bySnowflake } from './state/snowflakes.ts';

/** How many commands of each type there may be. */
const TYPE_LIMITS = [
  [ApplicationCommandType.ChatInput, commandLimits.chatInput],
  [ApplicationCommandType.User, commandLimits.menu],
  [ApplicationCommandType.Message, commandLimits.menu],
] as const;

/** The commands that the application registered, for all servers (`guildId` null) or for one. */
export class Commands {
  readonly #core: Core;
  /** When new commands were created, by server. */
  #creations: { guildId: string | null; at: number }[] = [];

  constructor(core: Core) {
    this.#core = core;
  }

  list(guildId: string | null): StoredCommand[] {
    return this.#core.state.commands.filter((one) => one.guildId === guildId);
  }

  /** Replaces all commands there. */
  putAll(guildId: string | null, bodies: unknown): StoredCommand[] {
    const parsed = parseForm(commandCreate.array(), bodies);
    const keys = parsed.map((one) => `${one.type ?? 1} ${one.name}`);
    keys.forEach((key, index) => {
      if (keys.indexOf(key) === index) return;
      const message = 'Application command names must be unique';
      throw invalidForm([index], 'APPLICATION_COMMANDS_DUPLICATE_NAME', message);
    });
    const made = parsed.map((one) => this.#normalise(guildId, one, this.list(guildId)));
    const commands = made.map((one) => one.command);
    this.#checkCounts(commands);
    this.#checkCreates(guildId, made.filter((one) => one.isNew).length);
    this.#replace(guildId, commands);
    return commands;
  }

  /** A replaced command keeps its id. Its version changes with its contents. */
  #normalise(guildId: string | null, sent: CommandCreate, old: StoredCommand[]) {
    const type = sent.type ?? 1;
    const replaced = old.find((one) => one.name === sent.name && one.type === type);
    const id = replaced?.id ?? this.#core.nextId();
    const command: StoredCommand = {
      id,
      version: replaced?.version ?? id,
      guildId,
      type,
      name: sent.name,
      description: sent.description ?? '',
      options: sent.options ?? [],
      default_member_permissions: sent.default_member_permissions ?? null,
      contexts: sent.contexts ?? null,
      integration_types: sent.integration_types ?? [0],
      nsfw: sent.nsfw ?? false,
    };
    const isChanged = replaced !== undefined && JSON.stringify(replaced) !== JSON.stringify(command);
    if (isChanged) command.version = this.#core.nextId();
    return { command, isNew: replaced === undefined };
  }

  #checkCounts(commands: StoredCommand[]): void {
    for (const [type, most] of TYPE_LIMITS) {
      if (commands.filter((one) => one.type === type).length > most) throw refusals.tooManyCommands(most);
    }
  }

  #checkCreates(guildId: string | null, wanted: number): void {
    const now = this.#core.clock.now();
    this.#creations = this.#creations.filter((one) => one.at > now - timesMs.day);
    const before = this.#creations.filter((one) => one.guildId === guildId).length;
    if (before + wanted > commandLimits.createsPerDay) {
      const message = `Max number of daily application command creates has been reached (${commandLimits.createsPerDay})`;
      throw new DiscordRefusal(429, 30034, message, {
        headers: { 'retry-after': String(timesMs.day / timesMs.second) },
        extra: { retry_after: timesMs.day / timesMs.second, global: false },
      });
    }
    for (let count = 0; count < wanted; count++) this.#creations.push({ guildId, at: now });
  }

  #replace(guildId: string | null, commands: StoredCommand[]): void {
    const { state, changes } = this.#core;
    const rest = state.commands.filter((one) => one.guildId !== guildId);
    state.commands = [...rest, ...commands.toSorted((a, b) => bySnowflake(a.id, b.id))];
    changes.emit({ kind: 'commands' });
  }
}
