import { describe, expect, it } from 'vitest';
import type { MessageView } from '../../src/sandbox/discord/people/views.ts';
import { atelier, type Easel, GALLERY, mediaOf, passes, people, textOf } from '../support/easel.ts';
import {
  answered,
  HALL,
  hall,
  lastPrivateWords,
  made,
  only,
  SETTINGS,
  SHOW,
  show,
  showByMenu,
} from './gallery-support.ts';
import {
  configure,
  deleteResult,
  fill,
  forgetAll,
  image,
  keepStyle,
  letBuild,
  messageOf,
  moderate,
  moderateBy,
  openStyle,
  privateText,
  STAFF,
  start,
} from './moderation-support.ts';
import { report } from './reports-support.ts';

const MODERATORS = [people.moderator, people.manager];
/** Requests for single messages, as the bot reads them. */
const MESSAGES = '/channels/*/messages/*';
const OTHERS = [people.secondMember, people.artist];

async function shown(
  ...given: Parameters<typeof made>
): Promise<{ easel: Easel; result: MessageView; copy: MessageView }> {
  const { easel, result } = await made(...given);
  await show(easel, people.member, result);
  return { easel, result, copy: only(easel) };
}

/** The copy says that its picture is hidden, and shows nothing of it. */
const isCovered = async (easel: Easel, copy: MessageView): Promise<void> => {
  await easel.until(() => textOf(easel.now(copy)).includes('Hidden until'), { limitMs: 60_000 });
  expect(textOf(easel.now(copy))).not.toContain('castle');
  expect([mediaOf(easel.now(copy)), easel.now(copy).attachments]).toEqual([[], []]);
};

const isEmpty = (easel: Easel): Promise<boolean> => easel.until(() => hall(easel).length === 0, { limitMs: 60_000 });

