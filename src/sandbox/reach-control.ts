import type { MessageView } from './discord/people/views.ts';
import type { DiscordSandbox } from './discord/sandbox.ts';
import { componentsOf, findButton, textOf } from './message-reading.ts';

type Person = ReturnType<DiscordSandbox['as']>;

/** A button, and the message that has it. */
export interface ReachedControl {
  channelId: string;
  messageId: string;
  customId: string;
}

/** What opens another page: everything about a work, its first picture, or the page from which everything was opened. */
const WAYS = ['More …', '1', 'Back'];

/**
 * Finds a control of a work as a person does: on its message, behind *More …*, or on the page of its first picture.
 * @throws Error if it is nowhere
 */
export async function reachControl(
  person: Pick<Person, 'messages' | 'press'>,
  message: MessageView,
  label: string,
): Promise<ReachedControl> {
  const now = person.messages(message.channel_id).find(({ id }) => id === message.id) ?? message;
  const customId = findButton(message, label);
  if (customId !== undefined && customIdsOf(now).includes(customId)) {
    return { channelId: message.channel_id, messageId: message.id, customId };
  }
  // Another page has taken its place since it was opened.
  const found = await reachOn(person, now, label, WAYS);
  if (!found) throw new Error(`no button "${label}" on:\n${textOf(message)}`);
  return found;
}

const customIdsOf = ({ components }: MessageView): unknown[] =>
  [...componentsOf(components)].map(({ custom_id }) => custom_id);

async function reachOn(
  person: Pick<Person, 'messages' | 'press'>,
  message: MessageView,
  label: string,
  ways: readonly string[],
): Promise<ReachedControl | undefined> {
  const at = { channelId: message.channel_id, messageId: message.id };
  const customId = findButton(message, label);
  if (customId !== undefined) return { ...at, customId };
  for (const way of ways) {
    const wayId = findButton(message, way);
    if (wayId === undefined) continue;
    const answer = await (await person.press({ ...at, customId: wayId })).answer;
    const next =
      'message' in answer ? await reachOn(person, answer.message, label, way === '1' ? ['More …'] : []) : undefined;
    if (next) return next;
  }
  return undefined;
}
