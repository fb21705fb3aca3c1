import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../../src/sandbox/postgres/postgres-server.ts';
import type { FaultName, FaultSetting } from '../../src/sandbox/task-api/faults.ts';
import { atelier, type Easel, GALLERY, passes, people, startEasel, textOf } from '../support/easel.ts';
import { configure, privateText, STAFF } from './moderation-support.ts';

let easel: Easel;
beforeEach(async () => {
  easel = await startEasel();
});
afterEach(() => easel.close());

const begin = () => easel.command(people.member, { channelId: GALLERY, name: 'image', options: { prompt: 'a storm' } });

const findingsInLog = (): unknown[] => easel.log.flatMap((line) => line['finding'] ?? []);

/** An outage: what to switch on at the service, or an address where nothing answers. */
type Outage = [what: string, begin: () => Promise<Record<string, string>>, finding: string];

const faulty = <Name extends FaultName>(name: Name, setting?: FaultSetting<Name>) =>
  async function switchOn(): Promise<Record<string, string>> {
    easel.service.faults.switchOn(name, setting);
    return {};
  };

const OUTAGES: Outage[] = [
  ['answers 500', faulty('down'), 'service.down'],
  ['answers 503 and names a time', faulty('down', { status: 503, retryAfter: '120' }), 'service.down'],
  ['refuses the key', faulty('badKey'), 'service.key'],
  ['asks for fewer requests for a minute', faulty('rateLimited', { retryAfter: '60' }), 'service.limit'],
  ['refuses connections', async () => ({ TASK_API_URL: `http://127.0.0.1:${await freePort()}` }), 'service.down'],
];

describe('a bot that starts in the middle of an outage', () => {
  it.each(OUTAGES)(
    'in which the service %s names it, and leaves at most one task unconfirmed',
    async (_, begins, finding) => {
      await easel.restart(await begins());
      await passes(easel, 25_000);
      expect(findingsInLog()).toContain(finding);
      for (let asked = 0; asked < 9; asked++) {
        await begin();
        await passes(easel, 2_000);
      }
      await passes(easel, 70_000);
      expect((await easel.budget()).unconfirmed).toBeLessThanOrEqual(1);
      easel.service.faults.replace({});
      await easel.restart({ TASK_API_URL: easel.service.url });
      await passes(easel, 1_000);
      const pending = await begin();
      await easel.idle({ stepMs: 1_000 });
      expect(textOf(easel.now(pending))).toContain('Done');
    },
  );

  it('at the service and at Discord finishes what was under way before, once', async () => {
    easel.service.configure({ durations: { 'image-model-a': { queueMs: 0, runMs: 60_000 } } });
    const running = await begin();
    await easel.until(() => easel.log.some(({ msg }) => msg === 'task submitted'));
    easel.service.faults.switchOn('down', { status: 502 });
    easel.discord.faults.switchOn({ name: 'bad-gateway' });
    let isBack = false;
    const restarting = easel.restart().then(() => {
      isBack = true;
    });
    const isNamed = () => findingsInLog().some((id) => String(id).startsWith('discord.'));
    await easel.until(isNamed, { stepMs: 1_000, limitMs: 300_000 });
    await passes(easel, 120_000);
    expect(textOf(easel.now(running))).not.toContain('Done');
    easel.discord.faults.clear();
    easel.service.faults.replace({});
    await easel.until(() => textOf(easel.now(running)).includes('Done'), { stepMs: 1_000, limitMs: 300_000 });
    await easel.until(() => isBack, { stepMs: 1_000, limitMs: 300_000 });
    await restarting;
    expect(easel.service.creates).toBe(1);
    expect(await easel.budget()).toMatchObject({ spent: 4, held: 0 });
  });

  it('at the service and at Discord ends what waited for a moderator and what was approved but not sent', async () => {
    const staff = { moderatorsChannelId: STAFF, moderatorRoleIds: [atelier.roles.moderator] };
    await configure(easel, { ...staff, trustedRoleIds: [atelier.roles.artist], modes: { [GALLERY]: 'review' } });
    const cardOf = (prompt: string) =>
      easel.until(() => {
        const cards = easel.discord.messages(STAFF, { as: people.moderator });
        return cards.find((one) => textOf(one).includes(prompt) && textOf(one).includes('[Approve]'));
      });
    const send = (userId: string, prompt: string) =>
      easel.command(userId, { channelId: GALLERY, name: 'image', options: { prompt } });
    const ask = async (prompt: string) => {
      const message = await send(people.member, prompt);
      const card = await cardOf(prompt);
      const approve = () => easel.press(people.moderator, easel.now(card), 'Approve');
      return { approve, text: () => textOf(easel.now(message)) };
    };
    const waiting = await ask('a storm at sea');
    const approved = await ask('a storm in autumn');
    // What a limited service refuses is the reason why nothing else is sent.
    easel.service.faults.switchOn('rateLimited', { retryAfter: '60' });
    await send(people.artist, 'a storm tonight');
    await passes(easel, 2_000);
    easel.service.faults.replace({});
    easel.service.faults.switchOn('down', { status: 502 });
    await passes(easel, 30_000);
    await approved.approve();
    await passes(easel, 5_000);
    expect(approved.text()).toContain('Waiting to be sent');
    easel.discord.faults.switchOn({ name: 'bad-gateway' });
    let isBack = false;
    const restarting = easel.restart().then(() => {
      isBack = true;
    });
    await passes(easel, 120_000);
    easel.discord.faults.clear();
    await easel.until(() => isBack, { stepMs: 1_000, limitMs: 300_000 });
    await restarting;
    await easel.until(() => approved.text().includes('It starts when the service answers again'), { stepMs: 1_000 });
    expect(waiting.text()).toContain('Waiting for a moderator');
    expect(privateText(await waiting.approve())).toContain('answering');
    expect(await easel.budget()).toMatchObject({ spent: 0, held: 10 });

    easel.service.faults.replace({});
    await easel.until(() => approved.text().includes('Done'), { stepMs: 1_000, limitMs: 300_000 });
    await waiting.approve();
    await easel.until(() => waiting.text().includes('Done'), { stepMs: 1_000, limitMs: 300_000 });
    expect(easel.service.creates).toBe(2);
    expect(await easel.budget()).toMatchObject({ spent: 8, held: 0, unconfirmed: 0 });
  });

  it('goes on by itself when the outage is over', async () => {
    easel.service.faults.switchOn('down', { status: 502 });
    await easel.restart();
    await easel.until(() => findingsInLog().includes('service.down'));
    expect(textOf(await begin())).toContain('The service isn’t answering right now');
    easel.service.faults.switchOff('down');
    await passes(easel, 12_000);
    const pending = await begin();
    await easel.idle({ stepMs: 1_000 });
    expect(textOf(easel.now(pending))).toContain('Done');
  });
});