describe('Show in the gallery', () => {
  it('posts the picture there, with its prompt and a link, and pings no one', async () => {
    const { easel, result } = await made();
    const words = await show(easel, people.member, result);
    const copy = only(easel);
    expect(words).toBe(
      `It’s in the gallery: [open it](https://discord.com/channels/${atelier.guild}/${HALL}/${copy.id})`,
    );
    expect(textOf(copy).split('\n')).toEqual([
      `<@${people.member}> shows a picture`,
      '> a castle',
      `-# AI · Image Model A · [made here](https://discord.com/channels/${atelier.guild}/${GALLERY}/${result.id})`,
      '[Remix]',
      '[Save this style]',
      '[★ Star]',
      '[More …]',
      '[Remove from gallery]',
    ]);
    expect(mediaOf(copy)).toMatchObject([{ spoiler: false, altText: 'a castle', contentType: 'image/png' }]);
    expect(copy.sandbox.notifiedIds).toEqual([]);
    expect(mediaOf(easel.now(result))).toHaveLength(1);
  });

  it('works from the message menu too, for pictures that are older than the gallery', async () => {
    const { easel, result } = await made({ galleryChannelId: null });
    expect(textOf(result)).not.toContain(SHOW);
    expect(await showByMenu(easel, people.member, result)).toContain('has no gallery');
    await configure(easel, SETTINGS);
    await showByMenu(easel, people.member, result);
    expect(mediaOf(only(easel))).toHaveLength(1);
    // The copy can be pressed like the original.
    expect(await showByMenu(easel, people.member, only(easel))).toContain('already');
    const own = await easel.discord.as(people.member).post({ channelId: GALLERY, content: 'hello' });
    expect(await showByMenu(easel, people.member, { ...result, id: own.id })).toContain('Easel didn’t make this');
  });

  it('is for the author and for moderators, who are named in the log', async () => {
    const { easel, result } = await made();
    for (const userId of OTHERS) {
      await expect(easel.press(userId, result, SHOW)).rejects.toThrow('no button');
      expect(await showByMenu(easel, userId, result)).toContain('Only its author');
    }
    expect(hall(easel)).toEqual([]);
    await show(easel, people.moderator, result);
    expect(textOf(only(easel))).toContain(`A picture by <@${people.member}>, shown by <@${people.moderator}>`);
    await easel.until(async () => (await moderate(easel, 'log')).includes(`showed a picture by <@${people.member}>`));
    expect(easel.discord.messages(STAFF, { as: people.moderator }).map(textOf).join()).toContain(
      `<@${people.moderator}> showed a picture or clip by <@${people.member}> in the gallery`,
    );
  });

  it('posts a picture once, however often and by whomever it is pressed, and again when someone deleted its copy', async () => {
    const { easel, result } = await made();
    await Promise.all([people.member, ...MODERATORS].map((userId) => easel.press(userId, result, SHOW)));
    const copy = await easel.until(() => hall(easel).find((one) => mediaOf(one).length > 0));
    for (const userId of [people.member, ...MODERATORS]) {
      expect(await answered(easel, userId)).toMatch(new RegExp(`/${copy.id}\\)$|on its way`));
    }
    await easel.restart();
    expect(await show(easel, people.member, result)).toContain('already in the gallery: https://discord.com/channels/');
    expect(hall(easel)).toHaveLength(1);
    await easel.discord.as(people.owner).deleteMessage({ channelId: HALL, messageId: copy.id });
    expect(await show(easel, people.member, result)).not.toContain('already');
    expect(only(easel).id).not.toBe(copy.id);
  });

  it('keeps spoilers, several pictures and private prompts as they are', async () => {
    const { easel, result } = await made(
      { prompts: 'member', spoiler: 'always' },
      { options: { prompt: 'a castle', count: 2 } },
    );
    await show(easel, people.member, result);
    expect(textOf(only(easel))).toContain('shows 2 pictures');
    expect(JSON.stringify(hall(easel))).not.toContain('castle');
    expect(mediaOf(only(easel))).toMatchObject([
      { spoiler: true, altText: '1 of 2: A picture whose prompt is hidden' },
      { spoiler: true },
    ]);
  });

  it('links a file that is too large to upload', async () => {
    const { easel, result } = await made({}, { options: { prompt: 'a lighthouse' } });
    easel.discord.faults.switchOn({ name: 'too-large' });
    await show(easel, people.member, result);
    easel.discord.faults.clear();
    expect(mediaOf(only(easel))).toEqual([]);
    expect(textOf(only(easel))).toMatch(/Too large to upload here: \[open it at the service\]\(http/);
  });
});

describe('the gallery does not take', () => {
  const refused = async (easel: Easel, result: MessageView, words: string | RegExp, userId: string = people.member) => {
    expect(await showByMenu(easel, userId, result)).toMatch(words);
    expect(hall(easel)).toEqual([]);
  };

  it('a picture that is hidden or removed after reports; a restored one can be shown', async () => {
    const { easel, result } = await made();
    await report(easel, people.moderator, result);
    const hidden = await easel.until(() => textOf(easel.now(result)).includes('Hidden') && easel.now(result));
    await easel.until(() => lastPrivateWords(easel, people.member).includes('Your picture was reported'));
    // The button may still be on someone's screen.
    expect(await showByMenu(easel, people.member, hidden)).toContain('hidden after reports');
    await moderateBy(easel, people.moderator, hidden, 'Restore');
    const back = await easel.until(() => textOf(easel.now(result)).includes('[★ Star]') && easel.now(result));
    await show(easel, people.member, back);
    expect(hall(easel)).toHaveLength(1);
  });

  it('a preview that is not published', async () => {
    const { easel, result } = await made({ modes: { [GALLERY]: 'preview' } });
    const card = await easel.until(() =>
      easel.discord.messages(STAFF, { as: people.moderator }).find((one) => textOf(one).includes('[Publish]')),
    );
    for (const at of [card, result]) {
      expect(await showByMenu(easel, people.moderator, at)).toContain('still reviewing this');
    }
    expect(textOf(card)).not.toContain(SHOW);
    await easel.press(people.moderator, card, 'Publish');
    const published = await easel.until(() => textOf(easel.now(result)).includes('[★ Star]') && easel.now(result));
    // The card says so when everything is done.
    await easel.until(() => textOf(easel.now(card)).includes('**Published**'));
    await show(easel, people.member, published);
    expect(mediaOf(only(easel))).toHaveLength(1);
  });

  it('failed jobs, unfinished jobs, and jobs that their author deleted from the history', async () => {
    const { easel, result } = await made();
    easel.service.failNext();
    const failing = await image(easel, people.member, { options: { prompt: 'a bridge' } });
    await easel.idle();
    expect(textOf(easel.now(failing))).not.toContain(SHOW);
    expect(await showByMenu(easel, people.member, easel.now(failing))).toContain('nothing was made');

    easel.service.configure({ durations: { 'image-model-a': { queueMs: 600_000, runMs: 600_000 } } });
    const waiting = await image(easel, people.member, { options: { prompt: 'a river' } });
    await easel.until(() => textOf(easel.now(waiting)).includes('[Cancel]'));
    expect(await showByMenu(easel, people.member, waiting)).toContain('still in progress');
    await easel.idle({ stepMs: 5_000 });

    await forgetAll(easel, people.member);
    await refused(easel, result, 'no longer keeps its prompt');
  });

  it('words that the lists now refuse, by the gallery’s age setting; what moderators approved is taken', async () => {
    const { easel, result } = await made();
    const words = (lists: Record<string, string[]>) => configure(easel, { ...SETTINGS, words: lists });
    await words({ refuse: ['castle'] });
    await refused(easel, result, 'breaks this server’s current rules');
    await words({ explicit: ['castle'] });
    await refused(easel, result, `current rules for <#${HALL}>`);
    await words({ review: ['castle'] });
    await show(easel, people.member, result);
    expect(hall(easel)).toHaveLength(1);
  });

  it('a picture from an age-restricted channel or its thread, where Discord says that the gallery is not', async () => {
    const { easel } = await made();
    const restrict = (ageRestricted: boolean): void =>
      easel.discord.changeWorld(({ guilds }) => {
        for (const one of guilds[0]?.channels ?? []) if (one.id === HALL) one.ageRestricted = ageRestricted;
      });
    const nightThread = '1300000000000000303';
    easel.discord.changeWorld(({ guilds }) => {
      const thread = guilds[0]?.channels.find(({ id }) => id === atelier.channels.thread);
      if (thread) guilds[0]?.channels.push({ ...thread, id: nightThread, parentId: atelier.channels.lateNight });
    });
    const results: MessageView[] = [];
    for (const channelId of [atelier.channels.lateNight, nightThread]) {
      const night = await image(easel, people.member, { channelId, options: { prompt: 'a nude' } });
      await easel.idle();
      results.push(easel.now(night));
    }
    for (const result of results) await refused(easel, result, 'comes from an age-restricted channel');
    restrict(true);
    await easel.clock.advance(61_000);
    // When Discord does not answer, the stricter rule applies.
    easel.discord.faults.switchOn({ name: 'internal-error', method: 'GET', route: '/channels/*' });
    for (const result of results) await refused(easel, result, 'comes from an age-restricted channel');
    easel.discord.faults.clear();
    for (const result of results) await show(easel, people.member, result);
    expect(hall(easel)).toHaveLength(2);
  });

  it('anything by members in a timeout, and anything while the server is paused', async () => {
    const { easel, result } = await made();
    await moderate(easel, 'timeout', { member: people.member, for: 60, why: 'too loud' });
    await refused(easel, result, /until.*too loud/);
    await moderate(easel, 'lift', { member: people.member });
    await moderate(easel, 'pause');
    for (const userId of [people.member, people.moderator]) await refused(easel, result, 'paused', userId);
    await moderate(easel, 'resume');
    await show(easel, people.member, result);
    expect(hall(easel)).toHaveLength(1);
  });

  it('a picture that was on its way when its member was timed out', async () => {
    const { easel, result } = await made();
    easel.discord.faults.switchOn({ name: 'internal-error', route: '/channels/*', method: 'POST' });
    expect(await show(easel, people.member, result)).toMatch('keeps trying for an hour');
    easel.discord.faults.clear();
    await moderate(easel, 'timeout', { member: people.member, for: 60, why: 'too loud' });
    await passes(easel, 120_000);
    expect(hall(easel)).toEqual([]);
  });

  it('anything from a channel where admins turned its command off, by the button either', async () => {
    const { easel, result } = await made();
    const set = (allowed: boolean): Promise<void> => {
      easel.discord.changeWorld(({ guilds }) => {
        const [guild] = guilds;
        if (guild) guild.commandOverrides = [{ command: SHOW, target: 'channel', id: GALLERY, allowed }];
      });
      // Easel asks Discord for a server's permissions again after some seconds.
      return easel.clock.advance(15_000);
    };
    await set(false);
    expect(await show(easel, people.member, result)).toContain(`admins have turned off \`${SHOW}\``);
    expect(hall(easel)).toEqual([]);
    await set(true);
    await show(easel, people.member, result);
    expect(hall(easel)).toHaveLength(1);
  });

  it('a picture that neither the service nor its own message has', async () => {
    const { easel, result } = await made();
    easel.service.faults.switchOn('resultGone');
    const unreadable = easel.discord.faults.switchOn({ name: 'missing-access', method: 'GET', route: MESSAGES });
    await refused(easel, result, 'no longer has this');
    easel.discord.faults.switchOff(unreadable.id);
    await show(easel, people.member, result);
    expect(mediaOf(only(easel))).toMatchObject([{ contentType: 'image/png', altText: 'a castle' }]);
  });
});

describe('a gallery that', () => {
  const close = (easel: Easel, isClosed: boolean): void =>
    easel.discord.changeWorld(({ guilds }) => {
      const staff = guilds[0]?.channels.find(({ id }) => id === STAFF);
      for (const one of guilds[0]?.channels ?? [])
        if (one.id === HALL) one.overwrites = isClosed ? (staff?.overwrites.slice(0, 1) ?? []) : [];
    });

  it('is closed to Easel is reported with what a manager has to do, and works once it is open', async () => {
    const { easel, result } = await made();
    close(easel, true);
    expect(await show(easel, people.member, result)).toMatch(/can’t reach the gallery. Tell a manager.*attach files/);
    close(easel, false);
    await show(easel, people.member, result);
    expect(hall(easel)).toHaveLength(1);
  });

  it.each([
    ['answers 500', { name: 'internal-error' }],
    ['cuts the line after each call', { name: 'cut-after' }],
  ] as const)('is at a Discord that %s gets its result once, later, and after a restart', async (_, fault) => {
    const { easel, result } = await made();
    easel.discord.faults.switchOn({ ...fault, route: '/channels/*', method: 'POST' });
    easel.discord.faults.switchOn({ ...fault, route: '/channels/*', method: 'PATCH' });
    expect(await show(easel, people.member, result)).toMatch('keeps trying for an hour');
    expect(await show(easel, people.member, result)).toMatch('on its way');
    await easel.restart();
    easel.discord.faults.clear();
    await easel.until(() => hall(easel).some((one) => mediaOf(one).length === 1));
    expect(hall(easel)).toHaveLength(1);
  });
});

describe('Remix', () => {
  const opened = (easel: Easel, copy: MessageView, userId: string = people.secondMember) =>
    easel.press(userId, copy, 'Remix');

  it('opens a form with the words and the price, and makes a picture of the one in the gallery, which may be the last', async () => {
    const { easel, result, copy } = await shown();
    const form = await opened(easel, copy);
    expect(JSON.stringify(form)).toContain('"value":"a castle"');
    expect(JSON.stringify(form)).toMatch(/"description":"4 credits[^"]* left/);
    const remix = messageOf(await fill(easel, people.secondMember, form, { prompt: 'a castle in winter' }));
    await easel.idle();
    expect(textOf(easel.now(remix))).toContain(`from <@${people.member}>’s [picture]`);
    expect(easel.service.tasks().at(-1)?.request).toMatchObject({
      prompt: 'a castle in winter',
      imageUrls: [expect.stringContaining('/attachments/')],
    });
    const style = await easel.press(people.secondMember, copy, 'Save this style');
    expect(JSON.stringify(style)).toContain('"title":"Save a style"');
    await easel.discord.as(people.owner).deleteMessage({ channelId: GALLERY, messageId: result.id });
    expect((await opened(easel, copy)).kind).toBe('modal');
  });

  it('says which of several pictures was chosen', async () => {
    const { easel, copy } = await shown({}, { options: { prompt: 'a castle', count: 2 } });
    const all = messageOf(await easel.press(people.secondMember, copy, 'Remix'));
    const second = messageOf(await easel.press(people.secondMember, all, '2'));
    const form = await easel.press(people.secondMember, second, 'Change …');
    const remix = messageOf(await fill(easel, people.secondMember, form, { prompt: 'in winter' }));
    expect(textOf(remix)).toContain('from [picture 2]');
  });

  it('opens the clip’s request, because a clip has no picture', async () => {
    const { easel, result } = await made({}, { name: 'video', options: { prompt: 'a walk' } });
    await show(easel, people.member, result);
    const form = await opened(easel, only(easel));
    expect(JSON.stringify(form)).toContain('"value":"a walk"');
    expect(JSON.stringify(form)).toContain('Edit and make again');
  });

  it('follows the author’s answer, and hides a prompt that isn’t theirs to read', async () => {
    const { easel, copy } = await shown({ prompts: 'member' });
    expect(JSON.stringify(await opened(easel, copy))).not.toContain('castle');
    await letBuild(easel, people.member, 'no');
    expect(privateText(await opened(easel, copy))).toContain(`<@${people.member}> doesn’t let`);
    expect((await opened(easel, copy, people.member)).kind).toBe('modal');
  });
});

