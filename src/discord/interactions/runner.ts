import type { RESTPostAPIApplicationCommandsJSONBody } from 'discord.js';
import type { Texts } from '../../texts/en.ts';
import { parseCustomId } from '../custom-ids/ids.ts';
import type { Interaction, InteractionFacts, InteractionOf, ServerFacts, Suggestions } from './interaction.ts';
import { MemberError } from './member-error.ts';
import type { Responder } from './responder.ts';

/** An interaction inside a server. */
export type InServer<Facts extends InteractionFacts> = Facts & { server: ServerFacts; channelId: string };

/** A command's name at Discord, independent of the member's language. */
export type CommandDefinition = Pick<RESTPostAPIApplicationCommandsJSONBody, 'name'>;

/** What people type: plain data and what it does. */
export interface Command<Context> {
  data: RESTPostAPIApplicationCommandsJSONBody;
  run(interaction: InteractionOf<'command'>, respond: Responder, context: Context): Promise<void>;
  /** What to suggest for the option that is being typed: Discord shows the first 25. It has to be there within 3 s. */
  suggest?(interaction: InteractionOf<'autocomplete'>, context: Context): Promise<Suggestions>;
}

/** What has a custom id: a button or a menu, or a form that is sent. */
export interface Control<Kind extends 'component' | 'modal', Context> {
  action: string;
  run(interaction: InteractionOf<Kind>, respond: Responder, context: Context): Promise<void>;
}

/** What people press or choose from. */
export type Button<Context> = Control<'component', Context>;

/** What people fill in and send. */
export type Form<Context> = Control<'modal', Context>;

export interface RunnerOptions<Context> {
  commands: readonly Command<Context>[];
  buttons: readonly Button<Context>[];
  forms?: readonly Form<Context>[];
  /** What one interaction is run with. */
  contextFor: (interaction: Interaction) => Context;
  texts: Texts;
  /** Easel is stopping: everybody is told to come back later. */
  stop: AbortSignal;
}

/** Finds what an interaction is for, and runs it. @throws MemberError where there is no such thing (any more). */
export function createRunner<Context>(options: RunnerOptions<Context>) {
  const { contextFor, stop, texts } = options;
  const commands = new Map(options.commands.map((command) => [command.data.name, command]));
  const buttons = new Map(options.buttons.map((button) => [button.action, button]));
  const forms = new Map((options.forms ?? []).map((form) => [form.action, form]));

  return async (interaction: Interaction, respond: Responder): Promise<void> => {
    const context = contextFor(interaction);
    if (interaction.kind === 'autocomplete') {
      return respond.choices((await commands.get(interaction.name)?.suggest?.(interaction, context)) ?? []);
    }
    if (stop.aborted) throw new MemberError(texts.refusals.stopping);
    if (interaction.kind === 'command') {
      const command = commands.get(interaction.name);
      if (!command) throw new MemberError(texts.refusals.unknownCommand);
      return command.run(interaction, respond, context);
    }
    const action = parseCustomId(interaction.customId)?.action ?? '';
    const running =
      interaction.kind === 'component'
        ? buttons.get(action)?.run(interaction, respond, context)
        : forms.get(action)?.run(interaction, respond, context);
    if (!running) throw new MemberError(texts.refusals.unknownButton);
    await running;
  };
}
