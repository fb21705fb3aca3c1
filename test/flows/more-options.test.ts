import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CommandInput } from '../../src/sandbox/discord/people/inputs.ts';
import type { Answer } from '../../src/sandbox/discord/people/views.ts';
import { type Easel, GALLERY, people, startEasel, textOf } from '../support/easel.ts';
import { tinyPng } from '../support/pictures.ts';
import { configure, fill, keepStyle, messageOf, prefer, withMore } from './moderation-support.ts';

const { member } = people;
let easel: Easel;
beforeEach(async () => {
  easel = await startEasel();
});
afterEach(() => easel.close());

const opened = async (options: CommandInput['options'] = {}, input: Partial<CommandInput> = {}): Promise<Answer> => {
  const command = { channelId: GALLERY, name: 'image', ...input, options };
  return (await easel.discord.as(member).command(command)).answer;
};
const requests = () => easel.service.tasks().map(({ request }) => request);

/** The values of a form's fields as it opens; of the last one, what can be ticked too. */
function fieldsOf(answer: Answer): string {
  if (answer.kind !== 'modal') throw new Error(`answered with ${answer.kind}`);
  return JSON.stringify(answer.modal.components);
}

describe('/image without a prompt', () => {
  it.each([true, false])('opens a form with what the options say; the server’s style: %s', async (isServers) => {
    const userId = isServers ? people.manager : member;
    await keepStyle(easel, { userId, isServers, name: 'Linocut', words: '{prompt}, a linocut' });
    const attachments = [{ option: 'source', name: 'one.png', bytes: tinyPng }];
    const options = { style: 'Linocut', model: 'image-model-b', aspect_ratio: '5:4', count: 2 };
    const form = await opened(options, { attachments });
    expect(form).toMatchObject({ modal: { title: 'Change this picture' } });
    expect(fieldsOf(form)).toContain('20 credits');
    expect(requests()).toEqual([]);
    await fill(easel, member, form, { prompt: 'a red fox' });
    await easel.idle();
    const made = { prompt: 'a red fox, a linocut', modelId: 'image-model-b', aspectRatio: '5:4' };
    expect(requests()).toMatchObject([made, made]);
    expect(requests()[0]?.imageUrls).toEqual([expect.stringContaining('one.png')]);
  });

  it('refuses what its form couldn’t show, and compares with one model only', async () => {
    expect(textOf(messageOf(await opened({ aspect_ratio: 'wide' })))).toContain('isn’t an aspect ratio');
    expect(textOf(messageOf(await opened({ style: 'gone' })))).toContain('no style “gone”');
    expect(fieldsOf(await opened())).not.toContain('"draft"');
    const form = await opened();
    const refused = messageOf(
      await fill(easel, member, form, { prompt: 'a fox', more: ['compare image-model-a', 'compare image-model-b'] }),
    );
    expect(textOf(refused)).toContain('You can compare with one other model');
    const again = await easel.press(member, refused, 'Edit …');
    expect(textOf(messageOf(await fill(easel, member, again, { more: ['compare image-model-b'] })))).toContain(
      '15 credits',
    );
  });

  it('ticks what the member prefers, for them to take out', async () => {
    await configure(easel, { drafts: 'on' });
    await prefer(easel, member, 'drafts', true);
    await prefer(easel, member, 'spoiler', true);
    expect(fieldsOf(await opened())).toContain('"draft"');
    const draft = messageOf(await fill(easel, member, await opened(), { prompt: 'a fox' }));
    expect(draft.sandbox.ephemeral).toBe(true);
    const shown = messageOf(await fill(easel, member, await opened(), { prompt: 'a fox', more: [] }));
    expect(shown.sandbox.ephemeral).toBe(false);
    await easel.idle();
    expect(JSON.stringify(easel.now(shown).components)).not.toContain('"spoiler":true');
  });

  it('makes an edited draft for everyone if its author takes that out, without a link to the draft', async () => {
    await configure(easel, { drafts: 'on' });
    const draft = await withMore(easel, member, ['draft']);
    await easel.idle();
    const edit = await easel.press(member, draft, 'Edit and make again …');
    const shown = messageOf(await fill(easel, member, edit, { more: [] }));
    expect(shown.sandbox.ephemeral).toBe(false);
    expect(textOf(shown)).not.toContain(draft.id);
  });
});
