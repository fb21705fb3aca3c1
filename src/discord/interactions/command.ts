import type { RESTPostAPIApplicationCommandsJSONBody } from 'discord.js';
import type { InteractionFacts, InteractionOf, ServerFacts, Suggestions } from './interaction.ts';
import type { Responder } from './responder.ts';

/** An interaction inside a server. */
export type InServer<Facts extends InteractionFacts> = Facts & { server: ServerFacts; channelId: string };

/** What Discord knows a command by, in whatever language members read it. */
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
