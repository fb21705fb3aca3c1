import { describe, expect, it } from 'vitest';
import { periodEndMs, periodKeyAt } from '../../src/budget/periods/period.ts';
import type { MessageView } from '../../src/sandbox/discord/people/views.ts';
import { channel } from '../../src/sandbox/discord/world/world-schema.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/time/clock.ts';
import { type Easel, ids, people, textOf } from '../support/easel.ts';
import { HALL, SETTINGS, show } from './gallery-support.ts';
import { configure, image, start } from './moderation-support.ts';

const { member, secondMember, artist, owner } = people;
const FORUM = '1300000000000000901';
const MEMBERS_POST = '1300000000000000902';
const BEST = 'Best of November 2026';

/** Works in the gallery, each with this many stars. */
async function starred(easel: Easel, ...counts: number[]): Promise<MessageView[]> {
  const results: MessageView[] = [];
  for (const count of counts) {
    const pending = await image(easel, member, { options: { prompt: `work with ${count}` } });
    await easel.idle();
    await show(easel, member, easel.now(pending));
    for (const userId of [secondMember, artist, owner].slice(0, count)) {
      await easel.press(userId, easel.now(pending), '★');
    }
    results.push(easel.now(pending));
  }
  return results;
}

const posted = (easel: Easel, channelId: string = HALL): string[] =>
  easel.discord
    .messages(channelId, { as: member })
    .map(textOf)
    .filter((text) => text.includes('Best of'));
const endOf = (month: number): number => Date.UTC(2026, month, 1);
async function leapTo(easel: Easel, atMs: number): Promise<void> {
  const stepMs = atMs - easel.clock.now();
  await easel.until(() => easel.clock.now() >= atMs, { stepMs, limitMs: stepMs });
}
/** Slowly at the end of a month or week: Easel tries a post for some minutes only. */
async function toTheEnd(easel: Easel, endMs: number): Promise<void> {
  await leapTo(easel, endMs - 5 * MINUTE_MS);
  await easel.until(() => easel.clock.now() >= endMs + 6 * MINUTE_MS, { stepMs: 15_000 });
}

describe('the best of the gallery', () => {
  it('is one gallery message after the month’s end, across restarts, with ranks, authors and links', async () => {
    const easel = await start();
    await configure(easel, { ...SETTINGS, bestWorks: 'month' });
    await starred(easel, 1, 3, 0, 1);
    await easel.restart();
    await toTheEnd(easel, endOf(11));
    await easel.until(() => posted(easel).length > 0);
    await easel.restart();
    await toTheEnd(easel, endOf(12));
    expect(posted(easel)).toHaveLength(1);
    const lines = (posted(easel)[0] ?? '').split('\n');
    expect(lines[0]).toContain(BEST);
    expect(lines.slice(1).map((line) => line.replace(/\(.*\)/, ''))).toEqual([
      `1. <@${member}> · 3 stars · [View]`,
      `2. <@${member}> · 1 star · [View]`,
      `2. <@${member}> · 1 star · [View]`,
    ]);
  });

  it('can be that of each week, and names no work twice when the setting changes or a work comes back', async () => {
    const easel = await start();
    await configure(easel, { ...SETTINGS, bestWorks: 'week' });
    const [first] = await starred(easel, 3, 2, 1);
    const nextMonday = (): number => periodEndMs(periodKeyAt(easel.clock.now(), 'week')) ?? 0;
    await toTheEnd(easel, nextMonday());
    expect(posted(easel)).toHaveLength(1);
    expect(posted(easel)[0]).toMatch(/^### Best of 16\s–\s22 November 2026\n1\. .*3 stars.*\n2\. .*\n3\. /);
    if (!first) throw new Error('nothing was made');
    const copy = easel.discord.messages(HALL, { as: member }).find((one) => textOf(one).includes('work with 3'));
    if (!copy) throw new Error('it is not in the gallery');
    await easel.press(member, copy, 'Remove from gallery');
    await easel.until(() => !easel.isThere(copy));
    await show(easel, member, first);
    await starred(easel, 1, 1);
    await toTheEnd(easel, nextMonday());
    await configure(easel, { ...SETTINGS, bestWorks: 'month' });
    await toTheEnd(easel, endOf(11));
    expect(posted(easel)).toHaveLength(1);
  });

  it('is not posted for fewer than three starred works, or where managers did not turn it on', async () => {
    const easel = await start();
    await configure(easel, { ...SETTINGS, bestWorks: 'month' });
    await starred(easel, 1, 2);
    await toTheEnd(easel, endOf(11));
    expect(posted(easel)).toEqual([]);
    const other = await start();
    await configure(other, SETTINGS);
    await starred(other, 1, 1, 1);
    await toTheEnd(other, endOf(11));
    expect(posted(other)).toEqual([]);
  });

  it('is not posted for months that Easel was away', async () => {
    const easel = await start();
    await configure(easel, { ...SETTINGS, bestWorks: 'month' });
    await starred(easel, 1, 1, 1);
    await easel.app.stop();
    await easel.clock.leap(75 * DAY_MS);
    await easel.restart();
    await easel.until(() => true);
    await easel.clock.leap(HOUR_MS);
    await easel.until(() => true);
    expect(posted(easel)).toEqual([]);
  });

  it.each([
    ['a lost answer', { name: 'cut-after' }],
    ['an answer that never came', { name: 'internal-error' }],
  ] as const)('is posted once after %s', async (_, fault) => {
    const easel = await start();
    await configure(easel, { ...SETTINGS, bestWorks: 'month' });
    await starred(easel, 1, 1, 1);
    await leapTo(easel, endOf(11) - MINUTE_MS);
    easel.discord.faults.switchOn({ ...fault, method: 'POST', route: '/channels/*', times: 1 });
    await easel.until(() => posted(easel).length > 0, { stepMs: 1_000 });
    await easel.restart();
    await toTheEnd(easel, endOf(11));
    expect(posted(easel)).toHaveLength(1);
  });

  it('is a post in a gallery of posts, whatever titles members give theirs', async () => {
    const easel = await start();
    easel.discord.changeWorld(({ guilds }) => {
      guilds[0]?.channels.push(
        channel.parse({ id: FORUM, name: 'works', type: 15, forum: { tags: [] } }),
        channel.parse({
          id: MEMBERS_POST,
          name: BEST,
          type: 11,
          parentId: FORUM,
          ownerId: member,
          thread: { archived: false, locked: false },
        }),
      );
    });
    await configure(easel, { ...SETTINGS, galleryChannelId: FORUM, bestWorks: 'month' });
    await starred(easel, 1, 1, 1);
    const posts = () =>
      easel.discord.world.guilds[0]?.channels.filter(
        ({ parentId, name, ownerId }) => parentId === FORUM && name === BEST && ownerId === ids.bot,
      ) ?? [];
    await toTheEnd(easel, endOf(11));
    const [post] = await easel.until(() => posts().length > 0 && posts(), { stepMs: 60_000 });
    expect(posted(easel, post?.id)).toHaveLength(1);
  });
});
