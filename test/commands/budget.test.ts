import { describe, expect, it, onTestFinished } from 'vitest';
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
import { ask, pressed, said } from './asking.ts';

async function start(options: EaselOptions = {}): Promise<Easel> {
  const easel = await startEasel(options);
  onTestFinished(() => easel.close());
  return easel;
}

type Options = Record<string, string | number | boolean>;
const asManager = (easel: Easel, subcommand: string, options: Options = {}) =>
  said(easel, people.manager, { name: 'budget', subcommand, options });
const share = (easel: Easel, subcommand: string, options: Options = {}) =>
  said(easel, people.manager, { name: 'budget', group: 'share', subcommand, options });
const image = (easel: Easel, userId: string, options: Options = {}) =>
  said(easel, userId, { name: 'image', options: { prompt: 'a lighthouse', ...options } });

describe('/budget', () => {
  it.each(['pause', 'resume', 'statement', 'settings', 'alerts'])('refuses %s to members', async (subcommand) => {
    const easel = await start();
    expect(await said(easel, people.member, { name: 'budget', subcommand })).toContain(
      'Only members with Manage Server',
    );
  });

  it('refuses to let members set limits', async () => {
    const easel = await start();
    const input = {
      name: 'budget',
      group: 'share',
      subcommand: 'set',
      options: { credits: 9, every: 'day', everyone: true },
    };
    expect(await said(easel, people.member, input)).toContain('Only members with Manage Server');
    expect(await share(easel, 'list')).toContain('There are no limits');
  });

  it('shows the budget and how many pictures and clips it pays for', async () => {
    const easel = await start();
    await image(easel, people.member);
    await easel.idle();
    const text = await said(easel, people.member, { name: 'budget', subcommand: 'show' });
    expect(text).toMatch(/^### Budget of this server\n█░{19}$/m);
    expect(text).toContain('**496 credits left** of 500 this month');
    expect(text).toMatch(/Image Model A: 124 pictures \(4 credits each\)/);
  });

  it('pauses and resumes', async () => {
    const easel = await start();
    expect(await asManager(easel, 'pause')).toContain('Paused');
    expect(await image(easel, people.member)).toContain('This server’s managers have paused');
    expect(await said(easel, people.member, { name: 'budget', subcommand: 'show' })).toContain(
      'This server’s managers have paused',
    );
    expect(await asManager(easel, 'resume')).toContain('Resumed');
    expect(await image(easel, people.member)).toContain('asked for a picture');
  });

  it('limits each member and shows them what is left', async () => {
    const easel = await start();
    const words = await share(easel, 'set', { credits: 12, every: 'day', everyone: true });
    expect(words).toContain('Set: Each member: 12 credits each day');
    for (let turn = 0; turn < 2; turn++) {
      expect(await image(easel, people.member)).toContain('asked for a picture');
      await easel.idle();
    }
    const refused = await image(easel, people.member, { count: 2 });
    expect(refused).toMatch(/needs about 8 credits, and a limit of this server leaves 4 credits: Each member/);
    expect(await image(easel, people.artist, { count: 2 })).toContain('asked for 2 pictures');
    expect(await said(easel, people.member, { name: 'budget', subcommand: 'show' })).toContain('**4 left**');
    const [limit] = await easel.discord.as(people.manager).autocomplete({
      ...{ channelId: GALLERY, name: 'budget', group: 'share', subcommand: 'remove' },
      ...{ focused: 'limit', options: { limit: 'member' } },
    });
    expect(await share(easel, 'remove', { limit: String(limit?.value) })).toContain('removed');
    expect(await image(easel, people.member, { count: 2 })).toContain('asked for 2 pictures');
  });

  it('shows and suggests the maximum number of limits, and refuses one more with a clear message', async () => {
    const easel = await start();
    const guild = easel.discord.world.guilds.find(({ id }) => id === atelier.guild);
    const members = (guild?.members ?? []).map(({ userId }) => ({ member: userId }));
    const roles = Object.values(atelier.roles).flatMap((role) => [{ role }, { role, together: true }]);
    const channels = Object.values(atelier.channels).map((channel) => ({ channel }));
    const targets = [...members, ...roles, ...channels, { everyone: true }];
    const limits = ['day', 'week', 'month'].flatMap((every) => targets.map((target) => ({ ...target, every })));
    const answers: string[] = [];
    for (const limit of limits.slice(0, 51)) {
      answers.push(await share(easel, 'set', { credits: 1_000_000_000, ...limit }));
    }
    expect(answers.filter((answer) => answer.startsWith('Set: '))).toHaveLength(50);
    expect(answers.at(-1)).toContain('at most 50 limits');
    expect(await share(easel, 'list')).toContain('each week');
    const suggested = await easel.discord.as(people.manager).autocomplete({
      ...{ channelId: GALLERY, name: 'budget', group: 'share', subcommand: 'remove' },
      ...{ focused: 'limit', options: { limit: '' } },
    });
    expect(suggested).toHaveLength(25);
    expect(easel.log.filter(({ msg }) => msg === 'interaction failed')).toEqual([]);
  });

  it('says that a model is free if the service charged nothing for it', async () => {
    const easel = await start({ environment: { PRICE_GUESS_CREDITS: 'image-model-a=0' } });
    const text = await said(easel, people.member, { name: 'budget', subcommand: 'show' });
    expect(text).toContain('Image Model A: as many as you like (free)');
  });

  it('requires exactly one target for a limit', async () => {
    const easel = await start();
    const options = { credits: 9, every: 'day', everyone: true, member: people.member };
    expect(await share(easel, 'set', options)).toContain('exactly one');
    expect(await share(easel, 'set', { credits: 9, every: 'day' })).toContain('exactly one');
  });

  it('saves settings and refuses an unknown time zone', async () => {
    const easel = await start();
    expect(await asManager(easel, 'settings', { time_zone: 'Pacific/Auckland', ask_from: 20 })).toMatch(
      /Saved\.\nTime zone: Pacific\/Auckland\nEasel asks before spending 20 credits or more/,
    );
    expect(await asManager(easel, 'settings', { time_zone: 'Middle/Earth' })).toContain('isn’t a time zone');
    expect(await asManager(easel, 'settings', { ask_from: 0 })).toContain('Easel never asks');
  });

  it('sends a statement as a file', async () => {
    const easel = await start();
    await image(easel, people.member);
    await easel.idle();
    const message = await ask(easel, people.manager, { name: 'budget', subcommand: 'statement' });
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
    expect(textOf(await ask(easel, people.member, { name: 'budget', subcommand: 'chart' }))).toContain(
      'Nothing was spent',
    );
    await image(easel, people.member);
    await easel.idle();
    const message = await ask(easel, people.member, { name: 'budget', subcommand: 'chart' });
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
    expect(await asManager(easel, 'alerts', { channel: GALLERY })).toContain('gets alerts when 50, 80 and 100 %');
    await image(easel, people.member);
    await easel.idle();
    await image(easel, people.member);
    await easel.idle();
    await easel.until(() => shown(easel).includes('80 % of the budget is used'));
    await easel.restart();
    await easel.idle();
    expect(shown(easel).split('80 % of the budget is used')).toHaveLength(2);
  });

  it('are shown by the command without options, and turned off only after a question', async () => {
    const easel = await start({ environment: { BUDGET_DEFAULT_CREDITS: '10' } });
    const bare = () => ask(easel, people.manager, { name: 'budget', subcommand: 'alerts' });
    expect(textOf(await bare())).toContain('No channel gets budget alerts');
    await asManager(easel, 'alerts', { channel: GALLERY });

    const state = await bare();
    expect(textOf(state)).toContain(`<#${GALLERY}> gets alerts`);
    const question = await pressed(easel, people.manager, state, 'Turn off …');
    expect(textOf(question)).toContain(`Turn off the alerts in <#${GALLERY}>?`);
    expect(textOf(await pressed(easel, people.manager, question, 'Keep alerts'))).toContain('gets alerts');
    await image(easel, people.member, { count: 2 });
    await easel.until(() => shown(easel).includes('The budget is used up'));
    await easel.idle();

    const again = await pressed(easel, people.manager, await bare(), 'Turn off …');
    expect(textOf(await pressed(easel, people.manager, again, 'Turn off alerts'))).toContain('No channel gets');
    expect(textOf(await bare())).toContain('No channel gets budget alerts');
  });

  it('cannot be turned off by a former manager', async () => {
    const easel = await start();
    const state = await ask(easel, people.manager, {
      ...{ name: 'budget', subcommand: 'alerts', options: { channel: GALLERY } },
    });
    const question = await pressed(easel, people.manager, state, 'Turn off …');
    easel.discord.changeWorld(({ guilds }) => {
      const manager = guilds[0]?.members.find(({ userId }) => userId === people.manager);
      if (manager) manager.roleIds = [];
    });
    expect(textOf(await pressed(easel, people.manager, question, 'Turn off alerts'))).toContain('Manage Server');
  });

  it('report an unconfirmed task', async () => {
    const easel = await start();
    await asManager(easel, 'alerts', { channel: GALLERY });
    easel.service.faults.switchOn('cutLine', { on: 'create', moment: 'after', times: 1 });
    await image(easel, people.member);
    await easel.until(() => shown(easel).includes('### 1 unconfirmed task'));
  });

  it('need a channel where the bot may post', async () => {
    const easel = await start();
    const { hidden } = atelier.channels;
    expect(await asManager(easel, 'alerts', { channel: hidden })).toContain('can’t send messages in');
  });
});

describe('the question before an expensive request', () => {
  const asked = async (options: EaselOptions = {}) => {
    const easel = await start(options);
    await asManager(easel, 'settings', { ask_from: 10 });
    const input = { name: 'image', options: { prompt: 'a lighthouse', count: 2 } };
    const question = await ask(easel, people.member, input);
    return { easel, question };
  };
  const jobs = (easel: Easel): number => easel.log.filter(({ msg }) => msg === 'job held').length;

  it('is asked at the threshold, and not below it', async () => {
    const { easel, question } = await asked();
    expect(textOf(question)).toContain('This will cost about **10 credits**; the server has 500 left. Continue?');
    expect(question.sandbox.ephemeral).toBe(true);
    expect(jobs(easel)).toBe(0);
    expect(await image(easel, people.member)).toContain('asked for a picture');
  });

  it('names the member’s limit if it leaves less than the server has', async () => {
    const easel = await start();
    await asManager(easel, 'settings', { ask_from: 10 });
    await share(easel, 'set', { credits: 100, every: 'day', everyone: true });
    const question = await ask(easel, people.member, { name: 'image', options: { prompt: 'a lighthouse', count: 2 } });
    expect(textOf(question)).toContain(
      'a limit of this server leaves 100: Each member: 100 credits each day. Continue?',
    );
  });

  it('starts the request after a yes, even after a restart, and only once', async () => {
    const { easel, question } = await asked();
    await easel.restart();
    const yes = { channelId: GALLERY, messageId: question.id, customId: buttonOf(question, 'Continue') };
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
    await share(easel, 'set', { credits: 12, every: 'day', everyone: true });
    expect(await image(easel, people.member, { count: 3 })).toContain('a limit of this server leaves 12 credits');
  });

  it('drops the request after a no, and when it expires', async () => {
    const { easel, question } = await asked();
    await easel.press(people.member, question, 'Cancel');
    expect(jobs(easel)).toBe(0);
    const late = await ask(easel, people.member, { name: 'image', options: { prompt: 'x', count: 4 } });
    await easel.clock.advance(11 * 60_000);
    const answer = await easel.press(people.member, late, 'Continue');
    expect(JSON.stringify(answer)).toContain('has expired');
    expect(jobs(easel)).toBe(0);
  });
});
