import { ComponentType } from 'discord.js';
import { expect, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { PreferenceKey } from '../../src/discord/custom-ids/controls.ts';
import type { CommandInput } from '../../src/sandbox/discord/people/inputs.ts';
import type { Answer, MessageView } from '../../src/sandbox/discord/people/views.ts';
import { ask } from '../commands/asking.ts';
import { atelier, type Easel, type EaselOptions, GALLERY, people, startEasel, textOf } from '../support/easel.ts';
import { tinyPng } from '../support/pictures.ts';

/** What the flows of moderation share: menus, forms, and settings as a manager would make them. */

export const STAFF = atelier.channels.staff;

/** Lets everyone see commands that Discord shows to some at first, as a server's admin can. */
export function showToEveryone(easel: Easel, ...commands: string[]): void {
  easel.discord.changeWorld(({ guilds }) => {
    for (const { id, commandOverrides } of guilds)
      commandOverrides.push(...commands.map((command) => ({ command, target: 'role' as const, id, allowed: true })));
  });
}

export async function start(options: EaselOptions = {}): Promise<Easel> {
  const easel = await startEasel(options);
  onTestFinished(() => easel.close());
  return easel;
}

/** The words of a private answer, or the kind of an answer without words. */
export function privateText(answer: Answer): string {
  if (!('message' in answer)) return answer.kind;
  expect(answer.message.sandbox.ephemeral).toBe(true);
  return textOf(answer.message);
}

/** The words of an answer, or the kind of an answer without words. */
export const said = (answer: Answer): string => ('message' in answer ? textOf(answer.message) : answer.kind);

/** The message that an answer is or changes. */
export function messageOf(answer: Answer): MessageView {
  if (!('message' in answer)) throw new Error(`answered with ${answer.kind}`);
  return answer.message;
}

/** What a message shows once it has followed a press. */
export async function followed(easel: Easel, message: MessageView, press: Promise<unknown>): Promise<MessageView> {
  const before = textOf(easel.now(message));
  await press;
  await easel.until(() => textOf(easel.now(message)) !== before);
  return easel.now(message);
}

function* controlsOf(components: readonly unknown[]): Generator<Record<string, unknown>> {
  for (const component of components) {
    const known = component as Record<string, unknown>;
    if (typeof known['custom_id'] === 'string') yield known;
    if (Array.isArray(known['components'])) yield* controlsOf(known['components']);
  }
}

function customIdWith(message: MessageView, part: string): string {
  const found = [...controlsOf(message.components)].map((one) => String(one['custom_id']));
  const id = found.find((one) => one.includes(part));
  if (id === undefined) throw new Error(`no control with "${part}" among ${found.join(', ')}`);
  return id;
}

export async function choose(
  easel: Easel,
  userId: string,
  message: MessageView,
  part: string,
  values: string[],
): Promise<Answer> {
  const customId = customIdWith(message, part);
  const at = { channelId: message.channel_id, messageId: message.id, customId, values };
  return (await easel.discord.as(userId).select(at)).answer;
}

/** Presses the button that agrees to a question about the price. */
export async function agree(easel: Easel, userId: string, question: MessageView): Promise<Answer> {
  const at = { channelId: question.channel_id, messageId: question.id, customId: customIdWith(question, 'ask:yes') };
  return (await easel.discord.as(userId).press(at)).answer;
}

/** Chooses one of a member's defaults in the panel of `/preferences`. */
export async function prefer(
  easel: Easel,
  userId: string,
  key: PreferenceKey,
  value: string | number | boolean | null,
): Promise<Answer> {
  const panel = await easel.command(userId, { channelId: GALLERY, name: 'preferences' });
  return choose(easel, userId, panel, `put-${key}`, [String(value)]);
}

/** The managers' page about the budget. */
export async function budgetPage(easel: Easel): Promise<MessageView> {
  const panel = await easel.command(people.manager, { channelId: GALLERY, name: 'settings' });
  return messageOf(await choose(easel, people.manager, panel, 'settings:pick', ['budget']));
}

/** Has members asked before they spend this much. Resolves with the budget's page. */
export async function askFrom(easel: Easel, credits: number, zone = 'UTC'): Promise<MessageView> {
  const form = await easel.press(people.manager, await budgetPage(easel), 'Time zone …');
  return messageOf(await fill(easel, people.manager, form, { zone, ask: String(credits) }));
}

export const pauseSpending = async (easel: Easel, label: 'Pause spending' | 'Resume spending'): Promise<MessageView> =>
  messageOf(await easel.press(people.manager, await budgetPage(easel), label));

/** Chooses the channel for alerts. Resolves with the page, or with the refusal. */
export async function chooseAlerts(easel: Easel, ...channelIds: string[]): Promise<string> {
  const page = await budgetPage(easel);
  const before = readBy(easel, people.manager).length;
  await choose(easel, people.manager, page, 'alerts', channelIds);
  const now = () => easel.discord.messages(GALLERY, { as: people.manager });
  return easel.until(() => {
    const shown = now().find(({ id }) => id === page.id);
    const refused = now().length > before ? now().at(-1) : undefined;
    return (shown && textOf(shown) !== textOf(page) && textOf(shown)) || (refused && textOf(refused));
  });
}

interface NewStyle {
  userId?: string;
  name: string;
  words: string;
  isServers?: boolean;
  channelId?: string;
  options?: Readonly<Record<string, string | number | boolean>>;
}

/** Saves a style in the panel of `/style`, and chooses its options. Resolves with its page. */
export async function keepStyle(easel: Easel, style: NewStyle): Promise<MessageView> {
  const { userId = people.member, name, words, isServers = false, channelId = GALLERY, options = {} } = style;
  const list = await easel.command(userId, { channelId, name: 'style' });
  const form = await easel.press(userId, list, 'New style …');
  let page = messageOf(await fill(easel, userId, form, { name, words, ...(isServers && { for: 'server' }) }));
  for (const [key, value] of Object.entries(options)) {
    page = messageOf(await choose(easel, userId, page, `put-${key}`, [String(value)]));
  }
  return page;
}

/** Opens a style from the list of `/style`. */
export async function openStyle(easel: Easel, userId: string, name: string): Promise<MessageView> {
  const list = await easel.command(userId, { channelId: GALLERY, name: 'style' });
  const options = [...controlsOf(list.components)].flatMap((one) => stylesSchema.safeParse(one).data?.options ?? []);
  const value = options.find(({ label }) => label === name)?.value ?? '';
  return messageOf(await choose(easel, userId, list, 'styles:open', [value]));
}

const stylesSchema = z.object({ options: z.array(z.object({ label: z.string(), value: z.string() })) });

type LimitTarget = { member: string } | { role: string; together?: true } | { channel: string } | { everyone: true };

/** Sets a limit of the budget. Resolves with the budget's page, or with the refusal. */
export async function setLimit(
  easel: Easel,
  limit: { credits: number; every: string } & LimitTarget,
): Promise<MessageView> {
  const kind = (['member', 'role', 'channel'] as const).find((one) => one in limit);
  const label = kind === undefined ? 'Limit each member …' : `Limit a ${kind} …`;
  const form = await easel.press(people.manager, await budgetPage(easel), label);
  const target = Object.entries(limit).flatMap(([name, id]) => (name === kind ? [String(id)] : []));
  return messageOf(
    await fill(easel, people.manager, form, {
      ...{ credits: String(limit.credits), every: limit.every },
      ...(kind && { target }),
      ...('together' in limit && { how: 'together' }),
    }),
  );
}

/** Answers in the panel of `/preferences` whether others may build on the member's pictures. */
export const letBuild = (easel: Easel, userId: string, answer: 'yes' | 'ask' | 'no'): Promise<Answer> =>
  prefer(easel, userId, 'buildPolicy', { yes: true, ask: 'ask', no: false }[answer]);

export async function fill(
  easel: Easel,
  userId: string,
  opened: Answer,
  values: Record<string, string | string[]>,
): Promise<Answer> {
  if (opened.kind !== 'modal') throw new Error(`answered with ${opened.kind}: ${JSON.stringify(opened).slice(0, 500)}`);
  return (await easel.discord.as(userId).submitModal({ modal: opened.modal, values })).answer;
}

/** A choice that is acknowledged before it is decided on: the message once it has these words. */
export async function chooseChannel(
  easel: Easel,
  message: MessageView,
  part: string,
  channelId: string,
  words: string,
): Promise<MessageView> {
  await choose(easel, people.manager, message, part, [channelId]);
  return easel.until(() =>
    easel.discord.messages(message.channel_id, { as: people.manager }).find((one) => textOf(one).includes(words)),
  );
}

/** Changes the server's settings with a file, as a manager can. */
export async function configure(easel: Easel, settings: Record<string, unknown>): Promise<string> {
  const bytes = Buffer.from(JSON.stringify(settings));
  const answer = await ask(easel, people.manager, {
    ...{ channelId: GALLERY, name: 'settings' },
    attachments: [{ option: 'file', name: 'settings.json', bytes }],
  });
  return textOf(answer);
}

/** A picture that another bot posted. */
export async function postAsAnotherApp(easel: Easel): Promise<MessageView> {
  const id = '1200000000000000099';
  easel.discord.changeWorld(({ people: known, guilds }) => {
    const account = { globalName: null, avatarColour: '#808080', locale: 'en-US', uploadLimitBytes: null };
    known.push({ ...account, id, username: 'painter', bot: true });
    for (const { members } of guilds) members.push({ userId: id, nick: null, roleIds: [], joinedAt: 0 });
  });
  return easel.discord.as(id).post({ channelId: GALLERY, attachments: [{ name: 'one.png', bytes: tinyPng }] });
}

/** What can be ticked in the form of a request. */
export type Extra = 'spoiler' | 'draft' | `compare ${string}`;

/** Uses `/image` or `/video` without a prompt, and ticks these in its form. Resolves with what the form leads to. */
export async function withMore(
  easel: Easel,
  userId: string,
  ticked: readonly Extra[],
  { name = 'image', options, ...input }: Partial<CommandInput> = {},
): Promise<MessageView> {
  const { prompt = 'a lighthouse', ...others } = options ?? {};
  const command = { channelId: GALLERY, name, ...input, options: others };
  const opened = await (await easel.discord.as(userId).command(command)).answer;
  return messageOf(await fill(easel, userId, opened, { prompt: String(prompt), more: [...ticked] }));
}

export const setAside = async (easel: Easel, userId: string, { id, channel_id }: MessageView): Promise<Answer> =>
  (await easel.discord.as(userId).contextMenu({ channelId: channel_id, name: 'Use as a source', targetId: id })).answer;

/** Sets a message's pictures aside, and makes one picture of all that are. Resolves with what that leads to. */
export async function makeOfSaved(
  easel: Easel,
  userId: string,
  message: MessageView,
  values: Record<string, string | string[]>,
): Promise<MessageView> {
  const saved = messageOf(await setAside(easel, userId, message));
  if (!textOf(saved).includes('[Change …]')) return saved;
  const pressed = await easel.press(userId, saved, 'Change …');
  return messageOf(pressed.kind === 'modal' ? await fill(easel, userId, pressed, values) : pressed);
}

export function image(easel: Easel, userId: string, input: Partial<CommandInput> = {}): Promise<MessageView> {
  return easel.command(userId, { channelId: GALLERY, name: 'image', options: { prompt: 'a lighthouse' }, ...input });
}

export const prompts = (easel: Easel): string[] => easel.service.tasks().map(({ request }) => request.prompt);

/** The last card in the moderators' channel. Easel's other messages have no container. */
export async function lastCard(easel: Easel): Promise<MessageView> {
  return easel.until(() => easel.discord.messages(STAFF, { as: people.moderator }).findLast(isCard));
}

const isCard = ({ components: [first] }: MessageView): boolean =>
  cardSchema.safeParse(first).data?.type === ComponentType.Container;
const cardSchema = z.object({ type: z.number() });

export const inGallery = (easel: Easel): string[] =>
  easel.discord.messages(GALLERY, { as: people.secondMember }).map(textOf);

/** The messages that a person reads there, private ones included. */
export const readBy = (easel: Easel, userId: string): string[] =>
  easel.discord.messages(GALLERY, { as: userId }).map(textOf);

/** A moderator's choice in the menu behind *Moderate …*. */
export async function moderateBy(
  easel: Easel,
  userId: string,
  message: MessageView,
  label: string,
  why = '',
): Promise<Answer> {
  return decideOn(easel, userId, messageOf(await easel.press(userId, message, 'Moderate …')), label, why);
}

/** A press on the card of a report, with the reason where it asks for one. */
export async function decideOn(
  easel: Easel,
  userId: string,
  card: MessageView,
  label: string,
  why = '',
): Promise<Answer> {
  const pressed = await easel.press(userId, card, label);
  return pressed.kind === 'modal' ? fill(easel, userId, pressed, { why }) : pressed;
}

type Options = Record<string, string | number | boolean>;
/** What a moderator does with the panel of `/moderation`, or with `timeout`. Resolves with the answer's text. */
export async function moderate(
  easel: Easel,
  what: string,
  { member = '', why = '', about = 'all', ...options }: Options = {},
  userId: string = people.moderator,
): Promise<string> {
  const command = { channelId: GALLERY, name: 'moderation' };
  if (what === 'timeout') {
    const timeout = { ...command, subcommand: what, options: { member, ...(why !== '' && { why }), ...options } };
    return textOf(await easel.command(userId, timeout));
  }
  const panel = await easel.command(userId, { ...command, subcommand: 'panel' });
  if (what === 'panel' || !JSON.stringify(panel.components).includes('Log …')) return textOf(panel);
  const press = async (on: MessageView, label: string) => textOf(messageOf(await easel.press(userId, on, label)));
  const record = async () => messageOf(await choose(easel, userId, panel, 'queue:find', [String(member)]));
  const listed = async (value: string) => textOf(messageOf(await choose(easel, userId, panel, 'queue:list', [value])));
  switch (what) {
    case 'member':
      return textOf(await record());
    case 'lift':
      return press(await record(), 'End timeout');
    case 'trust':
      return press(await record(), 'Trust');
    case 'untrust':
      return press(await record(), 'Stop trusting');
    case 'resume':
      return press(panel, 'Resume');
    case 'pause': {
      const form = await easel.press(userId, panel, 'Pause …');
      return textOf(messageOf(await fill(easel, userId, form, { why: String(why) })));
    }
    case 'log':
      return listed(String(about));
    default:
      return listed(what);
  }
}

/** Presses a button of an earlier version of the message. Discord sends only what is on a message, so the button is restored first. */
export async function pressAsItWas(easel: Easel, userId: string, seen: MessageView, label: string): Promise<Answer> {
  await putOn(easel, seen, seen.components);
  return easel.press(userId, seen, label);
}

/** Gives a message other components, as Easel could. */
export async function putOn(
  easel: Easel,
  { channel_id, id }: MessageView,
  components: readonly unknown[],
): Promise<void> {
  const { origin, token } = easel.discord;
  const { ok } = await fetch(`${origin}/api/v10/channels/${channel_id}/messages/${id}`, {
    method: 'PATCH',
    headers: { authorization: `Bot ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ components, flags: 32_768, attachments: [] }),
  });
  expect(ok).toBe(true);
}

/** What a member's `/history` finds with the form of *Search …*. */
export async function search(
  easel: Easel,
  userId: string,
  values: Record<string, string | string[]>,
  channelId: string = GALLERY,
): Promise<MessageView> {
  const list = await easel.command(userId, { channelId, name: 'history' });
  return messageOf(await fill(easel, userId, await easel.press(userId, list, 'Search …'), values));
}

/** Presses *Forget all* in a member's `/privacy` and confirms. Resolves with what they read then. */
export async function forgetAll(easel: Easel, userId: string): Promise<string> {
  const page = await easel.command(userId, { channelId: GALLERY, name: 'privacy' });
  const asked = messageOf(await easel.press(userId, page, 'Forget all here …'));
  await easel.press(userId, asked, 'Delete everything');
  return easel.until(() => readBy(easel, userId).find((text) => text.startsWith('Done.')));
}

/** Presses *Delete* on a picture that cost credits, confirms, and waits for the answer. Pages opened after it stay. */
export async function deleteResult(easel: Easel, userId: string, result: MessageView): Promise<void> {
  const asked = messageOf(await easel.press(userId, result, 'Delete'));
  await easel.press(userId, asked, 'Delete message');
  const seen = () => easel.discord.messages(result.channel_id, { as: userId });
  await easel.until(() => seen().some((one) => textOf(one).includes('Message deleted.')));
}

/** Presses *Discard …* on a preview and sends its form. */
export async function discard(easel: Easel, userId: string, card: MessageView, why = ''): Promise<Answer> {
  return fill(easel, userId, await easel.press(userId, card, 'Discard …'), { why });
}