describe('Use this style', () => {
  const LINOCUT = { name: 'Linocut', words: 'a linocut', isServers: true };
  const inStyle = async (style: Parameters<typeof keepStyle>[1]) => {
    const easel = await start();
    await configure(easel, SETTINGS);
    await keepStyle(easel, style);
    const pending = await image(easel, people.member, { options: { prompt: 'a castle', style: style.name } });
    await easel.idle();
    await show(easel, people.member, easel.now(pending));
    return { easel, copy: only(easel) };
  };

  it('opens a form without words, and what they become is in the server’s style', async () => {
    const { easel, copy } = await inStyle({ ...LINOCUT, userId: people.owner });
    expect(textOf(copy)).toMatch(/\[Remix\]\n\[Use this style\]\n\[★ Star\]\n\[More …\]\n\[Remove from gallery\]$/);
    await easel.restart();
    const form = await easel.press(people.secondMember, copy, 'Use this style');
    expect(JSON.stringify(form)).not.toContain('castle');
    expect(JSON.stringify(form)).toMatch(/"description":"4 credits[^"]* left/);
    const pending = messageOf(await fill(easel, people.secondMember, form, { prompt: 'a boat' }));
    expect(textOf(pending)).toContain('in the style Linocut');
    await easel.idle();
    expect(easel.service.tasks().at(-1)?.request).toMatchObject({ prompt: 'a boat, a linocut', imageUrls: [] });
  });

  it('follows the server’s rules, and says so when the style is gone', async () => {
    const { easel, copy } = await inStyle({ ...LINOCUT, userId: people.owner });
    const form = await easel.press(people.secondMember, copy, 'Use this style');
    await moderate(easel, 'pause');
    expect(textOf(messageOf(await fill(easel, people.secondMember, form, { prompt: 'a boat' })))).toContain('paused');
    const asked = messageOf(
      await easel.press(people.owner, await openStyle(easel, people.owner, 'Linocut'), 'Delete …'),
    );
    await easel.press(people.owner, asked, 'Delete');
    expect(privateText(await easel.press(people.secondMember, copy, 'Use this style'))).toContain('no longer exists');
  });

  it('is not there for a member’s own style, which others can save from the picture', async () => {
    const { copy } = await inStyle({ ...LINOCUT, isServers: false, userId: people.member });
    expect(textOf(copy)).toMatch(/\[Remix\]\n\[Save this style\]\n/);
  });
});

