import { describe, expect, it } from 'vitest';
import { pauseSpending } from '../flows/moderation-support.ts';
import { atelier, GALLERY, mediaOf, people, startEasel, textOf } from '../support/easel.ts';
import { ask, credits, said, startWithOperator } from './asking.ts';

const GENERATE = { name: 'image', options: { prompt: 'a lighthouse' } };

describe('/credits', () => {
  it('is hidden from members and refuses everyone except operators, including admins', async () => {
    const easel = await startEasel();
    try {
      const offered = (userId: string) =>
        easel.discord.as(userId).commands(easel.discord.world.guilds[0]?.channels[0]?.id ?? '');
      expect(offered(people.member).map(({ name }) => name)).not.toContain('credits');
      const text = await said(easel, people.owner, {
        name: 'credits',
        subcommand: 'grant',
        options: { credits: 1000 },
      });
      expect(text).toContain('Only Easel’s operator can do that');
      expect(await easel.budget()).toMatchObject({ left: 500 });
    } finally {
      await easel.close();
    }
  });

  it('grants one-time credits and withdraws unused ones', async () => {
    const easel = await startWithOperator();
    expect(await credits(easel, 'grant', { credits: 250, why: 'contest' })).toMatch(
      /Granted 250 credits to .*750 credits left/,
    );
    expect(await easel.budget()).toMatchObject({ left: 750 });
    expect(await credits(easel, 'grant', { credits: -300 })).toMatch(/has only 250 credits of grants/);
    expect(await credits(easel, 'grant', { credits: -200 })).toMatch(/Removed 200 credits/);
    expect(await easel.budget()).toMatchObject({ left: 550 });
    expect(await credits(easel, 'grant', { credits: 0 })).toContain('at least one credit');
  });

  it('grants no more than an account can hold, and names that amount', async () => {
    const easel = await startWithOperator();
    await credits(easel, 'grant', { credits: 1_000_000_000 });
    expect(await credits(easel, 'grant', { credits: 1 })).toContain('whole number of credits, up to 1,000,000,000');
  });

  it('sets an allowance that applies immediately', async () => {
    const easel = await startWithOperator();
    const text = await credits(easel, 'allowance', { every: 'day', credits: 40, carry_over: 100 });
    expect(text).toMatch(/now gets 40 credits each day. Up to 100 unused credits carry over/);
    expect(await easel.budget()).toMatchObject({ left: 40 });
    expect(await credits(easel, 'allowance', { every: 'week' })).toContain('Enter how many credits');
    expect(await credits(easel, 'allowance', { every: 'default' })).toContain('default allowance again');
    expect(await easel.budget()).toMatchObject({ left: 500 });
    await credits(easel, 'allowance', { every: 'none' });
    expect(await easel.budget()).toMatchObject({ left: 0 });
    expect(await said(easel, people.member, GENERATE)).toContain('gets no regular credits');
  });

  it('accepts a server’s name and suggests servers with accounts', async () => {
    const easel = await startWithOperator();
    const suggested = (userId: string, typed: string) =>
      easel.discord.as(userId).autocomplete({
        ...{ channelId: GALLERY, name: 'credits', subcommand: 'grant' },
        ...{ focused: 'server', options: { credits: 5, server: typed } },
      });
    expect(await credits(easel, 'grant', { credits: 5, server: 'atelier' })).toContain(
      'doesn’t know a server by that name',
    );
    await credits(easel, 'grant', { credits: 100 });
    const choice = { name: `The Atelier (${atelier.guild})`, value: atelier.guild };
    expect(await suggested(people.operator, 'ateL')).toEqual([choice]);
    expect(await suggested(people.operator, atelier.guild.slice(3))).toEqual([choice]);
    expect(await suggested(people.operator, 'workshop')).toEqual([]);
    expect(await suggested(people.owner, '')).toEqual([]);
    expect(await credits(easel, 'grant', { credits: 5, server: 'the atelier' })).toMatch(
      /Granted 5 credits to .*Atelier/,
    );
    expect(await easel.budget()).toMatchObject({ left: 605 });
  });

  it('works in direct messages if the operator names a server', async () => {
    const easel = await startWithOperator();
    const direct = '1500000000000000099';
    easel.discord.changeWorld(({ directChannels }) => directChannels.push({ id: direct, userId: people.operator }));
    const there = (subcommand: string, options = {}) =>
      ask(easel, people.operator, { channelId: direct, name: 'credits', subcommand, options });
    expect(textOf(await there('grant', { credits: 100 }))).toContain('Which server');
    expect(textOf(await there('grant', { credits: 100, server: atelier.guild }))).toContain('Granted 100 credits to');
    expect(textOf(await there('allowance', { every: 'day', credits: 40, server: 'The Atelier' }))).toContain(
      'each day',
    );
    expect(textOf(await there('pause', { everywhere: true }))).toContain('Nothing new starts');
    expect(textOf(await there('resume', { everywhere: true }))).toContain('Resumed everywhere');
    expect(mediaOf(await there('statement', { server: atelier.guild }))).toHaveLength(1);
    expect(textOf(await there('servers'))).toContain('0 spent, 0 held, 140 of 140 left');
    easel.service.faults.switchOn('cutLine', { on: 'create', moment: 'after', times: 1 });
    await ask(easel, people.member, GENERATE);
    await easel.until(async () => (await easel.budget()).unconfirmed === 1);
    const list = await there('resolve');
    await easel.press(people.operator, list, 'Release');
    await easel.until(() =>
      easel.discord
        .messages(direct, { as: people.operator })
        .some((one) => one.id === list.id && textOf(one).includes('1 task released')),
    );
  });

  it('pauses one server or all, and managers cannot resume them', async () => {
    const easel = await startWithOperator();
    await credits(easel, 'pause');
    expect(textOf(await pauseSpending(easel, 'Resume spending'))).toContain('has paused spending here');
    expect(await said(easel, people.member, GENERATE)).toContain('has paused spending here');
    await credits(easel, 'resume');
    expect(await credits(easel, 'pause', { everywhere: true })).toContain('Nothing new starts');
    expect(await said(easel, people.member, GENERATE)).toContain('paused spending everywhere');
    await credits(easel, 'resume', { everywhere: true });
    expect(await said(easel, people.member, GENERATE)).toContain('asked for a picture');
  });

  it('lists servers by their spending, next to what the service charged', async () => {
    const easel = await startWithOperator();
    await ask(easel, people.member, GENERATE);
    await easel.idle();
    const text = await credits(easel, 'servers');
    expect(text).toMatch(/Atelier.*4 spent, 0 held, 496 of 500 left/);
    expect(text).toContain('At the service: 4 credits charged, 0 refunded, **4 net**');
    expect(text).toContain('The service’s charges match the accounts.');
    expect(text).toContain('Every account matches its entries.');
  });

  it.each([
    [
      'settle',
      { decision: 'settle', credits: 7 },
      'Settled for 7 credits',
      { spent: 7, held: 0, unconfirmed: 0 },
      ['found that the service charged for it: 7 credits', 'settled by the operator'],
    ],
    [
      'release',
      { decision: 'release' },
      'Released. 5 credits',
      { spent: 0, held: 0, unconfirmed: 0, left: 500 },
      ['The operator returned 5 credits', 'released by the operator'],
    ],
  ])('resolves an unconfirmed task, and lets its message and /history say so: %s', async (...row) => {
    const [, decision, words, shown, [told, listed]] = row;
    const easel = await startWithOperator();
    easel.service.faults.switchOn('cutLine', { on: 'create', moment: 'after', times: 1 });
    const pending = await ask(easel, people.member, GENERATE);
    await easel.until(async () => (await easel.budget()).unconfirmed === 1);
    expect(await said(easel, people.member, { name: 'history' })).toContain('-# unconfirmed ·');
    const [choice] = await easel.discord.as(people.operator).autocomplete({
      channelId: easel.discord.world.guilds[0]?.channels[0]?.id ?? '',
      name: 'credits',
      subcommand: 'resolve',
      focused: 'task',
      options: { task: '' },
    });
    const task = String(choice?.value);
    expect(await credits(easel, 'resolve', { task })).toContain('can’t ask about it');
    expect(await credits(easel, 'resolve', { task, ...decision })).toContain(words);
    expect(await easel.budget()).toMatchObject(shown);
    await easel.until(() => textOf(easel.now(pending)).includes(String(told)));
    expect(textOf(easel.now(pending))).not.toContain('stay held');
    expect(await said(easel, people.member, { name: 'history' })).toContain(String(listed));
    expect(await credits(easel, 'resolve', { task, ...decision })).toContain('no such unconfirmed task');
  });

  it('lists the unconfirmed tasks of all servers, and resolves one, or a whole page after asking', async () => {
    const easel = await startWithOperator();
    easel.service.faults.switchOn('cutLine', { on: 'create', moment: 'after', times: 3 });
    await ask(easel, people.member, { name: 'image', options: { prompt: 'a lighthouse', count: 3 } });
    await easel.until(async () => (await easel.budget()).unconfirmed === 3);
    const list = await ask(easel, people.operator, { name: 'credits', subcommand: 'resolve' });
    expect(textOf(list)).toMatch(/3 tasks in 1 server hold 15 credits.*Atelier.*> a lighthouse/su);
    const press = async (label: string, expected: string) => {
      const [message] = easel.discord.messages(GALLERY, { as: people.operator }).filter(({ id }) => id === list.id);
      await easel.press(people.operator, message ?? list, label);
      await easel.until(() =>
        easel.discord
          .messages(GALLERY, { as: people.operator })
          .some((one) => one.id === list.id && textOf(one).includes(expected)),
      );
    };
    await press('Settle', '1 task settled for 5 credits.');
    expect(await easel.budget()).toMatchObject({ spent: 5, held: 10, unconfirmed: 2 });
    await press('Release all on this page', 'Release these 2 tasks? 10 credits go back');
    await press('Cancel', '2 tasks in 1 server hold 10 credits');
    await press('Release all on this page', 'Release these 2 tasks?');
    await press('Release', '2 tasks released. 10 credits are available again.');
    expect(await easel.budget()).toMatchObject({ spent: 5, held: 0, unconfirmed: 0 });
  });

  it('delivers a picture that was made after all, once the operator has checked with the service', async () => {
    const easel = await startWithOperator({ environment: { WAIT_LONGEST_HOURS: '1' } });
    easel.service.configure({ durations: { 'image-model-a': { queueMs: 0, runMs: 2 * 3_600_000 } } });
    const pending = await ask(easel, people.member, GENERATE);
    await easel.until(() => textOf(easel.now(pending)).includes('never reported how this ended'), {
      ...{ stepMs: 30_000, limitMs: 2 * 3_600_000 },
    });
    easel.service.finish(easel.service.tasks()[0]?.taskId ?? '');
    const [choice] = await easel.discord.as(people.operator).autocomplete({
      ...{ channelId: GALLERY, name: 'credits', subcommand: 'resolve', focused: 'task', options: { task: '' } },
    });
    expect(await credits(easel, 'resolve', { task: String(choice?.value) })).toContain('Settled for 4 credits');
    const list = await easel.open(people.member, await ask(easel, people.member, { name: 'history' }));
    await easel.press(people.member, list, 'Send me the files');
    const fetched = await easel.until(() =>
      easel.discord.messages(GALLERY, { as: people.member }).find((one) => textOf(one).includes('Here you go')),
    );
    expect(mediaOf(fetched)).toHaveLength(1);
  });
});
