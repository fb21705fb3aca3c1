import { onTestFinished } from 'vitest';
import type { CommandInput } from '../../src/sandbox/discord/people/inputs.ts';
import type { Answer, MessageView } from '../../src/sandbox/discord/people/views.ts';
import { messageOf } from '../flows/moderation-support.ts';
import { atelier, type Easel, type EaselOptions, GALLERY, people, startEasel, textOf } from '../support/easel.ts';

/** The tests' operator is an admin of the server, so that Discord shows the command. */
export async function startWithOperator(options: EaselOptions = {}): Promise<Easel> {
  const easel = await startEasel(options);
  onTestFinished(() => easel.close());
  easel.discord.changeWorld(({ guilds }) => {
    const guild = guilds.find(({ id }) => id === atelier.guild);
    const manager = guild?.roles.find(({ id }) => id === atelier.roles.manager);
    if (manager) guild?.roles.push({ ...manager, id: ADMIN_ROLE, name: 'Admin', permissions: '8' });
    guild?.members.find(({ userId }) => userId === people.operator)?.roleIds.push(ADMIN_ROLE);
  });
  await easel.until(() => easel.log.some(({ msg }) => msg === 'operators known'));
  return easel;
}

const ADMIN_ROLE = '1400000000000000199';

type Input = Omit<CommandInput, 'channelId'> & { channelId?: string };

/** The final answer to a command, as its sender sees it. */
export async function ask(easel: Easel, userId: string, input: Input): Promise<MessageView> {
  const channelId = input.channelId ?? GALLERY;
  const handle = await easel.discord.as(userId).command({ channelId, ...input });
  // The clock doesn't move until there's an answer, so that a busy machine doesn't look like a slow bot.
  const answer = await handle.answer;
  if (!('message' in answer)) throw new Error(`answered with ${answer.kind}`);
  const { id } = answer.message;
  return easel.until(() => {
    const now = easel.discord.messages(channelId, { as: userId }).find((message) => message.id === id);
    return now && !now.sandbox.loading ? now : undefined;
  });
}

/** The final answer to a press that is acknowledged first. */
export async function answered(easel: Easel, userId: string, press: Promise<Answer>): Promise<MessageView> {
  const { channel_id, id } = messageOf(await press);
  return easel.until(() =>
    easel.discord.messages(channel_id, { as: userId }).find((message) => message.id === id && !message.sandbox.loading),
  );
}

/** The message that a press posts or edits. */
export async function pressed(easel: Easel, userId: string, message: MessageView, label: string): Promise<MessageView> {
  return messageOf(await easel.press(userId, message, label));
}

export async function said(easel: Easel, userId: string, input: Input): Promise<string> {
  return textOf(await ask(easel, userId, input));
}

export const credits = (easel: Easel, subcommand: string, options: Record<string, string | number | boolean> = {}) =>
  said(easel, people.operator, { name: 'credits', subcommand, options });
