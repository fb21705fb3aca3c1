import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MessageView } from '../../src/sandbox/discord/people/views.ts';
import type { World } from '../../src/sandbox/discord/world/world-schema.ts';
import { atelier, type Easel, GALLERY, mediaOf, people, startEasel, textOf } from '../support/easel.ts';
import { configure, fill, image, lastCard, messageOf, STAFF, withMore } from './moderation-support.ts';
import { report, SETTINGS } from './reports-support.ts';
import { manage, openAs } from './rounds-support.ts';

let easel: Easel;
beforeEach(async () => {
  easel = await startEasel();
});
afterEach(() => easel.close());

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

type Loss = (world: World) => (world: World) => void;

const inaccessible: Loss = (world) => {
  const botUserId = world.application.botUserId;
  const overwritesIn = ({ guilds }: World) =>
    guilds.flatMap(({ channels }) => channels).find(({ id }) => id === GALLERY)?.overwrites;
  overwritesIn(world)?.push({ id: botUserId, type: 'member', allow: '0', deny: String(1n << 10n) });
  return (later) => void overwritesIn(later)?.pop();
};

/** Ways to lose access, each with the way back. */
const LOSSES: Record<string, Loss> = {
  'may not see the channel': inaccessible,
  'is not in the server': ({ guilds, application }) => {
    const bots = guilds.map(({ members }) => members.filter(({ userId }) => userId === application.botUserId));
    for (const guild of guilds) guild.members = guild.members.filter(({ userId }) => userId !== application.botUserId);
    return (later) => later.guilds.forEach((guild, index) => void guild.members.push(...(bots[index] ?? [])));
  },
  'finds no such server': (world) => {
    const guilds = world.guilds.splice(0);
    return (later) => void later.guilds.push(...guilds);
  },
};

/** Starts a job that outlives its interaction's token, and loses access before it ends. @returns the way back */
async function loseAccess(how: Loss) {
  const durations = { queueMs: 0, runMs: 20 * MINUTE_MS };
  easel.service.configure({ durations: { 'image-model-a': durations } });
  const pending = await easel.command(people.member, {
    ...{ channelId: GALLERY, name: 'image', options: { prompt: 'a bridge' } },
  });
  await easel.until(() => textOf(easel.now(pending)).includes('In progress'));
  let back: (world: World) => void = () => undefined;
  easel.discord.changeWorld((world) => {
    back = how(world);
  });
  await easel.idle({ stepMs: 5_000 });
  return { pending, giveBack: () => easel.discord.changeWorld(back) };
}

const pass = async (days: number): Promise<void> => {
  const untilMs = easel.clock.now() + days * DAY_MS;
  const limitMs = 2 * days * DAY_MS;
  await easel.until(() => easel.clock.now() >= untilMs, { stepMs: 2 * 60 * MINUTE_MS, limitMs });
};
const refusedEdits = (): number =>
  easel.discord.requests.list({ method: 'PATCH' }).filter(({ status }) => status === 403 || status === 404).length;
const edits = (): number => easel.discord.requests.list({ method: 'PATCH', status: 200 }).length;
const isOver = (message: MessageView): boolean => textOf(easel.now(message)).includes('couldn’t show it here');

it.each(Object.entries(LOSSES))(
  'when the bot %s as a job ends, its message shows the end soon after access is back, after a restart too',
  async (_, how) => {
    const { pending, giveBack } = await loseAccess(how);
    await easel.clock.advance(10 * MINUTE_MS);
    await easel.restart();
    giveBack();
    expect(isOver(pending)).toBe(false);
    await easel.until(() => isOver(pending), { stepMs: 30_000, limitMs: 20 * MINUTE_MS });
    const before = edits();
    await pass(1);
    expect(edits()).toBe(before);
  },
);

it('Easel tries some times within a week, and then no more', async () => {
  const { pending, giveBack } = await loseAccess(inaccessible);
  const before = refusedEdits();
  await pass(8);
  const tried = refusedEdits() - before;
  expect(tried).toBeGreaterThan(8);
  expect(tried).toBeLessThanOrEqual(12);
  giveBack();
  await pass(1);
  expect(isOver(pending)).toBe(false);
  expect(refusedEdits() - before).toBe(tried);
});

it('a message that was deleted meanwhile is left alone from then on', async () => {
  const { pending, giveBack } = await loseAccess(inaccessible);
  giveBack();
  await easel.discord.as(people.moderator).deleteMessage({ channelId: GALLERY, messageId: pending.id });
  const before = refusedEdits();
  await pass(1);
  expect(refusedEdits() - before).toBe(1);
  expect(easel.isThere(pending)).toBe(false);
});

