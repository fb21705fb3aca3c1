import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { atelier, type Easel, GALLERY, people, startEasel, textOf } from '../support/easel.ts';
import { configure, fill, image, STAFF } from './moderation-support.ts';

let easel: Easel;
beforeEach(async () => {
  easel = await startEasel();
});
afterEach(() => easel.close());

const { member, moderator, manager } = people;
const SETTINGS = { moderatorsChannelId: STAFF, moderatorRoleIds: [atelier.roles.moderator] };
const help = (userId: string) => easel.command(userId, { channelId: GALLERY, name: 'help' });

describe('/help', () => {
  it('says what is left, what things cost and what happens here', async () => {
    const text = textOf(await help(member));
    expect(text).toContain('This server has 500 of 500 credits left.');
    expect(text).toContain('**Make a picture** with `/image`: from ~5 credits.');
    expect(text).toContain('**Make a clip** with `/video`: from');
    expect(text).toContain('**In this channel:** everything is made at once.');
    expect(text).not.toMatch(/For (moderators|managers)/);
    expect(text).toContain('-# [Privacy policy](https://easel.example/privacy)');
  });

  it('leads a member who only presses to a picture of their own', async () => {
    await fill(easel, member, await easel.press(member, await help(member), 'Make one …'), {});
    await easel.idle();
    const [task] = easel.service.tasks();
    expect(task?.request.prompt).toBe('a lighthouse in a storm, oil painting');
    const mine = await easel.press(member, await help(member), 'My pictures');
    expect(JSON.stringify(mine)).toContain('a lighthouse in a storm');
  });

  it('says who decides in this channel, and what waits for moderators', async () => {
    await configure(easel, { ...SETTINGS, modes: { [GALLERY]: 'review' } });
    await image(easel, member, { options: { prompt: 'a kite' } });
    expect(textOf(await help(member))).toContain('**In this channel:** a moderator decides first.');
    expect(textOf(await help(moderator))).toContain(
      '**In this channel:** you skip approval. For other members, a moderator decides first.',
    );
    expect(textOf(await help(moderator))).toContain('1 decision waiting');
    expect(textOf(await help(moderator))).not.toContain('For managers');
    expect(textOf(await help(manager))).toContain('For managers: `/settings`');
  });

  it('says why nothing can be made here', async () => {
    await configure(easel, { ...SETTINGS, imageChannelIds: [atelier.channels.clips] });
    expect(textOf(await help(member))).toContain(`**In this channel:** You can’t do that in this channel.`);
  });

  it('tells managers of a server without moderators what comes first', async () => {
    expect(textOf(await help(manager))).toContain('no moderators’ channel yet');
  });
});
