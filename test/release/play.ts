import type { CommandInput } from '../../src/sandbox/discord/people/inputs.ts';
import type { Answer, MessageView } from '../../src/sandbox/discord/people/views.ts';
import { componentsOf } from '../../src/sandbox/message-reading.ts';
import { atelier, type Easel, GALLERY, ids, people } from '../support/easel.ts';

/** Plays a few days of a server, so that its store has records of nearly every kind. */

const { member, secondMember, artist, moderator, manager, operator } = people;
const { staff, clips, lateNight } = atelier.channels;
const DAY_MS = 86_400_000;

const SETTINGS = {
  galleryChannelId: clips,
  moderatorsChannelId: staff,
  moderatorRoleIds: [atelier.roles.moderator],
  modes: { [lateNight]: 'review' },
  reportsToHide: 2,
  drafts: 'on',
  words: { refuse: ['kraken'], review: [], explicit: [], allow: [] },
};

type Command = Omit<CommandInput, 'channelId'> & { channelId?: string };
type Values = Record<string, string | string[]>;

/** What people do with the bot, and what they read. @throws if it answers in another way */
function handsOf(easel: Easel) {
  const settled = async (userId: string, answer: Answer): Promise<MessageView> => {
    if (!('message' in answer)) throw new Error(`answered with ${JSON.stringify(answer).slice(0, 500)}`);
    const { id, channel_id } = answer.message;
    const find = () => easel.discord.messages(channel_id, { as: userId }).find((one) => one.id === id);
    return easel.until(() => {
      const message = find();
      return message && !message.sandbox.loading && message;
    });
  };
  const type = async (userId: string, { channelId = GALLERY, ...command }: Command): Promise<MessageView> =>
    settled(userId, await (await easel.discord.as(userId).command({ channelId, ...command })).answer);
  const press = async (userId: string, message: MessageView, label: string): Promise<MessageView> =>
    settled(userId, await easel.press(userId, message, label));
  const fill = async (userId: string, message: MessageView, label: string, values: Values): Promise<MessageView> => {
    const form = await easel.press(userId, message, label);
    if (form.kind !== 'modal') throw new Error(`${label} opened no form, but ${form.kind}`);
    return settled(userId, await (await easel.discord.as(userId).submitModal({ modal: form.modal, values })).answer);
  };
  const choose = async (userId: string, message: MessageView, part: string, value: string): Promise<MessageView> => {
    const found = [...componentsOf(message.components)].map(({ custom_id }) => String(custom_id));
    const customId = found.find((id) => id.includes(part)) ?? '';
    const at = { channelId: message.channel_id, messageId: message.id, customId, values: [value] };
    return settled(userId, await (await easel.discord.as(userId).select(at)).answer);
  };
  const make = async (userId: string, prompt: string, more: Partial<Command> = {}): Promise<MessageView> => {
    const pending = await type(userId, { name: 'image', options: { prompt }, ...more });
    await easel.idle();
    return easel.now(pending);
  };
  const pick = async (userId: string, name: string, { id: targetId }: MessageView): Promise<MessageView> =>
    settled(userId, await (await easel.discord.as(userId).contextMenu({ channelId: GALLERY, name, targetId })).answer);
  return { type, press, fill, choose, pick, make };
}
type Hands = ReturnType<typeof handsOf>;

export async function play(easel: Easel): Promise<void> {
  const hands = handsOf(easel);
  const attachments = [{ option: 'file', name: 'settings.json', bytes: Buffer.from(JSON.stringify(SETTINGS)) }];
  await hands.type(manager, { name: 'settings', attachments });
  await playMembers(hands, easel);
  await playModerators(hands);
  await playOperator(hands, easel);
  // What is under way when Easel stops: a round, a request that waits, and a job.
  const round = await hands.type(moderator, { name: 'round', options: { theme: 'harbours at night' } });
  await hands.fill(member, round, 'Enter a prompt', { prompt: 'a red boat' });
  await hands.type(artist, { channelId: lateNight, name: 'image', options: { prompt: 'a bat' } });
  easel.service.configure({ durations: { 'image-model-a': { queueMs: 0, runMs: DAY_MS } } });
  const submitted = (): number => easel.log.filter(({ msg }) => msg === 'task submitted').length;
  const before = submitted();
  await hands.type(member, { name: 'image', options: { prompt: 'a picture in progress' } });
  await easel.until(() => submitted() > before);
}

async function playMembers({ type, press, fill, choose, pick, make }: Hands, easel: Easel): Promise<void> {
  const castle = await make(member, 'a castle');
  const fox = await make(secondMember, 'a fox');
  await make(artist, 'nothing comes of it #fail');
  await make(member, 'a wave', { name: 'video' });
  await press(secondMember, castle, '★');
  await fill(member, castle, 'Add to collection …', { name: 'Towers' });
  await press(member, castle, 'Show in the gallery');
  await pick(artist, 'Use as a source', castle);
  await fill(secondMember, castle, 'Change …', { prompt: 'a castle in winter' });
  await easel.idle();
  // A request that is refused is kept for another try.
  await type(member, { name: 'image', options: { prompt: 'a kraken' } });
  await fill(member, await type(member, { name: 'style' }), 'New style …', { name: 'ink', words: 'in ink' });
  const preferences = await type(secondMember, { name: 'preferences' });
  await choose(secondMember, preferences, 'put-notifyAfterMinutes', '5');
  await choose(secondMember, preferences, 'put-buildPolicy', 'ask');
  const question = await fill(member, fox, 'Change …', { prompt: 'a fox in winter' });
  await easel.press(secondMember, question, 'Allow');
  await easel.idle();
  await fill(artist, fox, 'Change …', { prompt: 'a fox in spring' });
}

async function playModerators({ type, fill, make }: Hands): Promise<void> {
  await fill(artist, await make(member, 'a tower'), 'Report …', { why: 'too grey' });
  await type(moderator, { name: 'moderation', subcommand: 'timeout', options: { member: secondMember, for: 60 } });
  const refused = await type(secondMember, { name: 'image', options: { prompt: 'a boat' } });
  await fill(secondMember, refused, 'Ask for another look …', { words: 'I was kind' });
}

async function playOperator({ type }: Hands, easel: Easel): Promise<void> {
  const channelId = ids.annex.channels.general;
  const server = atelier.guild;
  const credits = async (subcommand: string, options: NonNullable<Command['options']> = {}): Promise<void> =>
    void (await type(operator, { channelId, name: 'credits', subcommand, options }));
  await credits('grant', { server, credits: 100 });
  for (const prompt of ['a lost answer', 'another lost answer']) {
    easel.service.faults.switchOn('cutLine', { on: 'create', times: 1, moment: 'after' });
    await type(member, { name: 'image', options: { prompt } });
    await easel.idle();
  }
  const focused = { channelId, name: 'credits', subcommand: 'resolve', focused: 'task', options: { server, task: '' } };
  const [choice] = await easel.discord.as(operator).autocomplete(focused);
  const task = String(choice?.value);
  for (const decision of [{}, { decision: 'release' }]) await credits('resolve', { server, task, ...decision });
  await credits('pause', { everywhere: true });
  await credits('resume', { everywhere: true });
}
