import { DAY_MS } from '../../../time/clock.ts';
import type { OptionValue } from '../../discord/people/inputs.ts';
import type { Answer, MessageView, ModalView } from '../../discord/people/views.ts';
import type { DiscordSandbox } from '../../discord/sandbox.ts';
import { ids } from '../../discord/world/world-ids.ts';
import { buttonOf, textOf } from '../../message-reading.ts';
import { reachControl } from '../../reach-control.ts';
import type { SkewedClock } from '../skewed-clock.ts';
import { MONTH_OF_WORK, type MonthAct } from './month-of-work.ts';
import { privateAnswer } from './prepare-servers.ts';

/** How far time leaps while the bot works. It looks at tasks more rarely. */
const LEAP_MS = 500;
/** By then, the bot has ended the jobs. Their duration must not include the jump to the next day. */
const PUT_AWAY_MS = 1_000;
/** The first button of an ended job. */
const ENDED = /\[(Again|Vary)/;

const NEW_STYLE = 'New style …';

/** How far back the clock has to be before the month. */
export const MONTH_MS = Math.max(...MONTH_OF_WORK.map(({ daysAgo }) => daysAgo)) * DAY_MS;

export interface MonthStage {
  discord: DiscordSandbox;
  clock: SkewedClock;
}

/**
 * Lets members of The Atelier work for a month through the real bot, so that all messages and records are the bot's
 * own. The clock starts a month behind, jumps from one working day to the next, and leaps over what would be waiting.
 * @throws Error with the bot's words if it refuses something, or the signal's reason
 */
export const makeMonth = async ({ discord, clock }: MonthStage, signal: AbortSignal): Promise<void> => {
  for (const { daysAgo, acts } of MONTH_OF_WORK) {
    goTo(clock, -daysAgo * DAY_MS);
    const made: MessageView[] = [];
    for (const act of acts) {
      // One after the other, because a member has one form open at a time. The requests of a day are made together.
      const message = await perform(discord, act, signal);
      if (message) made.push(message);
    }
    const stateOf = ({ channel_id: channelId, id }: MessageView): string =>
      textOf(discord.messages(channelId, { as: ids.people.member }).find((one) => one.id === id) ?? NOTHING);
    const hasEnded = (one: MessageView): boolean => ENDED.test(stateOf(one));
    while (!made.every(hasEnded)) {
      signal.throwIfAborted();
      await clock.leap(LEAP_MS);
    }
    await clock.leap(PUT_AWAY_MS);
    for (const act of acts) await dismiss(discord, act);
  }
};

/** Private answers and pages would still be there a month later. */
const dismiss = async (discord: DiscordSandbox, { by, at = 'gallery' }: MonthAct): Promise<void> => {
  const person = discord.as(ids.people[by]);
  const channelId = ids.atelier.channels[at];
  for (const { id: messageId, sandbox } of person.messages(channelId)) {
    if (sandbox.ephemeral) await person.deleteMessage({ channelId, messageId });
  }
};

const NOTHING = { content: '', components: [] };

/** Moves the clock forward to an offset. Never back, so that the order of events holds. */
export const goTo = (clock: SkewedClock, offsetMs: number): void => clock.jump(Math.max(0, offsetMs - clock.offsetMs));

/** @returns the message of the job, if the act starts one */
const perform = async (
  discord: DiscordSandbox,
  act: MonthAct,
  signal: AbortSignal,
): Promise<MessageView | undefined> => {
  const person = discord.as(ids.people[act.by]);
  const channelId = ids.atelier.channels[act.at ?? 'gallery'];
  const type = async (name: string, options: Record<string, OptionValue> = {}): Promise<Answer> =>
    (await person.command({ channelId, name, options })).answer;
  const press = async (label: string, on: string): Promise<Answer> => {
    const result = person.messages(channelId).findLast((one) => !one.sandbox.ephemeral && textOf(one).includes(on));
    if (!result) throw new Error(`nothing was made of ${on}`);
    return (await person.press(await reachControl(person, result, label))).answer;
  };
  if ('ask' in act) return acceptedMessage(await type(act.ask, { prompt: act.prompt, ...act.options }));
  if ('fill' in act) {
    const form = await press(act.fill, act.on);
    if (form.kind !== 'modal') throw new Error(`${act.fill} opened no form: ${wordsOf(form)}`);
    const sent = await person.submitModal({ modal: form.modal, values: filledIn(form.modal, act.prompt) });
    return acceptedMessage(await sent.answer);
  }
  const keep = async (name: string, words: string, isForServer = false): Promise<Answer> => {
    const list = await type('style');
    if (!('message' in list)) throw new Error(wordsOf(list));
    const customId = buttonOf(list.message, NEW_STYLE);
    const form = await (await person.press({ channelId, messageId: list.message.id, customId })).answer;
    if (form.kind !== 'modal') throw new Error(`${NEW_STYLE} opened no form: ${wordsOf(form)}`);
    const values = { name, words, ...(isForServer && { for: 'server' }) };
    return (await person.submitModal({ modal: form.modal, values })).answer;
  };
  const said = 'keep' in act ? await keep(act.keep, act.words, act.isForServer) : await press(act.press, act.on);
  await privateAnswer(discord, person, said, signal);
  return undefined;
};

const wordsOf = (answer: Answer): string => ('message' in answer ? textOf(answer.message) : answer.kind);

/** A public answer means that the request was accepted; refusals are private. */
const acceptedMessage = (answer: Answer): MessageView => {
  if ('message' in answer && !answer.message.sandbox.ephemeral) return answer.message;
  throw new Error(wordsOf(answer));
};

/** Fills in the text, and keeps the form's defaults. */
const filledIn = (modal: ModalView, prompt: string): Record<string, string | string[]> => {
  const values: Record<string, string | string[]> = {};
  for (const part of modal.components) {
    if (part.type !== 18) continue;
    const field = part.component;
    if (field.type === 4) values[field.custom_id] = prompt;
    if (field.type === 3)
      values[field.custom_id] = field.options.filter((one) => one.default).map(({ value }) => value);
  }
  return values;
};
