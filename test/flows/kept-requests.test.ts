import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CommandInput } from '../../src/sandbox/discord/people/inputs.ts';
import type { Answer, MessageView } from '../../src/sandbox/discord/people/views.ts';
import { FORM_REQUEST_LIFE_MS } from '../../src/studio/kept-requests.ts';
import { atelier, type Easel, GALLERY, mediaOf, people, startEasel, textOf } from '../support/easel.ts';
import { tinyPng } from '../support/pictures.ts';
import {
  askFrom,
  configure,
  fill,
  forgetAll,
  messageOf,
  pauseSpending,
  prefer,
  setAside,
} from './moderation-support.ts';

const { member, secondMember } = people;
let easel: Easel;
afterEach(() => easel.close());

const image = (options: CommandInput['options'], input: Partial<CommandInput> = {}) =>
  easel.command(member, { channelId: GALLERY, name: 'image', options: { prompt: 'a red fox', ...options }, ...input });
const press = (message: MessageView, label: string) => easel.press(member, message, label);
const requests = () => easel.service.tasks().map(({ request }) => request);
const isSeen = ({ id }: MessageView) => easel.discord.messages(GALLERY, { as: member }).some((one) => one.id === id);

/** The initial values of a form's fields, by their ids. */
function filled(answer: Answer): Record<string, string | undefined> {
  if (answer.kind !== 'modal') throw new Error(`answered with ${answer.kind}`);
  const fields = (answer.modal.components as { component: Record<string, unknown> }[]).map(
    ({ component }) => component,
  );
  return Object.fromEntries(
    fields.map(({ custom_id, value, options }) => {
      const chosen = (options as { value: string; default?: boolean }[] | undefined)?.find((one) => one.default);
      return [String(custom_id), (value as string | undefined) ?? chosen?.value];
    }),
  );
}

describe('a request that the budget refuses', () => {
  beforeEach(async () => {
    easel = await startEasel({ environment: { BUDGET_DEFAULT_CREDITS: '13' } });
    // From here on, prices are known: 4 credits for one, 10 for the other.
    await image({ model: 'image-model-a' });
    await easel.idle();
  });

  it('can be made smaller by one press, without another question', async () => {
    const refused = await image({ count: 4 });
    expect(textOf(refused)).toContain('This needs about 16 credits, and the server has 9 credits left');
    expect(textOf(refused)).toContain('[Make 2 · 8]');
    await easel.restart();
    expect(textOf(messageOf(await press(refused, 'Make 2 · 8')))).toContain('asked for 2 pictures');
    await easel.until(() => !isSeen(refused));
    await easel.idle();
    expect(requests()).toHaveLength(3);
    expect(await easel.budget()).toMatchObject({ left: 1 });
  });

  it('is offered a cheaper model, and can be answered once', async () => {
    const refused = await image({ model: 'image-model-b' });
    expect(textOf(refused)).toContain('[Make it with Image Model A · 4]');
    await press(refused, 'Make it with Image Model A · 4');
    await easel.idle();
    expect(requests().map(({ modelId }) => modelId)).toEqual(['image-model-a', 'image-model-a']);
    const dear = await image({ count: 4 });
    const form = await press(dear, 'Edit …');
    expect(textOf(messageOf(await fill(easel, member, form, { count: '1' })))).toContain('asked for a picture');
    const twice = textOf(messageOf(await fill(easel, member, form, { count: '1' })));
    expect(twice).toContain('You already answered this, and your request is there');
    await easel.idle();
    expect(requests()).toHaveLength(3);
  });

  it('is judged again when a button is pressed', async () => {
    const refused = await image({ count: 4 });
    await image({ count: 2 });
    await easel.idle();
    const again = messageOf(await press(refused, 'Make 2 · 8'));
    expect(textOf(again)).toContain('This needs about 8 credits, and the server has 1 credit left');
    expect(textOf(again)).not.toContain('[Make');
    expect(requests()).toHaveLength(3);
  });
});