describe('Remove from gallery', () => {
  it('is for the author and for moderators, whose presses are logged', async () => {
    const { easel, result, copy } = await shown();
    for (const other of OTHERS) {
      expect(privateText(await easel.press(other, copy, 'Remove from gallery'))).toContain('Only its author');
    }
    const logged = async (): Promise<number> =>
      (await moderate(easel, 'log')).split(`took a picture by <@${people.member}> out`).length - 1;
    await easel.restart();
    for (const [index, userId] of [people.member, ...MODERATORS].entries()) {
      const { id } = only(easel);
      await easel.press(userId, only(easel), 'Remove from gallery');
      await isEmpty(easel);
      if (index === 0) await easel.restart();
      await easel.until(async () => (await logged()) === index);
      await show(easel, people.member, result);
      expect(only(easel).id).not.toBe(id);
    }
  });

  it('deletes the message that it is on when Easel has no record of it', async () => {
    const { easel, copy } = await shown();
    await easel.restart({
      STORE_URL: easel.config.STORE_URL.replace('easel.sqlite', 'another.sqlite'),
      STORE_NEW: 'yes',
    });
    expect(privateText(await easel.press(people.secondMember, copy, 'Remove from gallery'))).toContain(
      'Only its author',
    );
    await easel.press(people.member, copy, 'Remove from gallery');
    await isEmpty(easel);
  });
});

