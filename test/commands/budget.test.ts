import { describe, expect, it, onTestFinished } from 'vitest';
import { componentsOf } from '../../src/sandbox/message-reading.ts';
import {
  askFrom,
  budgetPage,
  choose,
  chooseAlerts,
  fill,
  messageOf,
  pauseSpending,
  privateText,
  setLimit,
} from '../flows/moderation-support.ts';
import {
  atelier,
  buttonOf,
  type Easel,
  type EaselOptions,
  GALLERY,
  mediaOf,
  people,
  startEasel,
  textOf,
} from '../support/easel.ts';
import { answered, ask, pressed, said } from './asking.ts';

async function start(options: EaselOptions = {}): Promise<Easel> {
  const easel = await startEasel(options);
  onTestFinished(() => easel.close());
  return easel;
}

type Options = Record<string, string | number | boolean>;
const image = (easel: Easel, userId: string, options: Options = {}) =>
  said(easel, userId, { name: 'image', options: { prompt: 'a lighthouse', ...options } });

describe('/budget', () => {
  it('shows members how the budget is divided, and lets only managers divide it', async () => {
    const easel = await start();
    const shown = await ask(easel, people.member, { name: 'budget' });
    expect(textOf(shown)).not.toContain('Manage …');
    expect(textOf(await pressed(easel, people.member, shown, 'Limits of this server'))).toContain(
      'There are no limits',
    );
    await expect(ask(easel, people.member, { name: 'settings' })).rejects.toThrow();
    const managers = await ask(easel, people.manager, { name: 'budget' });
    expect(textOf(await pressed(easel, people.manager, managers, 'Manage …'))).toContain('Time zone: UTC');
  });

  it('is part of the settings panel', async () => {
    const easel = await start();
    const panel = await ask(easel, people.manager, { name: 'settings' });
    const page = messageOf(await choose(easel, people.manager, panel, 'pick', ['budget']));
    expect(textOf(page)).toContain('There are no limits');
    expect(textOf(await pressed(easel, people.manager, page, 'Back'))).toContain('Settings of this server');
  });

  it('shows the budget and how many pictures and clips it pays for', async () => {
    const easel = await start();
    await image(easel, people.member);
    await easel.idle();
    const text = await said(easel, people.member, { name: 'budget' });
    expect(text).toMatch(/^### Budget of this server\n█░{19}$/m);
    expect(text).toContain('**496 credits left** of 500 this month');
    expect(text).toMatch(/Image Model A: 124 pictures \(4 credits each\)/);
  });

  it('pauses and resumes', async () => {
    const easel = await start();
    expect(textOf(await pauseSpending(easel, 'Pause spending'))).toContain('Paused');
    expect(await image(easel, people.member)).toContain('This server’s managers have paused');
    expect(await said(easel, people.member, { name: 'budget' })).toContain('This server’s managers have paused');
    expect(textOf(await pauseSpending(easel, 'Resume spending'))).toContain('You ended your pause');
    expect(await image(easel, people.member)).toContain('asked for a picture');
  });

  it('limits each member and shows them what is left', async () => {
    const easel = await start();
    const page = await setLimit(easel, { credits: 12, every: 'day', everyone: true });
    expect(textOf(page)).toContain('Set: Each member: 12 credits each day');
    for (let turn = 0; turn < 2; turn++) {
      expect(await image(easel, people.member)).toContain('asked for a picture');
      await easel.idle();
    }
    const refused = await image(easel, people.member, { count: 2 });
    expect(refused).toContain('8 credits needed, 4 of your 12 left today.');
    expect(await image(easel, people.artist, { count: 2 })).toContain('asked for 2 pictures');
    expect(await said(easel, people.member, { name: 'budget' })).toContain('**4 left**');
    const removed = await choose(easel, people.manager, page, 'remove-0', ['everyone:::day']);
    expect(textOf(messageOf(removed))).toContain('Limit removed');
    expect(await image(easel, people.member, { count: 2 })).toContain('asked for 2 pictures');
  });

  it('shows the maximum number of limits, and refuses one more with a clear message', async () => {
    const easel = await start();
    const guild = easel.discord.world.guilds.find(({ id }) => id === atelier.guild);
    const members = (guild?.members ?? []).map(({ userId }) => ({ member: userId }));
    const roles = Object.values(atelier.roles).flatMap((role) => [{ role }, { role, together: true as const }]);
    const channels = Object.values(atelier.channels).map((channel) => ({ channel }));
    const targets = [...members, ...roles, ...channels, { everyone: true as const }];
    const limits = ['day', 'week', 'month'].flatMap((every) => targets.map((target) => ({ ...target, every })));
    const answers: string[] = [];
    for (const limit of limits.slice(0, 51)) {
      answers.push(textOf(await setLimit(easel, { credits: 1_000_000_000, ...limit })));
    }
    expect(answers.filter((answer) => answer.includes('Set: '))).toHaveLength(50);
    expect(answers.at(-1)).toContain('at most 50 limits');
    const page = await budgetPage(easel);
    const menus = [...componentsOf(page.components)].filter(({ custom_id }) => String(custom_id).includes('remove'));
    expect(menus.map(({ options }) => (Array.isArray(options) ? options.length : 0))).toEqual([25, 25]);
    expect(easel.log.filter(({ msg }) => msg === 'interaction failed')).toEqual([]);
  });

  it('names a price of at least one credit, because a hold of 0 would be none', async () => {
    const easel = await start({ environment: { PRICE_GUESS_CREDITS: 'image-model-a=0' } });
    const text = await said(easel, people.member, { name: 'budget' });
    expect(text).toMatch(/Image Model A.*\b1\b/);
  });

  it('takes only whole numbers for a limit', async () => {
    const easel = await start();
    const page = await budgetPage(easel);
    const sent = async (label: string, values: Record<string, string>) =>
      textOf(messageOf(await fill(easel, people.manager, await easel.press(people.manager, page, label), values)));
    expect(await sent('Limit each member …', { credits: '40', every: 'week' })).toContain(
      'Each member: 40 credits each week',
    );
    expect(await sent('Limit each member …', { credits: 'many', every: 'week' })).toContain('Enter a whole number');
  });

  it('limits a member, a role, all of a role together, or a channel', async () => {
    const easel = await start();
    const { artist } = atelier.roles;
    const limits = { credits: 9, every: 'day' };
    await setLimit(easel, { ...limits, member: people.member });
    await setLimit(easel, { ...limits, role: artist });
    await setLimit(easel, { ...limits, role: artist, together: true });
    const page = textOf(await setLimit(easel, { ...limits, channel: GALLERY }));
    for (const who of [
      `<@${people.member}>`,
      `Each member with <@&${artist}>`,
      `All with <@&${artist}> together`,
      `All together in <#${GALLERY}>`,
    ])
      expect(page).toContain(`- ${who}: 9 credits each day`);
  });

  it('saves settings and refuses an unknown time zone', async () => {
    const easel = await start();
    expect(textOf(await askFrom(easel, 20, 'auckland'))).toMatch(
      /Time zone: Pacific\/Auckland\nEasel asks before spending 20 credits or more[\s\S]*Saved\./,
    );
    expect(textOf(await askFrom(easel, 20, 'Middle Earth'))).toContain('isn’t a time zone');
    expect(textOf(await askFrom(easel, 0))).toContain('Easel never asks');
  });

  it('sends a statement as a file', async () => {
    const easel = await start();
    await image(easel, people.member);
    await easel.idle();
    const page = await budgetPage(easel);
    const message = await answered(easel, people.manager, choose(easel, people.manager, page, 'statement', ['period']));
    expect(textOf(message)).toMatch(/The account from 2026-11-20 to 2026-11-20: 4 entries/);
    const [file] = mediaOf(message);
    expect(file?.url).toMatch(/\.csv/);
    const csv = await (await fetch(String(file?.url))).text();
    const lines = csv.trimEnd().split('\r\n');
    expect(lines[0]).toBe('entry,time,period,what,member,model,job,task,credits,balance,by,why');
    expect(lines.at(-1)).toMatch(new RegExp(`^4,2026-11-20T.*,settled,${people.member},image-model-a,.*,0,496,,$`));
  });

  it('draws a chart and describes it in the alt text', async () => {
    const easel = await start();
    const chart = async () =>
      answered(
        easel,
        people.member,
        easel.press(people.member, await ask(easel, people.member, { name: 'budget' }), 'Chart'),
      );
    expect(textOf(await chart())).toContain('Nothing was spent');
    await image(easel, people.member);
    await easel.idle();
    const message = await chart();
    const [picture] = mediaOf(message);
    expect(picture).toMatchObject({ contentType: 'image/png' });
    expect(picture?.altText).toContain('4 credits in total. Image Model A: 4. Most on 2026-11-20: 4 credits.');
    expect(textOf(message)).toContain(`1. <@${people.member}> 4 credits`);
  });
});

describe('budget alerts', () => {
  const shown = (easel: Easel): string =>
    easel.discord.messages(GALLERY, { as: people.owner }).map(textOf).join('\n---\n');

  it('are posted once when a threshold is crossed, even across a restart', async () => {
    const easel = await start({ environment: { BUDGET_DEFAULT_CREDITS: '10' } });
    expect(await chooseAlerts(easel, GALLERY)).toContain('gets alerts when 50, 80 and 100 %');
    await image(easel, people.member);
    await easel.idle();
    await image(easel, people.member);
    await easel.idle();
    await easel.until(() => shown(easel).includes('80 % of the budget is used'));
    await easel.restart();
    await easel.idle();
    expect(shown(easel).split('80 % of the budget is used')).toHaveLength(2);
  });

  it('are turned off where no channel is left chosen', async () => {
    const easel = await start({ environment: { BUDGET_DEFAULT_CREDITS: '10' } });
    expect(textOf(await budgetPage(easel))).toContain('No channel gets budget alerts');
    await chooseAlerts(easel, GALLERY);
    expect(textOf(await budgetPage(easel))).toContain(`<#${GALLERY}> gets alerts`);
    expect(await chooseAlerts(easel)).toContain('No channel gets budget alerts');
    await image(easel, people.member, { count: 2 });
    await easel.idle();
    expect(shown(easel)).not.toContain('The budget is used up');
  });

  it('cannot be turned off by a former manager', async () => {
    const easel = await start();
    await chooseAlerts(easel, GALLERY);
    const page = await budgetPage(easel);
    easel.discord.changeWorld(({ guilds }) => {
      const manager = guilds[0]?.members.find(({ userId }) => userId === people.manager);
      if (manager) manager.roleIds = [];
    });
    expect(privateText(await choose(easel, people.manager, page, 'alerts', []))).toContain('Manage Server');
  });

  it('report an unconfirmed task', async () => {
    const easel = await start();
    await chooseAlerts(easel, GALLERY);
    easel.service.faults.switchOn('cutLine', { on: 'create', moment: 'after', times: 1 });
    await image(easel, people.member);
    await easel.until(() => shown(easel).includes('### 1 unconfirmed task'));
  });

  it('need a channel where the bot may post', async () => {
    const easel = await start();
    const { hidden } = atelier.channels;
    expect(await chooseAlerts(easel, hidden)).toContain('can’t send messages in');
  });
});

describe('the question before an expensive request', () => {
  const asked = async (options: EaselOptions = {}) => {
    const easel = await start(options);
    await askFrom(easel, 10);
    const input = { name: 'image', options: { prompt: 'a lighthouse', count: 2 } };
    const question = await ask(easel, people.member, input);
    return { easel, question };
  };
  const jobs = (easel: Easel): number => easel.log.filter(({ msg }) => msg === 'job held').length;

  it('is asked at the threshold, and not below it', async () => {
    const { easel, question } = await asked();
    expect(textOf(question)).toContain('Make this for **~10 credits**? The server has 500 left.');
    expect(question.sandbox.ephemeral).toBe(true);
    expect(jobs(easel)).toBe(0);
    expect(await image(easel, people.member)).toContain('asked for a picture');
  });

  it('names the member’s limit if it leaves less than the server has', async () => {
    const easel = await start();
    await askFrom(easel, 10);
    await setLimit(easel, { credits: 100, every: 'day', everyone: true });
    const question = await ask(easel, people.member, { name: 'image', options: { prompt: 'a lighthouse', count: 2 } });
    expect(textOf(question)).toContain('A limit of this server leaves 100: Each member: 100 credits each day.');
  });

  it('starts the request after a yes, even after a restart, and only once', async () => {
    const { easel, question } = await asked();
    await easel.restart();
    const yes = { channelId: GALLERY, messageId: question.id, customId: buttonOf(question, 'Make 2') };
    const presses = await Promise.all([
      easel.discord.as(people.member).press(yes),
      easel.discord.as(people.member).press(yes),
    ]);
    const answers = await Promise.all(presses.map((press) => press.answer));
    await easel.idle();
    expect(jobs(easel)).toBe(1);
    expect(JSON.stringify(answers)).toContain('asked for 2 pictures');
    const seen = easel.discord.messages(GALLERY, { as: people.member }).map(({ id }) => id);
    expect(seen).not.toContain(question.id);
    expect(await easel.budget()).toMatchObject({ spent: 8, held: 0 });
  });

  it('is not asked if the request would be refused anyway', async () => {
    const { easel } = await asked();
    await setLimit(easel, { credits: 12, every: 'day', everyone: true });
    expect(await image(easel, people.member, { count: 3 })).toMatch(/credits needed, 12 of your 12 left today/);
  });

  it('drops the request after a no, and when it expires', async () => {
    const { easel, question } = await asked();
    await easel.press(people.member, question, 'Cancel');
    expect(jobs(easel)).toBe(0);
    const late = await ask(easel, people.member, { name: 'image', options: { prompt: 'x', count: 4 } });
    await easel.clock.advance(11 * 60_000);
    const answer = await easel.press(people.member, late, 'Make 4');
    expect(JSON.stringify(answer)).toContain('has expired');
    expect(jobs(easel)).toBe(0);
  });
});