describe('a request that is refused for another reason', () => {
  beforeEach(async () => {
    easel = await startEasel();
  });

  it('refused by a word list, opens as a form with everything that was asked for', async () => {
    await configure(easel, { words: { refuse: ['kraken'] } });
    const options = { prompt: 'a kraken', model: 'image-model-b', aspect_ratio: '9:16', count: 2 };
    const refused = await image(options);
    expect(textOf(refused)).toContain('breaks this server’s rules');
    const form = await press(refused, 'Edit …');
    expect(filled(form)).toEqual({
      ...{ prompt: 'a kraken', model: 'image-model-b', ratio: '9:16', count: '2' },
    });
    const twice = messageOf(await fill(easel, member, form, { prompt: 'a kraken at sea' }));
    await easel.until(() => !isSeen(refused));
    const edited = await press(twice, 'Edit …');
    expect(filled(edited)).toMatchObject({ prompt: 'a kraken at sea', count: '2' });
    await fill(easel, member, edited, { prompt: 'a squid' });
    await easel.idle();
    const one = { prompt: 'a squid', modelId: 'image-model-b', aspectRatio: '9:16' };
    expect(requests()).toMatchObject([one, one]);
  });

  it('keeps its words where a file or an option cannot be used, and stays a draft', async () => {
    await configure(easel, { drafts: 'on' });
    const attachments = [{ option: 'source', name: 'notes.txt', contentType: 'text/plain', bytes: tinyPng }];
    await prefer(easel, member, 'drafts', true);
    const byFile = await image({ model: 'image-model-b' }, { attachments });
    expect(textOf(byFile)).toContain('isn’t a picture');
    const form = await press(byFile, 'Edit …');
    expect(filled(form)).toMatchObject({ prompt: 'a red fox', model: 'image-model-b' });
    const draft = messageOf(await fill(easel, member, form, {}));
    expect(draft.sandbox.ephemeral).toBe(true);
    await easel.idle();
    const byRatio = await image({ aspect_ratio: 'wide' });
    expect(filled(await press(byRatio, 'Edit …'))).toMatchObject({ prompt: 'a red fox' });
  });

  it('waits in the form as long as writing takes', async () => {
    await configure(easel, { words: { refuse: ['kraken'] } });
    const refused = await image({ prompt: 'a kraken' });
    expect(textOf(refused)).toContain('Your prompt is kept for 10 minutes: press *Edit …*.');
    const form = await press(refused, 'Edit …');
    await easel.clock.advance(FORM_REQUEST_LIFE_MS - 1_000);
    expect(textOf(messageOf(await fill(easel, member, form, { prompt: 'a squid' })))).toContain('> a squid');
    await easel.idle();
  });

  it('is kept until a timeout ends, and tried again by one press', async () => {
    await configure(easel, { moderatorRoleIds: [atelier.roles.moderator] });
    const options = { member, for: 60, why: 'Enough' };
    await easel.command(people.moderator, {
      ...{ channelId: GALLERY, name: 'moderation', subcommand: 'timeout', options },
    });
    const refused = await image({ prompt: 'a second fox' });
    expect(textOf(refused)).toContain('Your prompt is kept for 70 minutes: press *Try again*.');
    expect(textOf(refused)).not.toContain('[Edit …]');
    await easel.clock.advance(61 * 60_000);
    expect(textOf(messageOf(await press(refused, 'Try again')))).toContain('> a second fox');
    await easel.idle();
  });

  it('is kept for a day while spending is paused, and still asks before much is spent', async () => {
    await askFrom(easel, 8);
    await pauseSpending(easel, 'Pause spending');
    const refused = await image({ count: 3 });
    expect(textOf(refused)).toContain('Your prompt is kept for 24 hours: press *Try again*.');
    await easel.clock.leap(23 * 3_600_000);
    await pauseSpending(easel, 'Resume spending');
    expect(textOf(messageOf(await press(refused, 'Try again')))).toContain('Make this for');
    expect(requests()).toEqual([]);
  });

  it('keeps what was written into another form', async () => {
    await configure(easel, { words: { refuse: ['kraken'] } });
    const pending = await image({ count: 2 });
    await easel.idle();
    const result = easel.now(pending);
    const [, second] = mediaOf(result);
    const form = await easel.press(secondMember, messageOf(await easel.press(secondMember, result, '2')), 'Change …');
    const refused = messageOf(await fill(easel, secondMember, form, { prompt: 'a kraken' }));
    const edit = await easel.press(secondMember, refused, 'Edit …');
    expect(filled(edit)).toMatchObject({ prompt: 'a kraken' });
    await fill(easel, secondMember, edit, { prompt: 'a squid' });
    await easel.idle();
    const { prompt, imageUrls = [] } = requests().at(-1) ?? {};
    expect(prompt).toBe('a squid');
    expect(imageUrls.map((url) => new URL(url).pathname)).toEqual([new URL(second?.url ?? '').pathname]);
  });
});

describe('the confirmation of an expensive request', () => {
  beforeEach(async () => {
    easel = await startEasel();
    await askFrom(easel, 8);
  });

  it('keeps the saved sources when the member cancels, and uses them up when the member continues', async () => {
    const files = [{ name: 'tower.png', bytes: tinyPng, contentType: 'image/png' }];
    const posted = await easel.discord.as(member).post({ channelId: GALLERY, attachments: files });
    const saved = messageOf(await setAside(easel, member, posted));
    const asked = async () => {
      const form = await press(saved, 'Change …');
      return messageOf(
        form.kind === 'modal' ? await fill(easel, member, form, { prompt: 'by night', count: '3' }) : form,
      );
    };
    await press(await asked(), 'Cancel');
    const again = await asked();
    expect(textOf(again)).toContain('Make this for');
    await press(again, 'Make 3');
    await easel.idle();
    expect(requests()).toHaveLength(3);
    expect(requests()[0]?.imageUrls).toHaveLength(1);
    expect(textOf(await asked())).toContain('You haven’t set any pictures aside');
  });

  it('says what the first answer became when it is pressed again, and never that nothing was spent', async () => {
    const question = await image({ count: 3 });
    const both = await Promise.all([press(question, 'Make 3'), press(question, 'Make 3')]);
    const words = both.map((answer) => textOf(messageOf(answer)));
    expect(words.filter((text) => text.includes('asked for 3 pictures'))).toHaveLength(1);
    expect(words.filter((text) => text.includes('You already answered this'))).toHaveLength(1);
    await easel.idle();
    expect(requests()).toHaveLength(3);
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 12 });
  });

  it('can be answered by editing the request, and is forgotten with everything else', async () => {
    const edited = await image({ count: 3 });
    await fill(easel, member, await press(edited, 'Edit …'), { count: '1', prompt: 'one fox' });
    await easel.idle();
    await easel.until(() => !isSeen(edited));
    expect(requests()).toMatchObject([{ prompt: 'one fox' }]);
    const question = await image({ count: 3 });
    await forgetAll(easel, member);
    expect(textOf(messageOf(await press(question, 'Make 3')))).toContain('has expired');
    expect(requests()).toHaveLength(1);
  });
});
