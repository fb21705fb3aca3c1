import { describe, expect, it } from 'vitest';
import type { MessageView } from '../../src/sandbox/discord/people/views.ts';
import { answered, ask } from '../commands/asking.ts';
import { atelier, type Easel, GALLERY, ids, mediaOf, people, textOf } from '../support/easel.ts';
import {
  choose,
  configure,
  fill,
  image,
  lastCard,
  messageOf,
  moderate,
  privateText,
  prompts,
  STAFF,
  showToEveryone,
  start,
} from './moderation-support.ts';
import { panel, section } from './settings-support.ts';

const HOUR_MS = 3_600_000;
const SETTINGS = { moderatorsChannelId: STAFF, moderatorRoleIds: [atelier.roles.moderator] };

async function moderated(settings: Record<string, unknown> = {}): Promise<Easel> {
  const easel = await start();
  showToEveryone(easel, 'moderation');
  await configure(easel, { ...SETTINGS, ...settings });
  return easel;
}
const openPanel = (easel: Easel) =>
  easel.command(people.moderator, { channelId: GALLERY, name: 'moderation', subcommand: 'panel' });
/** A member's record, by the panel. */
const find = async (easel: Easel, memberId: string) =>
  messageOf(await choose(easel, people.moderator, await openPanel(easel), 'queue:find', [memberId]));
const inStaff = (easel: Easel): string =>
  easel.discord.messages(STAFF, { as: people.moderator }).map(textOf).join('\n');

