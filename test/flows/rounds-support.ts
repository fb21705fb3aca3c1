import type { Answer, MessageView } from '../../src/sandbox/discord/people/views.ts';
import { atelier, type Easel, type EaselOptions, GALLERY, mediaOf, people, textOf } from '../support/easel.ts';
import { configure, fill, messageOf, privateText, STAFF, start } from './moderation-support.ts';

export const MODERATED = { moderatorsChannelId: STAFF, moderatorRoleIds: [atelier.roles.moderator] };
export const MINUTE_MS = 60_000;

/** What an organiser chooses in the form: times in minutes. */
interface Options {
  theme?: string;
  model?: string;
  submit?: number;
  vote?: number;
  winners?: number;
}

export async function openedRound(
  options: Options = {},
  settings: Record<string, unknown> = {},
  easelOptions: EaselOptions = {},
): Promise<{ easel: Easel; round: MessageView }> {
  const easel = await start(easelOptions);
  await configure(easel, { ...MODERATED, ...settings });
  return { easel, round: await openAs(easel, people.moderator, options) };
}

/** Opens a round by the form of `/round`. Resolves with the round, or with what `/round` or the form answers instead. */
export async function openAs(
  easel: Easel,
  userId: string,
  { theme = 'harbours at night', submit = 30, vote = 30, winners = 2, model }: Options = {},
  channelId: string = GALLERY,
): Promise<MessageView> {
  const opened = await (await easel.discord.as(userId).command({ channelId, name: 'round' })).answer;
  if (opened.kind !== 'modal') return messageOf(opened);
  return messageOf(
    await fill(easel, userId, opened, {
      ...{ theme, submit: String(submit), vote: String(vote), winners: String(winners) },
      ...(model !== undefined && { model }),
    }),
  );
}

export async function tryToOpen(easel: Easel, userId: string, options: Options = {}): Promise<string> {
  return privateText({ kind: 'message', message: await openAs(easel, userId, options) } as Answer);
}

/** Sends an entry and resolves with what the member reads. */
export async function enterPrompt(easel: Easel, userId: string, round: MessageView, prompt: string): Promise<string> {
  const form = await easel.press(userId, easel.now(round), 'Enter a prompt');
  return privateText(await fill(easel, userId, form, { prompt }));
}

export async function enterAll(easel: Easel, round: MessageView): Promise<void> {
  await enterPrompt(easel, people.member, round, 'a red boat');
  await enterPrompt(easel, people.secondMember, round, 'a lighthouse');
  await enterPrompt(easel, people.artist, round, 'an old crane');
}

export async function entriesOf(easel: Easel, userId: string, round: MessageView): Promise<MessageView> {
  const shown = easel.now(round);
  const label = textOf(shown).includes('and vote]') ? 'See entries and vote' : 'See entries';
  return messageOf(await easel.press(userId, shown, label));
}

export async function voteFor(easel: Easel, userId: string, round: MessageView, number: number): Promise<MessageView> {
  const list = await entriesOf(easel, userId, round);
  return messageOf(await easel.press(userId, list, `Vote for no. ${number}`));
}

export async function manage(
  easel: Easel,
  round: MessageView,
  userId: string = people.moderator,
): Promise<MessageView> {
  return messageOf(await easel.press(userId, easel.now(round), 'Manage …'));
}

/** Waits until the round's message shows these words. */
export function says(easel: Easel, round: MessageView, words: string | RegExp): Promise<true> {
  return easel.until(() => {
    const text = textOf(easel.now(round));
    return (typeof words === 'string' ? text.includes(words) : words.test(text)) || undefined;
  });
}

export async function toVoting(easel: Easel, round: MessageView): Promise<void> {
  await easel.clock.advance(30 * MINUTE_MS);
  await says(easel, round, 'Vote now');
}

export const prompts = (easel: Easel): string[] =>
  easel.service
    .tasks()
    .map(({ request }) => request.prompt)
    .sort();

/** The card that celebrates the winners, once it shows this many pictures. */
export const winnersCard = (easel: Easel, pictures = 1): Promise<MessageView> =>
  easel.until(() => gallery(easel).find((one) => textOf(one).includes('🏆') && mediaOf(one).length === pictures));

export const gallery = (easel: Easel): MessageView[] => easel.discord.messages(GALLERY, { as: people.owner });
