import type { InteractionFacts, InteractionOf, Suggestions } from '../../src/discord/interactions/interaction.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import { cut, escapeText } from '../../src/discord/messages/prompt-text.ts';
import type { OperatorAction } from '../../src/operator-commands/operator-command.ts';
import type { OperatorCommands } from '../../src/operator-commands/operator-commands.ts';
import type { Texts } from '../../src/texts/en.ts';
import type { Context, Needs, Subcommand, WithResponder } from '../support/context.ts';
import { matching, textOf } from '../support/options.ts';

/** Operators can use these in a server, or in direct messages with the bot. */
export type OperatorSubcommand = Subcommand<WithResponder<InteractionOf<'command'>>>;

/**
 * The server that the option names by id or name, or the server in which the operator uses the command.
 * @throws MemberError if no server, or more than one, has that name
 */
export async function serverOf(
  interaction: InteractionOf<'command'>,
  context: Needs<'discord' | 'money' | 'texts'>,
): Promise<string> {
  const words = context.texts.creditsCommand;
  const given = textOf(interaction, 'server');
  if (given === undefined) {
    if (interaction.guildId === undefined) throw new MemberError(words.needsServer);
    return interaction.guildId;
  }
  if (ID.test(given)) return given;
  const names = await context.discord.serverNames(await context.money.accounts.ranking());
  const called = [...names].filter(([, name]) => isSame(name, given));
  const [server, ...others] = called;
  if (!server) throw new MemberError(words.noServer);
  if (others.length > 0) throw new MemberError(words.severalServers);
  return server[0];
}

const ID = /^\d{17,20}$/;
const isSame = (name: string, given: string): boolean => name.trim().toLowerCase() === given.toLowerCase();

/** Servers with an account whose name or id contains what was typed. Those that use most come first. */
export async function suggestServers(
  interaction: InteractionOf<'autocomplete'>,
  { discord, money }: Needs<'discord' | 'money'>,
): Promise<Suggestions> {
  const guildIds = await money.accounts.ranking();
  const names = await discord.serverNames(guildIds);
  const all = guildIds.map((guildId) => {
    const name = names.get(guildId);
    return { name: name === undefined ? guildId : `${cut(name, NAME_CHARACTERS)} (${guildId})`, value: guildId };
  });
  return matching(interaction, all);
}

/** Enough to recognise a server by. */
const NAME_CHARACTERS = 50;

export async function serverName(guildId: string, { discord, texts }: Needs<'discord' | 'texts'>): Promise<string> {
  const name = await discord.serverName(guildId);
  return texts.creditsCommand.server(guildId, name === undefined ? undefined : escapeText(cut(name, NAME_CHARACTERS)));
}

/**
 * Submits an operator command and shows its result. If another process owns the server, first says that it was asked.
 * The command has the interaction's id, so that a repeated interaction is recognised.
 */
export async function runAction(
  guildId: string,
  action: OperatorAction,
  { respond, id, userId: byId }: WithResponder<InteractionFacts>,
  context: Context,
): Promise<void> {
  await respond.deferPrivately();
  const words = context.texts.creditsCommand;
  const onAsked = async (): Promise<void> => {
    await respond.complete(privateText(words.asked(await serverName(guildId, context))));
  };
  const came = await context.money.operatorCommands.submit({ id, guildId, byId, action }, onAsked);
  await respond.complete(privateText(describeResult(came, action, await serverName(guildId, context), words)));
}

export function describeResult(
  came: Awaited<ReturnType<OperatorCommands['submit']>>,
  action: OperatorAction,
  server: string,
  words: Texts['creditsCommand'],
): string {
  if (came.outcome === 'done') {
    if (action.kind === 'pause') return action.isPaused ? words.paused(server) : words.resumed(server);
    if (action.kind !== 'allowance' || action.allowance === 'default') return words.defaultAllowance(server);
    const { credits, every, carryCapCredits } = action.allowance;
    return words.allowance(server, credits, every, carryCapCredits);
  }
  if (came.outcome === 'already' && action.kind === 'resolve') return words.noUnconfirmed;
  const { credits, leftCredits } = { credits: 0, leftCredits: 0, ...came };
  return words.outcomes[came.outcome](server, credits, leftCredits);
}