describe('/moderation', () => {
  it('is for moderators only', async () => {
    const easel = await moderated();
    for (const userId of [people.member, people.artist]) {
      for (const what of ['timeout', 'panel']) {
        const refused = await moderate(easel, what, { member: people.secondMember, for: 60 }, userId);
        expect(refused).toContain('Only this server’s moderators');
      }
    }
    expect(await moderate(easel, 'log')).not.toContain(people.secondMember);
  });

  it('says that no moderator roles are chosen yet, to managers and to others', async () => {
    const easel = await start();
    showToEveryone(easel, 'moderation');
    const missing = 'Managers haven’t chosen any moderator roles here yet. They can with `/setup`';
    const openRound = async () =>
      textOf(await ask(easel, people.moderator, { name: 'round', options: { theme: 'boats' } }));
    expect(await moderate(easel, 'log')).toBe(`Only this server’s moderators can do that. ${missing}.`);
    expect(await openRound()).toContain(missing);
    for (const page of [await panel(easel), await section(easel, 'moderators')]) {
      expect(textOf(page)).toContain('⚠️ There are no moderator roles yet');
    }
    expect(textOf(await section(easel, 'limits'))).not.toContain('moderator roles');

    await configure(easel, { moderatorRoleIds: [atelier.roles.moderator] });
    expect(await moderate(easel, 'log', {}, people.member)).toBe('Only this server’s moderators can do that.');
    expect(textOf(await panel(easel))).not.toContain('no moderator roles yet');
    expect(await openRound()).not.toContain('Only moderators');
  });

  it('puts a member in a timeout with a reason, across a restart; lists it and lifts it', async () => {
    const easel = await moderated();
    const options = { member: people.member, for: 60, why: 'Too many ducks' };
    expect(await moderate(easel, 'timeout', options)).toMatch(/can’t make anything here until <t:\d+:f> \(<t:\d+:R>\)/);
    await easel.restart();
    expect(textOf(await image(easel, people.member))).toMatch(/until <t:\d+:f> \(<t:\d+:R>\): Too many ducks/);
    expect(textOf(await image(easel, people.secondMember))).toContain('asked for a picture');
    expect(await moderate(easel, 'timeouts')).toContain(`<@${people.member}> until`);
    await easel.until(() => inStaff(easel).includes(`timed <@${people.member}> out until <t:`));
    const record = await find(easel, people.member);
    const lift = async () => textOf(messageOf(await easel.press(people.moderator, record, 'End timeout')));
    await lift();
    expect(textOf(await image(easel, people.member))).toContain('asked for a picture');
    expect(await lift()).toContain('isn’t timed out');
    expect(await moderate(easel, 'timeouts')).toContain('No one is timed out');
    await easel.idle();
  });

  it('refuses a timeout for managers and Easel, says why, and lets who became a manager end their own', async () => {
    const easel = await moderated();
    const refusals = [
      [people.manager, 'managers can’t be timed out'],
      [people.owner, 'managers can’t be timed out'],
      [ids.bot, 'That’s a bot'],
    ] as const;
    for (const [member, words] of refusals) {
      for (const byId of [people.moderator, people.manager, people.owner]) {
        if (byId === member) continue;
        expect(await moderate(easel, 'timeout', { member, for: 60 }, byId)).toContain(words);
      }
    }
    expect(await moderate(easel, 'timeouts')).toContain('No one is timed out');
    await moderate(easel, 'timeout', { member: people.artist, for: 60 });
    easel.discord.changeWorld(({ guilds }) => {
      const artist = guilds[0]?.members.find(({ userId }) => userId === people.artist);
      artist?.roleIds.push(atelier.roles.manager);
    });
    expect(await moderate(easel, 'lift', { member: people.artist }, people.artist)).toContain(
      'can make pictures and clips here',
    );
  });

  it('ends a timeout by itself; until then buttons are refused', async () => {
    const easel = await moderated();
    const done = await image(easel, people.secondMember);
    await easel.idle();
    await moderate(easel, 'timeout', { member: people.member, for: 60 });
    const pressed = await easel.press(people.member, easel.now(done), 'Vary');
    expect('message' in pressed && textOf(pressed.message)).toContain('A moderator has timed you out');
    await easel.clock.advance(HOUR_MS);
    expect(textOf(await image(easel, people.member))).toContain('asked for a picture');
    await easel.idle();
  });

  it('lets no one decide about themselves', async () => {
    const easel = await moderated();
    expect(await moderate(easel, 'timeout', { member: people.moderator, for: 60 })).toContain('another moderator');
    await moderate(easel, 'timeout', { member: people.moderator, for: 60 }, people.manager);
    expect(await moderate(easel, 'lift', { member: people.moderator })).toContain('another moderator');
    expect(await moderate(easel, 'trust', { member: people.moderator })).toContain('another moderator');
    expect(await moderate(easel, 'trust', { member: people.manager }, people.manager)).toContain(
      'no longer need approval',
    );
  });

  it('trusts a member, and stops trusting them', async () => {
    const easel = await moderated({ modes: { [GALLERY]: 'review' } });
    const record = await find(easel, people.member);
    const trust = async () => textOf(messageOf(await easel.press(people.moderator, record, 'Trust')));
    await trust();
    await easel.restart();
    expect(textOf(await image(easel, people.member))).toContain('asked for a picture');
    expect(await trust()).toContain('already');
    await moderate(easel, 'untrust', { member: people.member });
    expect(textOf(await image(easel, people.member))).toContain('Waiting for a moderator');
    await easel.idle();
  });

  it('undoes a decision about a member once, for ten minutes, and unless another one followed', async () => {
    const easel = await moderated({ modes: { [GALLERY]: 'review' } });
    const timeout = (minutes: number) =>
      ask(easel, people.moderator, {
        ...{ name: 'moderation', subcommand: 'timeout', options: { member: people.member, for: minutes } },
      });
    const undo = async (shown: MessageView): Promise<string> =>
      textOf(messageOf(await easel.press(people.moderator, shown, 'Undo')));
    const timedOutUntil = async () => /<t:\d+:f>/.exec(textOf(await find(easel, people.member)))?.[0];
    const first = await timeout(60);
    const until = await timedOutUntil();
    const second = await timeout(360);
    expect(await undo(first)).toContain('can’t be undone');
    await easel.clock.advance(1_000);
    await easel.restart();
    const [once, again] = await Promise.all([undo(second), undo(second)]);
    expect([once, again].filter((said) => said.includes('as before'))).toHaveLength(1);
    // The timeout before it counts again, and nothing is left to undo.
    expect(await timedOutUntil()).toBe(until);
    expect(await undo(first)).toContain('can’t be undone');
    const lifted = messageOf(await easel.press(people.moderator, await find(easel, people.member), 'End timeout'));
    await undo(lifted);
    expect(await timedOutUntil()).toBe(until);
    const trusted = messageOf(await easel.press(people.moderator, await find(easel, people.member), 'Trust'));
    await easel.clock.advance(11 * 60_000);
    expect(await undo(trusted)).toContain('ten minutes have passed');
    expect(textOf(await find(easel, people.member))).toContain('Trusted by');
  });

  it('pauses the server for everyone, and resumes', async () => {
    const easel = await moderated();
    const running = await openPanel(easel);
    const pause = async () => {
      const form = await easel.press(people.moderator, running, 'Pause …');
      return textOf(messageOf(await fill(easel, people.moderator, form, { why: 'a raid' })));
    };
    expect(await pause()).toContain('Paused');
    await easel.restart();
    expect(textOf(await image(easel, people.manager))).toContain('moderators have paused');
    expect(await pause()).toContain('already');
    const paused = await openPanel(easel);
    const resume = async () => textOf(messageOf(await easel.press(people.moderator, paused, 'Resume')));
    await resume();
    expect(await resume()).toContain('isn’t paused');
    expect(textOf(await image(easel, people.member))).toContain('asked for a picture');
    await easel.idle();
    expect(prompts(easel)).toHaveLength(1);
  });

  it('opens a member’s record however much was written about them, with the latest entries', async () => {
    const phrase = 'kraken '.repeat(11).trim();
    const easel = await moderated({ words: { refuse: [phrase], explicit: [], review: [], allow: [] } });
    for (const number of [1, 2, 3, 4, 5]) {
      const prompt = `${number} ${'_'.repeat(150)} ${phrase}`;
      await image(easel, people.member, { options: { prompt } });
    }
    for (const minutes of [10, 60, 360, 1440, 4320]) {
      const why = `for ${minutes} ${'_'.repeat(280)}`;
      await moderate(easel, 'timeout', { member: people.member, for: minutes, why });
    }
    // A decision is in the log a moment after its answer. The line about the timeout names it too.
    const record = await easel.until(async () => {
      const shown = await moderate(easel, 'member', { member: people.member });
      return shown.split(': for 4320').length > 2 && shown;
    });
    expect(record).toMatch(
      /Latest refused prompts[\s\S]*: 5 [\s\S]*Latest decisions\W*- [^\n]* out until [^\n]*: for 4320 /,
    );
  });

  it('shows waiting requests, refused requests, and a member’s record', async () => {
    const words = { refuse: ['kraken'], review: [], explicit: [], allow: [] };
    const easel = await moderated({ modes: { [GALLERY]: 'review' }, words });
    await image(easel, people.member, { options: { prompt: 'a castle' } });
    await image(easel, people.member, { options: { prompt: 'a kr4ken' } });
    const card = await lastCard(easel);
    expect(await moderate(easel, 'panel')).toContain(`a castle ([card](https://discord.com/channels/`);
    expect(await moderate(easel, 'refusals')).toMatch(
      new RegExp(`<@${people.member}> in <#.*line \`kraken\`: a kr4ken`),
    );
    const form = await easel.press(people.moderator, card, 'Reject …');
    await fill(easel, people.moderator, form, { why: 'no castles' });
    const record = await easel.until(async () => {
      const shown = await moderate(easel, 'member', { member: people.member });
      // The count is written after the line of the log.
      return shown.includes('1 rejected') && shown;
    });
    expect(await moderate(easel, 'panel')).toContain('No requests are waiting');
    expect(record).toContain('rejected a request');
    expect(record).toContain('1 request, 1 rejected, 1 refused');
    expect(record).toContain('line `kraken`');
  });

  it('shows a log that can be filtered and saved as a file', async () => {
    const easel = await moderated();
    await moderate(easel, 'timeout', { member: people.member, for: 10, why: '=1+1' });
    await moderate(easel, 'trust', { member: people.artist }, people.manager);
    await easel.restart();
    expect(await moderate(easel, 'log')).toMatch(/trusted[\s\S]*timed[\s\S]*imported settings/);
    const ofMembers = await moderate(easel, 'log', { about: 'members' });
    expect(ofMembers).toContain('timed');
    expect(ofMembers).not.toContain('imported');
    const panel = await openPanel(easel);
    const message = await answered(
      easel,
      people.moderator,
      choose(easel, people.moderator, panel, 'queue:list', ['file']),
    );
    const csv = await (await fetch(String(mediaOf(message)[0]?.url))).text();
    const [head, first = ''] = csv.split('\r\n');
    expect(head).toBe('number,time,by,action,member,job,channel,link,until,votes by,prompt,why');
    expect(first).toContain(`,${people.manager},trusted,${people.artist},`);
    expect(csv).toMatch(new RegExp(`${people.moderator},timed out,${people.member},,,,20[^,]*,,,'=1\\+1`));
  });

  it('logs what was decided about, who voted for it, and filters by kind', async () => {
    const easel = await moderated({ modes: { [GALLERY]: 'vote' }, votesNeeded: 2 });
    const request = await image(easel, people.member, { options: { prompt: 'a lighthouse' } });
    await easel.press(people.secondMember, request, 'Vote for it (0/2)');
    await easel.until(() => textOf(easel.now(request)).includes('Vote for it (1/2)'));
    await easel.press(people.artist, easel.now(request), 'Vote for it (1/2)');
    await easel.until(() => mediaOf(easel.now(request)).length > 0);
    await moderate(easel, 'timeout', { member: people.artist, for: 60 });
    const log = await moderate(easel, 'log', { about: 'requests' });
    expect(log).toContain(`in <#${GALLERY}> ([message](https://discord.com/channels/`);
    expect(log).toContain(`with votes by <@${people.secondMember}> <@${people.artist}>, “a lighthouse”`);
    expect(log).not.toContain('timed');
    expect(await moderate(easel, 'log', { about: 'members' })).toMatch(/timed <@\d+> out until <t:\d+:f>/);
    expect(await moderate(easel, 'log', { about: 'rounds' })).toContain('No matching decisions');
  });

  it('opens from the card of a request, and so does a timeout', async () => {
    const easel = await moderated({ modes: { [GALLERY]: 'review' } });
    await image(easel, people.member, { options: { prompt: 'a lighthouse' } });
    const card = await easel.until(() =>
      easel.discord.messages(STAFF, { as: people.moderator }).find((one) => textOf(one).includes('lighthouse')),
    );
    expect(privateText(await easel.press(people.moderator, card, 'View member record'))).toContain('1 request');
    const form = await easel.press(people.moderator, card, 'Time out …');
    await fill(easel, people.moderator, form, { for: '60', why: 'Next' });
    expect(await moderate(easel, 'timeouts')).toContain(`<@${people.member}> until`);
  });
});
