import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { galleryIds } from '../../src/discord/custom-ids/controls.ts';
import type { Answer, MessageView } from '../../src/sandbox/discord/people/views.ts';
import { atelier, type Easel, GALLERY, mediaOf, people, startEasel, textOf } from '../support/easel.ts';
import { HALL, SHOW } from './gallery-support.ts';
import {
  choose,
  configure,
  fill,
  forgetAll,
  image,
  letBuild,
  makeOfSaved,
  messageOf,
  putOn,
  STAFF,
  said,
} from './moderation-support.ts';

/** Whose a picture is and what it was made from: however often it was derived, and after its records are deleted. */

const { member: ann, secondMember: bob, artist: carol, moderator } = people;
const LATE = atelier.channels.lateNight;
const SETTINGS = { moderatorsChannelId: STAFF, moderatorRoleIds: [atelier.roles.moderator], galleryChannelId: HALL };

let easel: Easel;
beforeEach(async () => {
  easel = await startEasel();
  await configure(easel, SETTINGS);
});
afterEach(() => easel.close());

const menu = async (userId: string, name: string, { id, channel_id: channelId }: MessageView): Promise<Answer> =>
  (await easel.discord.as(userId).contextMenu({ channelId, name, targetId: id })).answer;
const use = (userId: string, result: MessageView): Promise<Answer> => menu(userId, 'Use as a source', result);
/** *Change …* by the menu of a message, or why its pictures can't be used. */
const changeByMenu = async (userId: string, result: MessageView): Promise<Answer> => {
  const saved = await use(userId, result);
  return said(saved).includes('[Change …]') ? easel.press(userId, messageOf(saved), 'Change …') : saved;
};
const change = (userId: string, result: MessageView): Promise<Answer> =>
  easel.press(userId, easel.now(result), 'Change …');

async function made(userId: string, options: Record<string, string | number>, channelId: string = GALLERY) {
  const pending = await image(easel, userId, { channelId, options });
  await easel.idle();
  return easel.now(pending);
}

async function prefer(userId: string, word: 'yes' | 'no'): Promise<void> {
  await letBuild(easel, userId, word);
}

async function hide(result: MessageView): Promise<void> {
  await fill(easel, moderator, await easel.press(moderator, result, 'Report …'), { why: '' });
  await easel.until(() => textOf(easel.now(result)).includes('Hidden until'));
}

/** Ann's answer for a single picture of hers, by its place in her list. */
async function sayNo(place: number): Promise<void> {
  const list = await easel.command(ann, { channelId: GALLERY, name: 'history' });
  const all = messageOf(await easel.press(ann, await easel.open(ann, list, place), 'More …'));
  await choose(easel, ann, all, 'page:terms', ['no']);
}

describe('a batch that shows one picture while the other is made', () => {
  /** Two pictures of Ann's. The first one is there. */
  async function partly(): Promise<MessageView> {
    easel.service.configure({ durations: { 'image-model-a': { queueMs: 0, runMs: 60_000 } } });
    const pending = await image(easel, ann, { options: { prompt: 'two cats', count: 2 } });
    const tasks = await easel.until(() => easel.service.tasks().length === 2 && easel.service.tasks());
    easel.service.finish(tasks[0]?.taskId ?? '');
    return easel.until(() => mediaOf(easel.now(pending)).length === 1 && easel.now(pending));
  }

  it('is its author’s: they can change it, and others can report it', async () => {
    const shown = await partly();
    expect((await changeByMenu(ann, shown)).kind).toBe('modal');
    expect((await menu(bob, 'Report to moderators', shown)).kind).toBe('modal');
    // It keeps its author's no, even where pictures of other bots are free.
    await configure(easel, { ...SETTINGS, appPictures: 'anyone' });
    await prefer(ann, 'no');
    expect(said(await menu(bob, 'Use as a source', shown))).toContain('doesn’t let others build on');
  });
});

describe('what was made from two pictures of one member', () => {
  async function derived() {
    await prefer(ann, 'yes');
    const first = await made(ann, { prompt: 'one' });
    const second = await made(ann, { prompt: 'two' });
    await use(bob, first);
    const pending = await makeOfSaved(easel, bob, second, { prompt: 'both' });
    await easel.idle();
    return { first, child: easel.now(pending) };
  }

  it('isn’t built on while the first is hidden', async () => {
    const { first, child } = await derived();
    const opened = await change(carol, child);
    await hide(first);
    const tasks = easel.service.tasks().length;
    expect(said(await fill(easel, carol, opened, { prompt: 'brighter' }))).toContain('hidden');
    expect(easel.service.tasks()).toHaveLength(tasks);
  });

  it('isn’t built on against a no for the first alone, also after the one in the middle deletes everything', async () => {
    const { child } = await derived();
    await sayNo(2);
    for (const userId of [carol, bob]) {
      const answer = await change(userId, child);
      expect(
        said(answer.kind === 'modal' ? await fill(easel, userId, answer, { prompt: 'brighter' }) : answer),
      ).toContain('doesn’t let others build on');
    }
    expect(await forgetAll(easel, bob)).toContain('Easel still knows who made each picture');
    for (const userId of [carol, bob]) {
      const answer = await changeByMenu(userId, easel.now(child));
      expect(
        said(answer.kind === 'modal' ? await fill(easel, userId, answer, { prompt: 'brighter' }) : answer),
      ).toContain('doesn’t let others build on');
    }
    expect(easel.service.tasks()).toHaveLength(3);
  });
});

it('a picture doesn’t leave an age-restricted channel as a source, its author’s own neither', async () => {
  const late = await made(bob, { prompt: 'a statue' }, LATE);
  const elsewhere = await made(bob, { prompt: 'a tower' });
  await use(bob, late);
  expect(said(await changeByMenu(bob, elsewhere))).toContain('age-restricted');
  const pending = await makeOfSaved(easel, bob, late, { prompt: 'both, brighter' });
  await easel.idle();
  expect(mediaOf(easel.now(pending))).toHaveLength(1);
});

it('a forged id gives no one another member’s rights over a copy in the gallery, or over another message', async () => {
  const result = await made(ann, { prompt: 'a castle' });
  const jobId = /make:vary-([0-9a-z]+)-/.exec(JSON.stringify(result.components))?.[1] ?? '';
  await easel.press(ann, result, SHOW);
  const copy = await easel.until(() =>
    easel.discord.messages(HALL, { as: bob }).find((one) => mediaOf(one).length > 0),
  );
  const forged = (id: string) => ({
    type: 1,
    components: [{ type: 2, style: 2, label: 'Forged', custom_id: galleryIds.of(bob, { verb: 'remove', jobId: id }) }],
  });
  const noWork = jobId.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
  for (const [at, id, words] of [
    [copy, jobId, 'Only its author'],
    [copy, noWork, 'no longer'],
    [easel.now(result), noWork, 'no longer'],
  ] as const) {
    const { components } = easel.now(at);
    await putOn(easel, at, [...components.map(withoutMedia), forged(id)]);
    expect(said(await easel.press(bob, easel.now(at), 'Forged'))).toContain(words);
    expect(easel.isThere(at)).toBe(true);
    await putOn(easel, at, components.map(withoutMedia));
  }
});

/** The components of a message, whose files `putOn` drops. */
function withoutMedia(component: unknown): unknown {
  const { components, ...rest } = component as { components?: { type: number }[] };
  return components ? { ...rest, components: components.filter(({ type }) => type !== 12) } : component;
}
