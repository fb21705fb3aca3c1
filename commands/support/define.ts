import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  InteractionContextType,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord.js';
import { workIn } from '../../src/discord/custom-ids/controls.ts';
import type { Ids } from '../../src/discord/custom-ids/ids.ts';
import type { InteractionFacts, InteractionOf, Suggestions } from '../../src/discord/interactions/interaction.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import type { Responder } from '../../src/discord/interactions/responder.ts';
import type { Command as AnyCommand, Control } from '../../src/discord/interactions/runner.ts';
import type { Texts } from '../../src/texts/en.ts';
import type { Context, InServer, WithResponder } from './context.ts';
import { checkGuard, type Guard, type Guards } from './guards.ts';
import type { OptionData } from './options.ts';
import { explainBounds } from './refusals.ts';
import { requireKnown, shownUnder } from './work-access.ts';

/** Defines commands, buttons and forms with their guards. `commands/index.ts` lists the commands and the files with controls. */

/** Who may use it. */
interface Guarded {
  guards: Guards;
}
export type Command = AnyCommand<Context> & Guarded;
export type Button = Control<'component', Context> & Guarded & { kind: 'component' };
export type Form = Control<'modal', Context> & Guarded & { kind: 'modal' };

const isDefined = (value: unknown): value is Guarded =>
  typeof value === 'object' && value !== null && 'guards' in value;
export const isCommand = (value: unknown): value is Command => isDefined(value) && 'data' in value;
export const isControl = <Of extends 'component' | 'modal'>(
  value: unknown,
  kind: Of,
): value is Extract<Button | Form, { kind: Of }> => isDefined(value) && 'kind' in value && value.kind === kind;

type Run<Facts, Rest extends unknown[]> = (interaction: WithResponder<Facts>, ...rest: Rest) => Promise<void>;
/** Operators may also use their commands in direct messages with the bot. */
type Handler<Facts extends InteractionFacts, Rest extends unknown[]> =
  | { guard: Guard; run: Run<InServer<Facts>, Rest> }
  | { guard: 'operator'; run: Run<Facts, Rest> };

type CommandHandler = Handler<InteractionOf<'command'>, [context: Context]>;
type Subcommand = CommandHandler & { description: string; options?: OptionData[] };
interface SubcommandGroup {
  description: string;
  subcommands: Readonly<Record<string, Subcommand>>;
}
interface CommandFacts extends Pick<RESTPostAPIChatInputApplicationCommandsJSONBody, 'default_member_permissions'> {
  name: string;
  description: string;
  /** Suggestions by option name. */
  suggest?: Readonly<Record<string, Suggest>>;
}
type Suggest = (interaction: InteractionOf<'autocomplete'>, context: Context) => Suggestions | Promise<Suggestions>;

/** A slash command without subcommands. */
export function defineCommand({ guard, run, suggest, ...data }: CommandFacts & Subcommand): Command {
  const handler = { guard, run } as CommandHandler;
  return commandOf({ ...data, type: ApplicationCommandType.ChatInput }, new Map([['', handler]]), suggest);
}

/** A slash command with subcommands. */
export function defineSubcommands({
  subcommands,
  suggest,
  ...data
}: CommandFacts & { subcommands: Readonly<Record<string, Subcommand | SubcommandGroup>> }): Command {
  const handlers = new Map<string, Subcommand>();
  const optionOf = (name: string, one: Subcommand, path = name) => {
    handlers.set(path, one);
    return {
      type: ApplicationCommandOptionType.Subcommand as const,
      name,
      description: one.description,
      ...(one.options && { options: one.options }),
    };
  };
  const options = Object.entries(subcommands).map(([name, one]) => {
    if (!('subcommands' in one)) return optionOf(name, one);
    const inner = Object.entries(one.subcommands).map(([path, each]) => optionOf(path, each, `${name} ${path}`));
    return {
      type: ApplicationCommandOptionType.SubcommandGroup as const,
      name,
      description: one.description,
      options: inner,
    };
  });
  return commandOf({ ...data, type: ApplicationCommandType.ChatInput, options }, handlers, suggest);
}

/** A command in a message's menu. */
export const defineMenuCommand = (
  data: { name: string; default_member_permissions?: string },
  guard: Guard,
  run: Run<InServer<InteractionOf<'command'>>, [context: Context]>,
): Command => commandOf({ ...data, type: ApplicationCommandType.Message }, new Map([['', { guard, run }]]));

/** @param handlers by subcommand path, such as `share set` */
function commandOf(
  data: Command['data'],
  handlers: ReadonlyMap<string, CommandHandler>,
  suggest: CommandFacts['suggest'] = {},
): Command {
  const suggestions = new Map(Object.entries(suggest));
  const guards: Guards = Object.fromEntries([...handlers].map(([path, { guard }]) => [path, guard]));
  const isForOperators = Object.values(guards).includes('operator');
  const { BotDM, Guild } = InteractionContextType;
  return {
    data: { ...data, contexts: isForOperators ? [Guild, BotDM] : [Guild] },
    guards,
    run: async (interaction, respond, context) => {
      const handler = handlers.get(interaction.subcommand ?? '');
      if (!handler) throw new MemberError(context.texts.refusals.unknownCommand, 'gone');
      await runHandler(handler, interaction, undefined, respond, context, [context]);
    },
    suggest: async (interaction, context) => {
      if (isForOperators && !context.money.operators.has(interaction.userId)) return [];
      return (await suggestions.get(interaction.focused)?.(interaction, context)) ?? [];
    },
  };
}

