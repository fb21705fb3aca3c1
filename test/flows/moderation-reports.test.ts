import { PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import type { MessageView } from '../../src/sandbox/discord/people/views.ts';
import { storeFileOf } from '../../src/store/store-url.ts';
import { MINUTE_MS } from '../../src/time/clock.ts';
import { meddle } from '../store/temp-folder.ts';
import { atelier, type Easel, GALLERY, ids, mediaOf, passes, people, textOf } from '../support/easel.ts';
import { HALL, only, show } from './gallery-support.ts';
import {
  agree,
  askFrom,
  chooseAlerts,
  configure,
  decideOn,
  fill,
  forgetAll,
  image,
  inGallery,
  messageOf,
  moderateBy,
  privateText,
  prompts,
  putOn,
  STAFF,
  start,
} from './moderation-support.ts';
import { cardWith, hidden, made, removed, report, SETTINGS, VIEW } from './reports-support.ts';

describe('Report', () => {
  it('shows moderators the picture with its prompt and the reasons, and hides nothing yet', async () => {
    const { easel, result } = await made();
    expect(await report(easel, people.secondMember, result, 'not nice')).toContain('moderators will review it');
    const card = await cardWith(easel, 'Still visible');
    expect(textOf(card)).toMatch(/> a castle\n- <@\d+> <t:\d+:R>: Against this server’s rules, not nice/);
    expect(textOf(card)).not.toContain('couldn’t save a copy');
    expect(mediaOf(card)).toMatchObject([{ spoiler: true, contentType: 'image/png' }]);
    expect(textOf(easel.now(result))).toContain('[★ Star]');
  });

  it('hides at the set number of reports, counts each member once and tells the author, across restarts', async () => {
    const { easel, result } = await made();
    await report(easel, people.secondMember, result);
    expect(await report(easel, people.secondMember, result)).toContain('You already reported this');
    expect(mediaOf(easel.now(result))[0]?.spoiler).toBe(false);
    await easel.restart();
    expect(await report(easel, people.artist, result)).toContain('hidden now');
    const now = await hidden(easel, result);
    expect(mediaOf(now)).toMatchObject([{ spoiler: true, altText: 'Hidden for now' }]);
    expect(textOf(now)).not.toContain('castle');
    await easel.idle();
    expect(inGallery(easel).join()).not.toContain('there’s news');
  });

  it('works from the message menu, and on pictures and clips only', async () => {
    const { easel, result } = await made();
    const menu = (targetId: string) =>
      easel.discord.as(people.moderator).contextMenu({ channelId: GALLERY, name: 'Report to moderators', targetId });
    const form = await (await menu(result.id)).answer;
    await fill(easel, people.moderator, form, { why: '' });
    await hidden(easel, result);
    const own = await easel.discord.as(people.member).post({ channelId: GALLERY, content: 'hello' });
    expect(privateText(await (await menu(own.id)).answer)).toContain('Easel didn’t make this');
  });

  it('is not for one’s own picture, and names the way to remove it, out of the gallery too', async () => {
    const { easel, result } = await made({ galleryChannelId: HALL });
    const menu = async (channelId: string, targetId: string): Promise<string> => {
      const at = { channelId, name: 'Report to moderators', targetId };
      return privateText(await (await easel.discord.as(people.member).contextMenu(at)).answer);
    };
    await expect(easel.press(people.member, result, 'Report …')).rejects.toThrow('no button');
    expect(await menu(GALLERY, result.id)).toContain('*Delete*');
    await show(easel, people.member, result);
    const own = await menu(HALL, only(easel).id);
    expect(own).toContain('*Remove from gallery*');
    expect(own).not.toContain('*Delete*');
  });

  it('promises no review where moderators have no channel', async () => {
    const { easel, result } = await made({ moderatorsChannelId: null });
    const thanks = await report(easel, people.secondMember, result);
    expect(thanks).toContain('Your report counts');
    expect(thanks).not.toContain('moderators will review it');
    expect(await report(easel, people.secondMember, result)).not.toContain('moderators know');
    expect(await report(easel, people.artist, result)).not.toContain('moderators will review it');
  });

  it('works once a picture has the button', async () => {
    const easel = await start();
    await configure(easel, SETTINGS);
    easel.service.faults.switchOn('cutLine', { on: 'create', moment: 'after', times: 1 });
    const pending = await image(easel, people.member, { options: { prompt: 'a castle', count: 2 } });
    await easel.until(() => textOf(easel.now(pending)).includes('[More …]'));
    expect(await report(easel, people.moderator, easel.now(pending))).toContain('hidden now');
    await hidden(easel, pending);
    await easel.idle();
  });

  it('is refused when admins took it away after its form was opened', async () => {
    const { easel, result } = await made({ reportsToHide: 1 });
    const form = await easel.press(people.secondMember, result, 'Report …');
    const rule = { target: 'member' as const, id: people.secondMember, allowed: false };
    easel.discord.changeWorld(({ guilds }) => {
      if (guilds[0]) guilds[0].commandOverrides = [{ command: 'Report to moderators', ...rule }];
    });
    await easel.clock.advance(15_000);
    expect(privateText(await fill(easel, people.secondMember, form, { why: '' }))).toContain('This server’s admins');
    expect(mediaOf(easel.now(result))).toMatchObject([{ spoiler: false }]);
  });

  it('is taken although Discord doesn’t say whether admins restricted it', async () => {
    const { easel, result } = await made();
    await easel.restart();
    easel.discord.faults.switchOn({ name: 'internal-error', route: '/applications/*', method: 'GET' });
    expect(privateText(await easel.press(people.secondMember, result, 'Vary'))).toContain('Discord isn’t saying');
    expect(await report(easel, people.moderator, result)).toContain('hidden now');
    await hidden(easel, result);
  });

  it('hides without a moderators’ channel too, and moderators decide on the picture itself', async () => {
    const { easel, result } = await made({ moderatorsChannelId: null });
    await report(easel, people.moderator, result);
    const now = await hidden(easel, result);
    expect(privateText(await easel.press(people.secondMember, now, 'Moderate …'))).toContain(
      'Only this server’s moderators can do that',
    );
    await moderateBy(easel, people.moderator, now, 'Restore');
    await easel.until(() => textOf(easel.now(result)).includes('[★ Star]'));
  });
});

describe('the card of a report', () => {
  const deny = (easel: Easel, denied: bigint): void =>
    easel.discord.changeWorld(({ guilds }) => {
      const staff = guilds[0]?.channels.find(({ id }) => id === STAFF);
      if (!staff) return;
      staff.overwrites = staff.overwrites.filter(({ id }) => id !== ids.bot);
      staff.overwrites.push({ id: ids.bot, type: 'member', allow: '0', deny: String(denied) });
    });
  const cards = (easel: Easel): MessageView[] =>
    easel.discord.messages(STAFF, { as: people.moderator }).filter((one) => textOf(one).includes('### Reported'));

  it.each([
    [
      'are too large for Discord',
      (easel: Easel) => easel.discord.faults.switchOn({ name: 'too-large', route: '/channels/*', method: 'POST' }),
    ],
    ['may not be attached there', (easel: Easel) => deny(easel, PermissionFlagsBits.AttachFiles)],
  ])('comes without the pictures when they %s', async (_, trouble) => {
    const { easel, result } = await made();
    trouble(easel);
    await report(easel, people.secondMember, result, 'bad');
    const card = await easel.until(() => cards(easel)[0]);
    expect(textOf(card)).toContain('> a castle');
    expect(textOf(card)).toContain('couldn’t save a copy of the pictures');
    easel.discord.faults.clear();
    await report(easel, people.moderator, result);
    await cardWith(easel, 'Hidden by');
    expect(cards(easel)).toHaveLength(1);
  });

  it('comes when a closed channel is open again; managers get an alert, and the author no public line', async () => {
    const { easel, result } = await made();
    await chooseAlerts(easel, atelier.channels.general);
    deny(easel, PermissionFlagsBits.ViewChannel);
    await report(easel, people.moderator, result, 'bad');
    await hidden(easel, result);
    const notices = (): string[] =>
      easel.discord
        .messages(atelier.channels.general, { as: people.owner })
        .map(textOf)
        .filter((text) => text.includes('### Easel can’t reach the moderators'));
    await easel.until(() => notices().length > 0);
    await passes(easel, 60_000);
    expect(notices()).toHaveLength(1);
    const tries = easel.log.filter(({ msg }) => msg === 'the card of a report could not be posted');
    expect(tries).toHaveLength(1);

    await easel.restart();
    await passes(easel, 15_000);
    deny(easel, 0n);
    await easel.clock.advance(3_600_000);
    await passes(easel, 15_000);
    expect(textOf(await cardWith(easel, 'Hidden by'))).toContain('bad');
    expect(inGallery(easel).join()).not.toContain('there’s news');
  });

  it('follows the moderators into another channel when the old one is closed', async () => {
    const { easel, result } = await made();
    await report(easel, people.secondMember, result);
    await cardWith(easel, 'Still visible');
    deny(easel, PermissionFlagsBits.ViewChannel);
    const { general } = atelier.channels;
    easel.discord.changeWorld(({ guilds }) => {
      const hideFromEveryone = { id: atelier.guild, type: 'role' as const, allow: '0', deny: VIEW };
      const show = (id: string) => ({ id, type: 'role' as const, allow: VIEW, deny: '0' });
      for (const one of guilds[0]?.channels ?? []) {
        if (one.id === general) {
          one.overwrites = [hideFromEveryone, show(atelier.roles.bot), show(atelier.roles.moderator)];
        }
      }
    });
    await configure(easel, { ...SETTINGS, moderatorsChannelId: general });
    await report(easel, people.moderator, result);
    await easel.until(() =>
      easel.discord.messages(general, { as: people.moderator }).some((one) => textOf(one).includes('Hidden by')),
    );
  });
});

describe('a hidden picture', () => {
  const hide = async () => {
    const { easel, result } = await made();
    await report(easel, people.moderator, result);
    await hidden(easel, result);
    return { easel, result, card: await cardWith(easel, 'Hidden by') };
  };

  it('is restored by moderators only, as it was, and members’ reports no longer hide it', async () => {
    const { easel, result, card } = await hide();
    expect(privateText(await easel.press(people.secondMember, easel.now(result), 'Moderate …'))).toContain(
      'Only this server’s moderators can do that',
    );
    await easel.restart();
    await easel.press(people.manager, card, 'Restore');
    const back = await easel.until(() => {
      const now = easel.now(result);
      return textOf(now).includes('> a castle') && now;
    });
    expect(mediaOf(back)).toMatchObject([{ spoiler: false, altText: 'a castle' }]);
    await cardWith(easel, `**Restored** by <@${people.manager}>`);
    await report(easel, people.secondMember, back);
    await report(easel, people.artist, back);
    expect(mediaOf(easel.now(result))[0]?.spoiler).toBe(false);
  });

  it('disappears at once from private pages that are open, and a wall keeps its tabs', async () => {
    const { easel, result } = await made();
    const { secondMember: reader, member: author } = people;
    const own = messageOf(await easel.press(reader, result, 'More …'));
    const list = await easel.command(author, { channelId: GALLERY, name: 'history' });
    const turned = await easel.command(author, { channelId: GALLERY, name: 'explore' });
    await easel.press(author, turned, '★ Week');
    const shownTo = (userId: string, { id }: MessageView) => {
      const shown = easel.discord.messages(GALLERY, { as: userId }).find((one) => one.id === id);
      if (!shown) throw new Error('the page is gone');
      return { text: textOf(shown), hasFiles: JSON.stringify(shown.components).includes('/attachments/') };
    };
    expect(shownTo(reader, own).hasFiles).toBe(true);
    expect(shownTo(author, list).hasFiles).toBe(true);
    const before = shownTo(author, turned);
    await report(easel, people.moderator, result);
    await hidden(easel, result);
    await easel.idle();
    expect(shownTo(reader, own)).toMatchObject({
      hasFiles: false,
      text: expect.stringContaining('hidden after reports'),
    });
    expect(shownTo(author, list)).toMatchObject({ hasFiles: false, text: expect.stringContaining('[Newest]') });
    expect(shownTo(author, turned)).toEqual(before);
  });

  it('disappears from a private page at the next press there, if its token has ended', async () => {
    const { easel, result } = await made();
    const own = messageOf(await easel.press(people.secondMember, result, 'More …'));
    await easel.clock.leap(15 * MINUTE_MS);
    await report(easel, people.moderator, result);
    await hidden(easel, result);
    const shown = () => easel.discord.messages(GALLERY, { as: people.secondMember }).find(({ id }) => id === own.id);
    expect(JSON.stringify(shown()?.components)).toContain('/attachments/');
    await easel.press(people.secondMember, own, 'Change …');
    expect(JSON.stringify(shown()?.components)).not.toContain('/attachments/');
  });

  it('is removed for good, and the evidence stays with the moderators', async () => {
    const { easel, result, card } = await hide();
    await decideOn(easel, people.moderator, card, 'Remove …');
    await removed(easel, result);
    expect(mediaOf(easel.now(result))).toEqual([]);
    expect(easel.now(result).attachments).toEqual([]);
    const after = await cardWith(easel, '**Removed** by');
    expect(mediaOf(after)).toHaveLength(1);
  });

  const page = async (easel: Easel): Promise<string> => {
    const list = await easel.command(people.member, { channelId: GALLERY, name: 'history' });
    return textOf(await easel.open(people.member, list, 1));
  };
  const why = async (easel: Easel, userId: string, result: MessageView): Promise<string> =>
    privateText(await easel.press(userId, easel.now(result), 'Why?'));

  it('says why under its message to its author and moderators, and pings no one in the channel', async () => {
    const { easel, result, card } = await hide();
    expect(await page(easel)).toContain('hidden until a moderator decides');
    expect(await why(easel, people.member, result)).toContain('was reported. It’s hidden until a moderator decides.');
    await decideOn(easel, people.moderator, card, 'Remove …', 'it shows *a brand*');
    await removed(easel, result);
    await easel.idle();
    expect(await page(easel)).toContain('A moderator removed your picture: it shows \\*a brand\\*');
    expect(await why(easel, people.member, result)).toContain('removed your picture: it shows \\*a brand\\*');
    const [number = 'no number'] = textOf(await cardWith(easel, '**Removed** by')).match(/Decision #\d+/) ?? [];
    expect(await why(easel, people.moderator, result)).toMatch(/\*\*Removed\*\* by .*\n.*a brand/);
    for (const userId of [people.member, people.moderator]) expect(await why(easel, userId, result)).toContain(number);
    expect(await why(easel, people.secondMember, result)).toContain('and the moderators can see that');
    expect(inGallery(easel).join()).not.toMatch(/brand|there’s news/);
  });

  /** What a person reads privately about a picture, apart from answers to what they do. */
  const toldOf = (easel: Easel, result: MessageView, userId: string): string[] =>
    easel.discord
      .messages(GALLERY, { as: userId })
      .filter(({ sandbox }) => sandbox.ephemeral)
      .map(textOf)
      .filter((text) => text.includes(result.id));

  it('and every decision is said to its author alone, across restarts', async () => {
    const { easel, result } = await made();
    const told = () => toldOf(easel, result, people.member);
    const says = (words: string) => easel.until(() => told().some((text) => text.includes(words)));
    await easel.restart();
    await report(easel, people.moderator, result);
    await says('Your picture was reported');
    await easel.restart();
    await easel.press(people.moderator, await cardWith(easel, 'Hidden by'), 'Restore');
    await says('restored it');
    await easel.restart();
    await report(easel, people.moderator, easel.now(result));
    await decideOn(easel, people.moderator, await cardWith(easel, 'Hidden by'), 'Remove …', 'it shows a brand');
    await says('it shows a brand');
    expect(told()).toHaveLength(4);
    expect(toldOf(easel, result, people.owner)).toEqual([]);
  });

  it('is said to its author at once and alone, in the 15 minutes after their command', async () => {
    const { easel, result, card } = await hide();
    const told = (userId: string) => toldOf(easel, result, userId);
    await easel.until(() => told(people.member).length > 0);
    expect(told(people.member)).toEqual([expect.stringContaining('Your picture was reported')]);
    await easel.clock.advance(15 * MINUTE_MS);
    await decideOn(easel, people.moderator, card, 'Remove …', 'it shows a brand');
    await removed(easel, result);
    await easel.idle();
    expect(told(people.member)).toHaveLength(1);
    expect(told(people.owner)).toEqual([]);
    expect(inGallery(easel).join()).not.toMatch(/brand|has changed/);
  });

  it('is removed, and its author reads why, although its record can’t be read', async () => {
    const { easel, result, card } = await hide();
    await meddle(storeFileOf(easel.config.STORE_URL), async (query) => {
      await query("UPDATE records SET value = 'damaged' WHERE key LIKE 'works:%'");
    });
    await decideOn(easel, people.moderator, card, 'Remove …', 'it shows a brand');
    await removed(easel, result);
    expect(privateText(await easel.press(people.member, easel.now(result), 'Why?'))).toContain('it shows a brand');
    await easel.idle();
  });

  it('is not restored by its author, a moderator, unless they are a manager', async () => {
    const easel = await start();
    await configure(easel, SETTINGS);
    for (const [userId, words] of [
      [people.moderator, 'You can’t decide about what you made'],
      [people.manager, ''],
    ] as const) {
      const pending = await image(easel, userId);
      await easel.idle();
      await report(easel, people.owner, easel.now(pending));
      const now = await hidden(easel, pending);
      const answer = await moderateBy(easel, userId, now, 'Restore');
      if (words !== '') expect(privateText(answer)).toContain(words);
      else await easel.until(() => textOf(easel.now(pending)).includes('[★ Star]'));
    }
  });

  it('is not restored by its author under another member’s name in the button', async () => {
    const easel = await start();
    await configure(easel, SETTINGS);
    const result = await image(easel, people.moderator);
    await easel.idle();
    await report(easel, people.owner, easel.now(result));
    const now = await hidden(easel, result);
    const customId = JSON.stringify(now.components)
      .match(/moderate:[^:"]*/)?.[0]
      .replace('moderate:', 'reported:keep-');
    const forged = { type: 2, style: 2, label: 'Forged', custom_id: `${customId}:${people.member}` };
    await putOn(easel, now, [{ type: 1, components: [forged] }]);
    expect(privateText(await easel.press(people.moderator, easel.now(result), 'Forged'))).toContain(
      'You can’t decide about what you made',
    );
  });

  it.each([
    ['Restore', 'Remove …', '[★ Star]', /restored this already/],
    ['Remove …', 'Restore', 'The moderators removed this', /removed this already/],
  ])('stays as the first of two decisions left it, %s before %s', async (first, second, shown, late) => {
    const { easel, result, card } = await hide();
    const menu = messageOf(await easel.press(people.manager, easel.now(result), 'Moderate …'));
    await decideOn(easel, people.moderator, card, first);
    const notices = await decideOn(easel, people.manager, menu, second);
    expect(privateText(notices)).toMatch(late);
    expect(privateText(notices)).toContain(`Too late: <@${people.moderator}>`);
    await easel.until(() => textOf(easel.now(result)).includes(shown));
  });
});

describe('a picture that its author deleted from the history', () => {
  const forgotten = async () => {
    const { easel, result } = await made();
    await forgetAll(easel, people.member);
    return { easel, result };
  };

  it('is reported, and hidden until moderators restore it', async () => {
    const { easel, result } = await forgotten();
    expect(await report(easel, people.moderator, result)).toContain('hidden now');
    const now = await hidden(easel, result);
    expect(mediaOf(now)).toMatchObject([{ spoiler: true, altText: 'Hidden for now' }]);
    expect(textOf(now)).not.toContain('castle');
    expect(textOf(await cardWith(easel, 'Hidden by'))).toContain('no longer keeps the prompt');
    await moderateBy(easel, people.moderator, now, 'Restore');
    await easel.until(() => textOf(easel.now(result)).includes('it stays'));
    expect(mediaOf(easel.now(result))).toMatchObject([{ spoiler: false }]);
    await easel.press(people.member, easel.now(result), 'Delete');
    await easel.until(() => !easel.isThere(result));
  });

  it('is removed after a report from the message menu', async () => {
    const { easel, result } = await forgotten();
    const at = { channelId: GALLERY, name: 'Report to moderators', targetId: result.id };
    const form = await (await easel.discord.as(people.moderator).contextMenu(at)).answer;
    await fill(easel, people.moderator, form, { why: '' });
    await moderateBy(easel, people.moderator, await hidden(easel, result), 'Remove …');
    await removed(easel, result);
    expect(mediaOf(easel.now(result))).toEqual([]);
  });

  it('is hidden where Easel may not read its message, without a copy for moderators', async () => {
    const { easel, result } = await forgotten();
    easel.discord.changeWorld(({ guilds }) => {
      const deny = String(PermissionFlagsBits.ReadMessageHistory);
      const gallery = guilds[0]?.channels.find(({ id }) => id === GALLERY);
      gallery?.overwrites.push({ id: ids.bot, type: 'member', allow: '0', deny });
    });
    await report(easel, people.moderator, result);
    expect(mediaOf(await hidden(easel, result))).toEqual([]);
  });
});

describe('a picture that was built on a removed one', () => {
  it('is removed too, at any distance, and while it is unfinished or waits', async () => {
    const { easel, result } = await made();
    const child = messageOf(await easel.press(people.secondMember, result, 'Vary'));
    await easel.idle();
    const grandchild = messageOf(await easel.press(people.artist, easel.now(child), 'Vary'));
    await easel.idle();
    const stranger = await image(easel, people.artist);
    await easel.idle();
    await configure(easel, { ...SETTINGS, modes: { [GALLERY]: 'review' } });
    const waiting = messageOf(await easel.press(people.secondMember, result, 'Vary'));
    expect(textOf(waiting)).toContain('Waiting for a moderator');
    await easel.restart();

    await report(easel, people.moderator, result);
    const hiddenNow = await hidden(easel, result);
    await moderateBy(easel, people.moderator, hiddenNow, 'Remove …');
    for (const one of [result, child, grandchild]) {
      await removed(easel, one);
    }
    await easel.until(() => textOf(easel.now(waiting)).includes('Not made'));
    expect(textOf(easel.now(stranger))).toContain('[★ Star]');
    expect(await easel.budget()).toMatchObject({ held: 0 });
  });

  it('is not made once its source is hidden, though the form was open before', async () => {
    const { easel, result } = await made();
    await askFrom(easel, 1);
    const question = messageOf(await easel.press(people.secondMember, result, 'Vary'));
    await report(easel, people.moderator, result);
    expect(privateText(await agree(easel, people.secondMember, question))).toContain('hidden or removed');
    expect(prompts(easel)).toHaveLength(1);
  });
});
