import type { RESTPostAPIApplicationCommandsJSONBody } from 'discord.js';
import type { CustomId } from '../custom-ids/custom-id.ts';
import type { Ids } from '../custom-ids/ids.ts';
import type { InteractionFacts, InteractionOf, ServerFacts, Suggestions } from './interaction.ts';
import type { Responder } from './responder.ts';

/** An interaction inside a server. Outside servers, the dispatcher refuses what has no `runOutside`. */
export type InServer<Facts extends InteractionFacts> = Facts & { server: ServerFacts; channelId: string };

/** What Discord knows a command by, in whatever language members read it. */
export type CommandDefinition = Pick<RESTPostAPIApplicationCommandsJSONBody, 'name'>;

/** What people type: plain data and what it does. It neither defers nor catches; the dispatcher does. */
export interface Command<Context> {
  data: RESTPostAPIApplicationCommandsJSONBody;
  run(interaction: InServer<InteractionOf<'command'>>, respond: Responder, context: Context): Promise<void>;
  /** What it does in direct messages with the bot, where it is registered for them. */
  runOutside?(interaction: InteractionOf<'command'>, respond: Responder, context: Context): Promise<void>;
  /** What to suggest for the option that is being typed: Discord shows the first 25. It has to be there within 3 s. */
  suggest?(interaction: InteractionOf<'autocomplete'>, context: Context): Suggestions | Promise<Suggestions>;
}

/** What has a custom id: a button or a menu, or a form that is sent. */
export interface Control<Kind extends 'component' | 'modal', Context> {
  action: string;
  /** @returns undefined where the id is none of this control's: nothing was done. */
  run(
    interaction: InServer<InteractionOf<Kind>>,
    id: CustomId,
    respond: Responder,
    context: Context,
  ): Promise<void> | undefined;
  /** The same in direct messages with the bot. */
  runOutside?(
    interaction: InteractionOf<Kind>,
    id: CustomId,
    respond: Responder,
    context: Context,
  ): Promise<void> | undefined;
}

/** What people press or choose from. */
export type Button<Context> = Control<'component', Context>;

/** What people fill in and send. */
export type Form<Context> = Control<'modal', Context>;

/** A control whose ids are `ids`: what it runs gets their argument, read. */
export function controlOf<Kind extends 'component' | 'modal', Context, Argument>(
  ids: Ids<Argument>,
  run: (
    interaction: InServer<InteractionOf<Kind>>,
    argument: Argument & { memberId: string },
    respond: Responder,
    context: Context,
  ) => Promise<void>,
): Control<Kind, Context> {
  return {
    action: ids.action,
    run: (interaction, id, respond, context) => {
      const argument = ids.read(id);
      return argument && run(interaction, argument, respond, context);
    },
  };
}

/** A control that works in servers and in direct messages alike. */
export function controlAnywhereOf<Kind extends 'component' | 'modal', Context, Argument>(
  ids: Ids<Argument>,
  run: (
    interaction: InteractionOf<Kind>,
    argument: Argument & { memberId: string },
    respond: Responder,
    context: Context,
  ) => Promise<void>,
): Control<Kind, Context> {
  const runAnywhere: Control<Kind, Context>['runOutside'] = (interaction, id, respond, context) => {
    const argument = ids.read(id);
    return argument && run(interaction, argument, respond, context);
  };
  return { action: ids.action, run: runAnywhere, runOutside: runAnywhere };
}
