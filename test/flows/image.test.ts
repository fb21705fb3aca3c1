import { afterEach, describe, expect, it } from 'vitest';
import { buttonOf, type Easel, GALLERY, mediaOf, people, startEasel, textOf } from '../support/easel.ts';

let easel: Easel;
afterEach(() => easel.close());

describe('/image', () => {
  it('answers with a pending message that becomes the picture', async () => {
    easel = await startEasel();
    const pending = await easel.command(people.member, {
      channelId: GALLERY,
      name: 'image',
      options: { prompt: 'a red fox in snow' },
    });
    expect(textOf(pending)).toContain('> a red fox in snow');
    expect(mediaOf(pending)).toEqual([]);
    await easel.idle();
    const messages = easel.discord.messages(GALLERY, { as: people.secondMember });
    expect(messages.map(({ id }) => id)).toEqual([pending.id]);
    const [done] = messages;
    expect(done && textOf(done)).toMatch(/Done, took \d+ s\n-# image-model-a · 4 credits\n\[Again\]\n\[Delete\]$/);
    expect(done && mediaOf(done)).toMatchObject([
      { altText: 'a red fox in snow', contentType: 'image/png', spoiler: false },
    ]);
    expect(done && buttonOf(done, 'Again')).toMatch(/^again:/);
  });
});
