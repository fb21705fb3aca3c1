import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MessageView } from '../../src/sandbox/discord/people/views.ts';
import { buttonOf, type Easel, GALLERY, mediaOf, people, startEasel, textOf } from '../support/easel.ts';
import { tinyPng } from '../support/pictures.ts';
import { deleteResult, messageOf } from './moderation-support.ts';

let easel: Easel;
beforeEach(async () => {
  easel = await startEasel();
});
afterEach(() => easel.close());

async function picture(
  attachments: { option: string; name: string; bytes: Buffer }[] = [],
  { prompt = 'a kite', count = 1 } = {},
): Promise<MessageView> {
  const input = { channelId: GALLERY, name: 'image', options: { prompt, count }, attachments };
  const pending = await easel.command(people.member, input);
  await easel.idle();
  return easel.now(pending);
}

/** A job that waits in the service's queue. */
async function queued(): Promise<MessageView> {
  easel.service.configure({ durations: { 'image-model-a': { queueMs: 600_000, runMs: 600_000 } } });
  const input = { channelId: GALLERY, name: 'image', options: { prompt: 'a slow kite' } };
  const pending = await easel.command(people.member, input);
  return easel.until(() => textOf(easel.now(pending)).includes('[Cancel]') && easel.now(pending));
}

const privateWords = async (press: ReturnType<Easel['press']>): Promise<string> => {
  const answer = await press;
  if (answer.kind !== 'message') return answer.kind;
  expect(answer.message.sandbox.ephemeral).toBe(true);
  return textOf(answer.message);
};

describe('Prompt', () => {
  it('is there only where what is printed is cut', async () => {
    await expect(easel.press(people.secondMember, await picture(), 'Prompt')).rejects.toThrow('no button');
    const prompt = 'a kite in the wind '.repeat(20).trim();
    const cut = await picture([], { prompt });
    expect(textOf(cut)).toContain('…');
    expect(textOf(cut)).not.toContain(prompt);
    expect(await privateWords(easel.press(people.secondMember, cut, 'Prompt'))).toBe(prompt);
  });
});

describe('Again', () => {
  const two = { count: 2 };

  it('makes the same again, as a job of the member who presses, after a restart too', async () => {
    const done = await picture([], two);
    await easel.restart();
    const answer = await easel.press(people.secondMember, done, 'Again');
    expect(answer.kind === 'message' && textOf(answer.message)).toContain(
      `<@${people.secondMember}> asked for 2 pictures`,
    );
    await easel.idle();
    expect(easel.service.tasks().map(({ request }) => request.prompt)).toEqual(Array(4).fill('a kite'));
    expect(answer.kind === 'message' && mediaOf(easel.now(answer.message))).toHaveLength(2);
    expect(mediaOf(easel.now(done))).toHaveLength(2);
  });

  it('spends again, and is refused when the budget is used up', async () => {
    await easel.restart({ BUDGET_DEFAULT_CREDITS: '11' });
    const done = await picture([], two);
    expect(await privateWords(easel.press(people.secondMember, done, 'Again'))).toContain(
      'the server has 3 credits left',
    );
  });

  it('says that the source pictures are gone', async () => {
    const done = await picture([{ option: 'source', name: 'kite.png', bytes: tinyPng }], two);
    await easel.clock.leap(26 * 3_600_000);
    expect(await privateWords(easel.press(people.member, done, 'Again'))).toContain('no longer available');
    expect(easel.service.creates).toBe(2);
  });
});

