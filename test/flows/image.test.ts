import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { atelier, buttonOf, type Easel, GALLERY, mediaOf, people, startEasel, textOf } from '../support/easel.ts';
import { tinyPng } from '../support/pictures.ts';
import { prefer, withMore } from './moderation-support.ts';

let easel: Easel;
beforeEach(async () => {
  easel = await startEasel();
});
afterEach(() => easel.close());

const image = (
  options: Record<string, string | number | boolean>,
  attachments: { option: string; name: string }[] = [],
) =>
  easel.command(people.member, {
    channelId: GALLERY,
    name: 'image',
    options,
    attachments: attachments.map((file) => ({ ...file, bytes: tinyPng })),
  });

describe('/image', () => {
  it('answers with a pending message that becomes the picture', async () => {
    const pending = await image({ prompt: 'a red fox in snow' });
    expect(textOf(pending)).toContain('> a red fox in snow');
    expect(textOf(pending)).toContain('about 5 credits');
    expect(mediaOf(pending)).toEqual([]);
    await easel.idle();
    const messages = easel.discord.messages(GALLERY, { as: people.secondMember });
    expect(messages.map(({ id }) => id)).toEqual([pending.id]);
    const done = easel.now(pending);
    expect(textOf(done)).toMatch(
      /Done, took \d+ s\n-# AI · Image Model A · 4 credits\n\[Vary · 4\]\n\[Finish · ~10\]\n\[Animate · ~25\]\n\[★ Star\]\n\[More …\]$/,
    );
    expect(mediaOf(done)).toMatchObject([{ altText: 'a red fox in snow', contentType: 'image/png', spoiler: false }]);
  });

  it('answers in one call, changes the message only when the job does, and logs its interaction', async () => {
    await image({ prompt: 'a heron' });
    await easel.idle();
    const calls = easel.discord.requests.list().map(({ method, route }) => `${method} ${route}`);
    const ofJob = calls.filter((call) => /callback|webhooks|messages/.test(call));
    expect(ofJob.filter((call) => call.includes('callback'))).toHaveLength(1);
    // Queued, running, done.
    expect(ofJob.filter((call) => call.startsWith('PATCH'))).toHaveLength(3);
    // And what the buttons do, because it's this member's first picture.
    expect(ofJob.filter((call) => call.startsWith('POST /webhooks'))).toHaveLength(1);
    expect(ofJob).toHaveLength(5);
    const lineOf = (said: string) => easel.log.find(({ msg }) => msg === said);
    const answered = await easel.until(() => lineOf('interaction answered'));
    const { interaction } = answered;
    expect(answered).toMatchObject({ what: 'image', server: atelier.guild, member: people.member });
    expect(lineOf('job held')).toMatchObject({ interaction, member: people.member, server: atelier.guild });
    expect(JSON.stringify(answered)).not.toContain('heron');
  });

  it('sends the member’s choices to the service, a source as its address, and hides a spoiler', async () => {
    await image({ prompt: '  a boat ', model: 'image-model-b', aspect_ratio: '16 x 9' }, [
      { option: 'source', name: 'one.PNG' },
    ]);
    await easel.idle();
    const [task] = easel.service.tasks();
    expect(task?.request).toMatchObject({ modelId: 'image-model-b', prompt: 'a boat', aspectRatio: '16:9' });
    expect(task?.request.imageUrls.map((url) => new URL(url).pathname.split('/').at(-1))).toEqual(['one.PNG']);
    const hidden = await withMore(easel, people.member, ['spoiler'], { options: { prompt: 'a surprise' } });
    await easel.idle();
    expect(mediaOf(easel.now(hidden))).toMatchObject([{ spoiler: true }]);
  });

  it('shows each of several pictures when it is ready, and the state of each', async () => {
    easel.service.configure({ durations: { 'image-model-a': { queueMs: 0, runMs: 60_000 } } });
    const pending = await image({ prompt: 'four cats', count: 4 });
    const tasks = await easel.until(() => easel.service.tasks().length === 4 && easel.service.tasks());
    expect(textOf(pending)).toContain('asked for 4 pictures');
    const shown = (count: number) =>
      easel.until(() => mediaOf(easel.now(pending)).length === count && easel.now(pending));
    const idOf = (index: number) => tasks[index]?.taskId ?? '';
    easel.service.finish(idOf(0));
    const one = await shown(1);
    easel.service.finish(idOf(2));
    const two = await shown(2);
    expect(mediaOf(two).map(fileOf)).toContain(fileOf(mediaOf(one)[0]));
    easel.service.fail(idOf(1));
    await easel.until(() => textOf(easel.now(pending)).includes('4 credits returned'));
    easel.service.finish(idOf(3));
    await easel.idle();
    const done = easel.now(pending);
    expect(mediaOf(done)).toHaveLength(3);
    expect(textOf(done)).toMatch(/\*\*1\*\* Done.*\n\*\*2\*\* Failed.*4 credits returned\.\n\*\*3\*\* Done/);
    expect(textOf(done)).toContain('12 credits');
  });

  it('quotes the prompt so that it can neither ping nor break the layout', async () => {
    const pending = await image({
      prompt:
        '@everyone <@1200000000000000002> **bold** \n# big\n> quote ```code``` ||s|| [x](https://evil.example) https://evil.example',
    });
    expect(pending.sandbox.notifiedIds).toEqual([]);
    const lines = textOf(pending).split('\n').slice(1, 4);
    expect(lines[0]).toBe('> \\@everyone Jonas \\*\\*bold\\*\\*');
    expect(lines[1]).toBe('> \\# big');
    expect(lines[2]).not.toMatch(/https?:\/\//);
  });

  it('suggests ratios that start with the typed text', async () => {
    const suggest = (typed: string) =>
      easel.discord.as(people.member).autocomplete({
        channelId: GALLERY,
        name: 'image',
        options: { prompt: 'x', aspect_ratio: typed },
        focused: 'aspect_ratio',
      });
    expect((await suggest('')).map(({ value }) => value)).toEqual([
      '1:1',
      '16:9',
      '9:16',
      '4:3',
      '3:4',
      '3:2',
      '2:3',
      '21:9',
    ]);
    expect((await suggest('2')).map(({ value }) => value)).toEqual(['2:3', '21:9']);
    for (const typed of ['5:7', '5：7', '５∶７', '5 x 7']) {
      expect((await suggest(typed)).map(({ value }) => value)).toEqual(['5:7']);
    }
  });

  it('suggests numbers of pictures, each with the price of what the other options ask for', async () => {
    const suggest = (options: Record<string, string>) =>
      easel.discord.as(people.member).autocomplete({ channelId: GALLERY, name: 'image', options, focused: 'count' });
    const namesOf = async (options: Record<string, string>) => (await suggest(options)).map(({ name }) => name);
    expect((await suggest({ prompt: 'x' })).map(({ value }) => value)).toEqual([1, 2, 3, 4]);
    expect((await namesOf({ prompt: 'x' }))[1]).toBe('2 pictures · ~10 credits with Image Model A');
    await image({ prompt: 'x' });
    await easel.idle();
    expect(await namesOf({ prompt: 'x', count: '3' })).toEqual(['3 pictures · 12 credits with Image Model A']);
    expect((await namesOf({ prompt: 'x', model: 'image-model-b' }))[0]).toMatch(
      /^1 picture · ~?\d+ credits with Image Model B$/,
    );
    expect(await namesOf({ prompt: '{a|b|c} by night' })).toEqual([
      '3 pictures · 12 credits with Image Model A',
      '6 pictures · 24 credits with Image Model A',
    ]);
    expect(await suggest({ prompt: 'x', count: '9' })).toEqual([]);
    expect(await suggest({ prompt: '{a|b|c}{d|e|f}' })).toEqual([]);
    await prefer(easel, people.member, 'imageModelId', 'image-model-b');
    expect((await namesOf({ prompt: 'x' }))[0]).toContain('Image Model B');
  });

  it('shows when the picture is usually done, once that is known', async () => {
    for (let round = 0; round < 3; round++) {
      await image({ prompt: `round ${round}` });
      await easel.idle();
    }
    easel.service.configure({ durations: { 'image-model-a': { queueMs: 0, runMs: 60_000 } } });
    const pending = await image({ prompt: 'the next' });
    await easel.until(() => textOf(easel.now(pending)).includes('usually takes '));
    expect(textOf(easel.now(pending))).toMatch(/[▰▱]{10} \d+ %/);
  });

  it('makes one job from an interaction that Discord delivers twice, in a thread with its own permissions too', async () => {
    easel.discord.faults.switchOn({ name: 'gateway-duplicate' });
    const pending = await easel.command(people.member, {
      channelId: atelier.channels.thread,
      name: 'image',
      options: { prompt: 'in a thread' },
    });
    await easel.idle();
    expect(easel.service.creates).toBe(1);
    expect(mediaOf(easel.now(pending))).toHaveLength(1);
    expect(buttonOf(easel.now(pending), 'More …')).toBeTruthy();
  });
});

function fileOf(media: { url: string } | undefined): string {
  return new URL(media?.url ?? 'none:').pathname;
}