describe('when moderators decide while the message is out of reach', () => {
  const REVIEW = {
    modes: { [GALLERY]: 'review' },
    moderatorsChannelId: STAFF,
    moderatorRoleIds: [atelier.roles.moderator],
  };
  /** Long enough that the interaction's token is over. */
  const outlive = () => easel.clock.advance(20 * MINUTE_MS);
  const LOSE = LOSSES['may not see the channel'] ?? (() => () => undefined);
  const lose = (): (() => void) => {
    let back: (world: World) => void = () => undefined;
    easel.discord.changeWorld((world) => {
      back = LOSE(world);
    });
    return () => easel.discord.changeWorld(back);
  };

  it('a request that they rejected says so once access is back, after a restart too', async () => {
    await configure(easel, REVIEW);
    const request = await image(easel, people.member);
    const card = await lastCard(easel);
    await outlive();
    const giveBack = lose();
    await fill(easel, people.moderator, await easel.press(people.moderator, card, 'Reject …'), { why: '' });
    await easel.until(() => textOf(easel.now(card)).includes('Rejected'));
    expect(textOf(easel.now(request))).toContain('Waiting');
    await easel.restart();
    giveBack();
    await easel.until(() => textOf(easel.now(request)).includes('Not made'), {
      stepMs: 30_000,
      limitMs: 20 * MINUTE_MS,
    });
  });

  /** A draft of Ann's that a moderator published while its message was out of reach. */
  async function publishedDraft() {
    await configure(easel, { ...REVIEW, drafts: 'on' });
    const draft = await withMore(easel, people.member, ['draft']);
    await easel.idle();
    const shown = messageOf(await easel.press(people.member, draft, 'Show'));
    const card = await easel.until(async () => {
      const last = await lastCard(easel);
      return textOf(last).includes('[Publish]') && last;
    });
    await outlive();
    const giveBack = lose();
    await easel.press(people.moderator, card, 'Publish');
    await easel.until(() => textOf(easel.now(card)).includes('couldn’t publish'));
    expect(textOf(easel.now(card))).toContain('within a week');
    return { card, shown, giveBack };
  }
  const soon = { stepMs: 30_000, limitMs: 20 * MINUTE_MS };

  it('a draft that they published is shown once access is back, after a restart too', async () => {
    const { card, shown, giveBack } = await publishedDraft();
    await easel.restart();
    giveBack();
    await easel.until(() => mediaOf(easel.now(shown)).length === 1, soon);
    await easel.until(() => textOf(easel.now(card)).includes(`**Published** by <@${people.moderator}>`));
  });

  it('a draft that they published stays private if the rules refuse it by then', async () => {
    const { card, shown, giveBack } = await publishedDraft();
    await configure(easel, { ...REVIEW, words: { refuse: ['lighthouse'], review: [], explicit: [], allow: [] } });
    giveBack();
    await pass(1);
    expect(mediaOf(easel.now(shown))).toEqual([]);
    expect(textOf(easel.now(card))).toContain('couldn’t publish');
  });

  it('a round that they cancelled says so once access is back', async () => {
    await configure(easel, REVIEW);
    const round = await openAs(easel, people.moderator);
    await outlive();
    const asked = messageOf(await easel.press(people.moderator, await manage(easel, round), 'Cancel round …'));
    const giveBack = lose();
    await easel.press(people.moderator, asked, 'Cancel the round');
    await easel.until(() => easel.log.some(({ msg }) => msg === 'round ended'));
    await easel.restart();
    giveBack();
    expect(textOf(easel.now(round))).not.toContain('cancelled');
    await easel.until(() => textOf(easel.now(round)).includes('cancelled'), soon);
  });

  it('a picture that they removed is gone once access is back', async () => {
    await configure(easel, SETTINGS);
    const pending = await image(easel, people.member, { options: { prompt: 'a castle' } });
    await easel.idle();
    await report(easel, people.secondMember, easel.now(pending));
    const giveBack = lose();
    const card = await lastCard(easel);
    await fill(easel, people.moderator, await easel.press(people.moderator, card, 'Remove …'), { why: '' });
    await easel.until(() => textOf(easel.now(card)).includes('Removed'));
    expect(mediaOf(easel.now(pending))).toHaveLength(1);
    giveBack();
    await easel.until(() => mediaOf(easel.now(pending)).length === 0, { stepMs: 30_000, limitMs: 20 * MINUTE_MS });
  });
});
