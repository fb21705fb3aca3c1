import type { RESTPostAPIApplicationCommandsJSONBody } from 'discord.js';
import type { ButtonAction, CustomId } from './custom-ids.ts';
import type { InteractionFacts, InteractionOf, ServerFacts } from './interaction.ts';
import type { Responder } from './responder.ts';

/** An interaction inside a server: the dispatcher refuses all others before a command sees them. */
export type InServer<Facts extends InteractionFacts> = Facts & { server: ServerFacts; channelId: string };

export type Suggestions = readonly { name: string; value: string }[];

/** What people type: plain data and what it does. It neither defers nor catches; the dispatcher does. */
export interface Command<Context> {
  data: RESTPostAPIApplicationCommandsJSONBody;
  run(interaction: InServer<InteractionOf<'command'>>, respond: Responder, context: Context): Promise<void>;
  /** What to suggest for the option that is being typed; at most 25. It has to be there within 3 s. */
  suggest?(interaction: InteractionOf<'autocomplete'>, context: Context): Suggestions | Promise<Suggestions>;
}

/** What people fill in and send. Its custom id is of the same form as a button's. */
export interface Form<Context> {
  action: ButtonAction;
  run(interaction: InServer<InteractionOf<'modal'>>, id: CustomId, respond: Responder, context: Context): Promise<void>;
}

/** What people press or choose from. */
export interface Button<Context> {
  action: ButtonAction;
  run(
    interaction: InServer<InteractionOf<'component'>>,
    id: CustomId,
    respond: Responder,
    context: Context,
  ): Promise<void>;
}