it('a page about maintenance at a service that worked is named, says that it may be over by itself, and is', async () => {
  const first = await begin();
  await easel.idle({ stepMs: 1_000 });
  expect(textOf(easel.now(first))).toContain('Done');
  easel.service.faults.switchOn('html');
  await begin();
  await passes(easel, 5_000);
  const line = easel.log.find((one) => one['finding'] === 'service.stranger');
  expect(line?.msg).toContain('If it worked until now, wait');
  expect(textOf(await begin())).toContain('perhaps a page about maintenance');
  easel.service.faults.switchOff('html');
  await passes(easel, 12_000);
  const last = await begin();
  await easel.idle({ stepMs: 1_000 });
  expect(textOf(easel.now(last))).toContain('Done');
});

it('a restart while creates are lost costs a trial, not as many tasks as before it', async () => {
  easel.service.faults.switchOn('cutLine', { on: 'create', moment: 'after' });
  const askAll = async () => {
    for (const userId of [people.member, people.secondMember, people.artist, people.moderator]) {
      await easel.command(userId, { channelId: GALLERY, name: 'image', options: { prompt: 'a storm', count: 2 } });
      await passes(easel, 1_000);
    }
    await passes(easel, 40_000);
  };
  await askAll();
  const before = (await easel.budget()).unconfirmed;
  expect(before).toBeGreaterThanOrEqual(3);
  for (let restarts = 1; restarts <= 3; restarts++) {
    await easel.restart();
    // What was lost before is no trouble of today.
    expect(findingsInLog().filter((id) => id === 'service.creates').length).toBeLessThanOrEqual(restarts);
    await askAll();
    expect((await easel.budget()).unconfirmed).toBeLessThanOrEqual(before + 2 * restarts);
  }
  easel.service.faults.replace({});
  await easel.restart();
  const pending = await begin();
  await easel.idle({ stepMs: 1_000 });
  expect(textOf(easel.now(pending))).toContain('Done');
});