describe('a copy in the gallery', () => {
  it('loses its picture when that is hidden, by a report in the gallery too, and has it again when it is restored', async () => {
    const { easel, result, copy } = await shown();
    expect(await report(easel, people.secondMember, copy)).toContain('moderators will review it');
    await easel.restart();
    expect(easel.isThere(copy)).toBe(true);
    expect(await report(easel, people.artist, copy)).toContain('hidden now');
    await isCovered(easel, copy);
    const hidden = await easel.until(() => textOf(easel.now(result)).includes('Hidden') && easel.now(result));
    await moderateBy(easel, people.moderator, hidden, 'Restore');
    await easel.until(() => textOf(easel.now(result)).includes('[★ Star]'));
    await easel.restart();
    await easel.until(() => mediaOf(easel.now(copy)).length === 1, { limitMs: 60_000 });
    expect(textOf(easel.now(copy))).toBe(textOf(copy));
    expect(hall(easel)).toHaveLength(1);
  });

  it('can be reported after its author deleted the history', async () => {
    const { easel, result, copy } = await shown();
    await forgetAll(easel, people.member);
    await report(easel, people.moderator, copy);
    await isCovered(easel, copy);
    await easel.until(() => textOf(easel.now(result)).includes('Hidden'));
  });

  it('is deleted when its source is removed', async () => {
    const { easel, result } = await made();
    const child = messageOf(await easel.press(people.secondMember, result, 'Vary'));
    await easel.idle();
    await show(easel, people.secondMember, easel.now(child));
    await show(easel, people.member, result);
    expect(hall(easel)).toHaveLength(2);
    await easel.restart();
    await report(easel, people.moderator, result);
    const hidden = await easel.until(() => textOf(easel.now(result)).includes('Hidden') && easel.now(result));
    await easel.until(() => hall(easel).filter((one) => mediaOf(one).length > 0).length === 1);
    await moderateBy(easel, people.moderator, hidden, 'Remove …');
    // Until the moderators can't undo that, both are only hidden.
    await easel.until(() => hall(easel).every((one) => mediaOf(one).length === 0));
    expect(hall(easel)).toHaveLength(2);
    await easel.clock.advance(600_000);
    await isEmpty(easel);
  });

  it('is deleted with its picture by Delete', async () => {
    const { easel, result } = await shown();
    await deleteResult(easel, people.member, result);
    await easel.until(() => !easel.isThere(result));
    await isEmpty(easel);
  });

  it.each([
    ['before Easel has deleted it', { route: '/channels/*', method: 'DELETE' }, 'Delete', SHOW],
    ['before Easel has looked at it once more', { route: '/interactions/*', method: 'POST', times: 1 }, SHOW, 'Delete'],
  ])('does not stay when its picture is deleted at the same time: %s', async (_, at, slowLabel, label) => {
    const { easel, result } = await made();
    const ended = () => easel.log.filter(({ msg }) => /^interaction (answered|refused)/.test(msg)).length;
    const unasked = ended();
    const panel = messageOf(await easel.press(people.member, result, 'More …'));
    await easel.until(() => ended() > unasked, { stepMs: 1 });
    const asked = messageOf(await easel.press(people.member, panel, 'Delete'));
    await easel.until(() => ended() > unasked + 1, { stepMs: 1 });
    const press = (one: string) =>
      one === 'Delete' ? easel.press(people.member, asked, 'Delete message') : easel.press(people.member, panel, one);
    easel.discord.faults.switchOn({ name: 'slow', parameters: { delayMs: 2_000 }, ...at });
    const isWaiting = () => easel.discord.requests.list({ status: null, method: at.method }).length > 0;
    const before = ended();
    const slow = press(slowLabel);
    await easel.until(isWaiting, { stepMs: 1 });
    const other = press(label);
    // In small steps, because Discord waits three seconds for an answer.
    await easel.until(() => ended() === before + 2, { limitMs: 60_000 });
    await Promise.all([slow, other]);
    expect(easel.isThere(result)).toBe(false);
    await isEmpty(easel);
  });
});
