import { MemberError } from '../../errors.ts';
import type { Texts } from '../../texts/en.ts';
import { parseCustomId } from '../custom-ids/custom-id.ts';
import type { Button, Command, Control, Form, InServer } from './command.ts';
import type { Interaction, InteractionFacts, InteractionOf } from './interaction.ts';
import type { Responder } from './responder.ts';

export interface RunnerOptions<Context> {
  commands: readonly Command<Context>[];
  buttons: readonly Button<Context>[];
  forms?: readonly Form<Context>[];
  context: Context;
  texts: Texts;
  /** Easel is stopping: everybody is told to come back later. */
  stop: AbortSignal;
}

/** Finds what an interaction is for, and runs it. @throws MemberError where there is no such thing (any more). */
export function createRunner<Context>(options: RunnerOptions<Context>) {
  const { context, stop, texts } = options;
  const commands = new Map(options.commands.map((command) => [command.data.name, command]));
  const buttons = new Map(options.buttons.map((button) => [button.action, button]));
  const forms = new Map((options.forms ?? []).map((form) => [form.action, form]));

  const runCommand = async (interaction: InteractionOf<'command'>, respond: Responder): Promise<void> => {
    const command = commands.get(interaction.name);
    if (!command) throw new MemberError(texts.refusals.unknownCommand);
    if (!interaction.server && command.runOutside) return command.runOutside(interaction, respond, context);
    await command.run(inServer(interaction, texts), respond, context);
  };

  const runControl = async <Kind extends 'component' | 'modal'>(
    controls: ReadonlyMap<string, Control<Kind, Context>>,
    interaction: InteractionOf<Kind>,
    customId: string,
    respond: Responder,
  ): Promise<void> => {
    const id = parseCustomId(customId);
    const control = id && controls.get(id.action);
    const { server }: InteractionFacts = interaction;
    const running =
      control &&
      (server || !control.runOutside
        ? control.run(inServer(interaction, texts), id, respond, context)
        : control.runOutside(interaction, id, respond, context));
    if (!running) throw new MemberError(texts.refusals.unknownButton);
    await running;
  };

  return async (interaction: Interaction, respond: Responder): Promise<void> => {
    if (interaction.kind === 'autocomplete') {
      return respond.choices((await commands.get(interaction.name)?.suggest?.(interaction, context)) ?? []);
    }
    if (stop.aborted) throw new MemberError(texts.refusals.stopping);
    switch (interaction.kind) {
      case 'command':
        return runCommand(interaction, respond);
      case 'component':
        return runControl(buttons, interaction, interaction.customId, respond);
      case 'modal':
        return runControl(forms, interaction, interaction.customId, respond);
    }
  };
}

function inServer<Facts extends InteractionFacts>(interaction: Facts, texts: Texts): InServer<Facts> {
  const { server, channelId } = interaction;
  if (!server || channelId === undefined) throw new MemberError(texts.refusals.outsideServer);
  return { ...interaction, server, channelId };
}
