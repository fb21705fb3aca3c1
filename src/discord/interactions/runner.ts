import { MemberError } from '../../errors.ts';
import type { Texts } from '../../texts/en.ts';
import { parseCustomId } from '../custom-ids/ids.ts';
import type { Button, Command, Form } from './command.ts';
import type { Interaction } from './interaction.ts';
import type { Responder } from './responder.ts';

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