type ControlKind = 'component' | 'modal';
type ControlRest<Argument> = [argument: Argument & { memberId: string }, context: Context];
type ControlHandler<Of extends ControlKind, Argument> = Handler<InteractionOf<Of>, ControlRest<Argument>>;
type ControlRun<Of extends ControlKind, Argument> = Run<InServer<InteractionOf<Of>>, ControlRest<Argument>>;
type OwnGuard<Of extends ControlKind, Argument> = { guard: Guard; run: ControlRun<Of, Argument> };
/** What each verb does, with a guard of its own if it isn't the group's. */
type RunsByVerb<Of extends ControlKind, Argument extends { verb: string }> = {
  readonly [Verb in Argument['verb']]?:
    | ControlRun<Of, Extract<Argument, { verb: Verb }>>
    | OwnGuard<Of, Extract<Argument, { verb: Verb }>>;
};

/** A button or select menu whose ids all have the same parts. */
export const defineButton = <Argument>(
  ids: Ids<Argument>,
  guard: Guard,
  run: Run<InServer<InteractionOf<'component'>>, ControlRest<Argument>>,
): Button => controlOf('component', ids, { '': guard }, () => ({ guard, run }));

export const defineOperatorButton = <Argument>(
  ids: Ids<Argument>,
  run: Run<InteractionOf<'component'>, ControlRest<Argument>>,
): Button => controlOf('component', ids, { '': 'operator' }, () => ({ guard: 'operator', run }));

/** Buttons and select menus by verb; leave out the verbs of forms. */
export const defineButtons = <Argument extends { verb: string }>(
  ids: Ids<Argument>,
  guard: Guard,
  runs: RunsByVerb<'component', Argument>,
): Button => controlByVerb('component', ids, guard, runs);

/** A form whose ids all have the same parts. */
export const defineForm = <Argument>(
  ids: Ids<Argument>,
  guard: Guard,
  run: Run<InServer<InteractionOf<'modal'>>, ControlRest<Argument>>,
): Form => controlOf('modal', ids, { '': guard }, () => ({ guard, run }));

/** Forms by verb; leave out the verbs of buttons. */
export const defineForms = <Argument extends { verb: string }>(
  ids: Ids<Argument>,
  guard: Guard,
  runs: RunsByVerb<'modal', Argument>,
): Form => controlByVerb('modal', ids, guard, runs);

function controlByVerb<Of extends ControlKind, Argument extends { verb: string }>(
  kind: Of,
  ids: Ids<Argument>,
  guard: Guard,
  runs: RunsByVerb<Of, Argument>,
) {
  // The ids of a verb carry what the verb's handler takes.
  const given = Object.entries(runs) as [string, ControlRun<Of, Argument> | OwnGuard<Of, Argument>][];
  const byVerb = new Map(given.map(([verb, one]) => [verb, typeof one === 'function' ? { guard, run: one } : one]));
  const guards = [...byVerb].map(([verb, one]) => [verb, one.guard]);
  return controlOf(kind, ids, Object.fromEntries(guards), ({ verb }) => byVerb.get(verb));
}

function controlOf<Of extends ControlKind, Argument>(
  kind: Of,
  ids: Ids<Argument>,
  guards: Guards,
  handlerOf: (argument: Argument) => ControlHandler<Of, Argument> | undefined,
) {
  return {
    kind,
    action: ids.action,
    guards,
    run: async (interaction: InteractionOf<Of>, respond: Responder, context: Context): Promise<void> => {
      const { customId }: { customId: string } = interaction;
      const argument = ids.read(customId);
      const handler = argument && handlerOf(argument);
      if (!handler) throw new MemberError(context.texts.refusals.unknownButton, 'gone');
      const pressed = { ...argument, memberId: await memberOf(interaction, argument, context) };
      await runHandler(handler, interaction, pressed.memberId, respond, context, [pressed, context]);
    },
  };
}

/**
 * Whom a control is about. For a work that is its author by its record, because rights depend on it and an id may be forged.
 * A message whose records are lost still says whose work it shows.
 * @throws MemberError for a work that neither a record nor the message knows
 */
async function memberOf(
  interaction: InteractionOf<ControlKind>,
  { memberId }: { memberId: string },
  context: Context,
): Promise<string> {
  const work = workIn(interaction.customId);
  if (!work) return memberId;
  const here = inServer(interaction, context.texts);
  return (await requireKnown(here, work, context, shownUnder(interaction))).memberId;
}

/** Checks the guard, then runs the handler. @param ownerId the member in the control's id */
async function runHandler<Facts extends InteractionFacts, Rest extends unknown[]>(
  handler: Handler<Facts, Rest>,
  interaction: Facts,
  ownerId: string | undefined,
  respond: Responder,
  context: Context,
  rest: Rest,
): Promise<void> {
  const { texts } = context;
  if (handler.guard === 'operator') {
    if (!context.money.operators.has(interaction.userId))
      throw new MemberError(texts.refusals.notOperator, 'guard.operator');
    return explainBounds(handler.run({ ...interaction, respond }, ...rest), texts);
  }
  const here = inServer(interaction, texts);
  await checkGuard(handler.guard, here, context, ownerId);
  await explainBounds(handler.run({ ...here, respond }, ...rest), texts);
}

function inServer<Facts extends InteractionFacts>(interaction: Facts, { refusals }: Texts): InServer<Facts> {
  const { server, guildId, channelId } = interaction;
  if (!server || guildId === undefined || channelId === undefined)
    throw new MemberError(refusals.outsideServer, 'outside');
  return { ...interaction, server, guildId, channelId };
}
