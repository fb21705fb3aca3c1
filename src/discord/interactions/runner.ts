import type { RESTPostAPIApplicationCommandsJSONBody } from 'discord.js';
import type { Texts } from '../../texts/en.ts';
import { parseCustomId } from '../custom-ids/ids.ts';
import type { Interaction, InteractionOf, Suggestions } from './interaction.ts';
import { MemberError } from './member-error.ts';
import type { Responder } from './responder.ts';

/** A command by its name at Discord, which doesn't depend on the member's language. */
export type CommandDefinition = Pick<RESTPostAPIApplicationCommandsJSONBody, 'name'>;

/** A slash command or message command: its definition, and its handler. */
export interface Command<Context> {
  data: RESTPostAPIApplicationCommandsJSONBody;
  run(interaction: InteractionOf<'command'>, respond: Responder, context: Context): Promise<void>;
  /** Suggests values for the option that is being typed. Discord shows the first 25 and waits 3 s. */
  suggest?(interaction: InteractionOf<'autocomplete'>, context: Context): Promise<Suggestions>;
}

/** A component with a custom id (button or menu), or a submitted form. */
export interface Control<Kind extends 'component' | 'modal', Context> {
  action: string;
  run(interaction: InteractionOf<Kind>, respond: Responder, context: Context): Promise<void>;
}

export interface RunnerOptions<Context> {
  commands: readonly Command<Context>[];
  buttons: readonly Control<'component', Context>[];
  forms: readonly Control<'modal', Context>[];
  /** Creates the context for one interaction. */
  contextFor: (interaction: Interaction) => Context;
  texts: Texts;
  /** Once aborted, members are asked to come back later. */
  stop: AbortSignal;
}

/** Finds the handler of an interaction and runs it. @throws MemberError if there is none. */
export function createRunner<Context>(options: RunnerOptions<Context>) {
  const { contextFor, stop, texts } = options;
  const commands = new Map(options.commands.map((command) => [command.data.name, command]));
  const buttons = new Map(options.buttons.map((button) => [button.action, button]));
  const forms = new Map(options.forms.map((form) => [form.action, form]));

  return async (interaction: Interaction, respond: Responder): Promise<void> => {
    const context = contextFor(interaction);
    if (interaction.kind === 'autocomplete') {
      return respond.choices((await commands.get(interaction.name)?.suggest?.(interaction, context)) ?? []);
    }
    if (stop.aborted) throw new MemberError(texts.refusals.stopping, 'stopping');
    if (interaction.kind === 'command') {
      const command = commands.get(interaction.name);
      if (!command) throw new MemberError(texts.refusals.unknownCommand, 'gone');
      return command.run(interaction, respond, context);
    }
    const action = parseCustomId(interaction.customId)?.action ?? '';
    const running =
      interaction.kind === 'component'
        ? buttons.get(action)?.run(interaction, respond, context)
        : forms.get(action)?.run(interaction, respond, context);
    if (!running) throw new MemberError(texts.refusals.unknownButton, 'gone');
    await running;
  };
}