describe('Delete', () => {
  it('is for the author', async () => {
    const done = await picture();
    const asked = messageOf(await easel.press(people.member, done, 'Delete'));
    expect(textOf(asked)).toContain('credits aren’t returned');
    expect(easel.isThere(done)).toBe(true);
    await easel.restart();
    await easel.press(people.member, asked, 'Delete message');
    const { channel_id: channelId } = asked;
    const answered = () => easel.discord.messages(channelId, { as: people.member }).find(({ id }) => id === asked.id);
    await easel.until(() => textOf(answered() ?? asked) === 'Message deleted.');
    expect(easel.isThere(done)).toBe(false);
    const list = await easel.command(people.member, { channelId: GALLERY, name: 'history' });
    expect(textOf(list)).toContain('no message');
  });

  it('asks for no confirmation when nothing was spent', async () => {
    easel.service.failNext();
    const failed = await picture();
    await easel.press(people.member, failed, 'Delete');
    await easel.until(() => !easel.isThere(failed));
  });

  it('is for its author and members with Manage Messages alone; pressed by both at once, it deletes once', async () => {
    const done = await picture();
    await expect(easel.press(people.secondMember, done, 'Delete')).rejects.toThrow('no button');
    await Promise.all([people.member, people.moderator].map((userId) => deleteResult(easel, userId, done)));
    await easel.until(() => easel.log.filter(({ msg }) => msg.startsWith('interaction ')).length >= 5);
    expect(easel.log.filter(({ msg }) => msg === 'interaction failed')).toEqual([]);
    expect(easel.isThere(done)).toBe(false);
  });
});

describe('Cancel', () => {
  it('stops the wait and leaves a clear message; a later success is charged and kept for the author', async () => {
    const waiting = await queued();
    await easel.press(people.member, waiting, 'Cancel');
    await easel.until(() => textOf(easel.now(waiting)).includes('Cancelled <t:'));
    expect(textOf(easel.now(waiting))).not.toContain('[Cancel]');
    easel.service.finish(easel.service.tasks()[0]?.taskId ?? '');
    await easel.idle({ stepMs: 5_000 });
    expect(textOf(easel.now(waiting))).toContain('Its author can get it from `/history`');
    expect(mediaOf(easel.now(waiting))).toEqual([]);
    expect(await easel.budget()).toMatchObject({ spent: 4, held: 0 });
    const list = await easel.open(
      people.member,
      await easel.command(people.member, { channelId: GALLERY, name: 'history' }),
    );
    await easel.press(people.member, list, 'Send me the files');
    const fetched = await easel.until(() =>
      easel.discord.messages(GALLERY, { as: people.member }).find((one) => textOf(one).includes('Here you go')),
    );
    expect(mediaOf(fetched)).toHaveLength(1);
  });

  it('returns the credits when the task fails after all', async () => {
    const waiting = await queued();
    await easel.press(people.moderator, waiting, 'Cancel');
    await easel.until(() => textOf(easel.now(waiting)).includes('Cancelled'));
    easel.service.fail(easel.service.tasks()[0]?.taskId ?? '');
    await easel.idle({ stepMs: 5_000 });
    expect(textOf(easel.now(waiting))).toContain('4 credits returned');
  });

  it('is for no one else, and refused once the service has started', async () => {
    const waiting = await queued();
    expect(await privateWords(easel.press(people.secondMember, waiting, 'Cancel'))).toContain(
      'Only the member who asked',
    );
    easel.service.run(easel.service.tasks()[0]?.taskId ?? '');
    const cancel = { channelId: GALLERY, messageId: waiting.id, customId: buttonOf(waiting, 'Cancel') };
    await easel.until(() => easel.log.some(({ msg }) => msg === 'task running'), { stepMs: 1_000 });
    // The button may still be on someone's screen.
    await easel.discord
      .as(people.member)
      .press(cancel)
      .catch(() => undefined);
    expect(textOf(easel.now(waiting))).not.toContain('Cancelled');
  });
});

describe('a button that Easel did not make', () => {
  it('gets a helpful refusal', async () => {
    const done = await picture();
    for (const customId of ['again:../../etc:1', 'nonsense', 'delete::', `again:zzzzzzzzz:${people.member}`]) {
      expect(await privateWords(forge(done, customId)), customId).toMatch(/no longer works|too old/);
    }
  });
});

/** Discord sends only ids that are on the message, so the forged id replaces Delete's. */
async function forge(message: MessageView, customId: string): ReturnType<Easel['press']> {
  const body = JSON.stringify({
    components: [{ type: 1, components: [{ type: 2, style: 2, label: 'Forged', custom_id: customId }] }],
    flags: 32_768,
    attachments: [],
  });
  const { origin, token } = easel.discord;
  await fetch(`${origin}/api/v10/channels/${message.channel_id}/messages/${message.id}`, {
    method: 'PATCH',
    headers: { authorization: `Bot ${token}`, 'content-type': 'application/json' },
    body,
  });
  return easel.press(people.member, easel.now(message), 'Forged');
}
