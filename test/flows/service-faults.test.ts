import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MessageView } from '../../src/sandbox/discord/people/views.ts';
import { atelier, type Easel, GALLERY, mediaOf, passes, people, startEasel, textOf } from '../support/easel.ts';

let easel: Easel;
beforeEach(async () => {
  easel = await startEasel();
});
afterEach(() => easel.close());

const begin = (prompt = 'a storm'): Promise<MessageView> =>
  easel.command(people.member, { channelId: GALLERY, name: 'image', options: { prompt } });

async function outcome(): Promise<string> {
  const pending = await begin();
  await easel.idle({ stepMs: 2_000, limitMs: 48 * 3_600_000 });
  return textOf(easel.now(pending));
}

describe('when the service', () => {
  it('fails or refuses the task, its own words are quoted without effect, and the credits are returned', async () => {
    easel.service.refuseNext('no **boats** @everyone');
    expect(await outcome()).toContain('refused it: “no \\*\\*boats\\*\\* \\@everyone”. 5 credits returned.');
    easel.service.faults.switchOn('refuseCreates', { times: 1, msg: 'no storm here' });
    expect(await outcome()).toContain('no storm here');
    // The log has the reason without the prompt.
    const line = easel.log.find(({ reason }) => typeof reason === 'string' && reason.includes('here'));
    expect(line?.['reason']).toBe('no … here');
    easel.service.failNext();
    expect(await outcome()).toContain('Failed: the service couldn’t make it. 4 credits returned.');
    expect(await easel.budget()).toMatchObject({ spent: 0, held: 0 });
  });

  it('cuts the connection after it accepted the task, the task is unconfirmed, its hold stays, and nothing is sent again', async () => {
    await easel.restart({ OPERATOR_CHANNEL_ID: atelier.channels.staff });
    easel.service.faults.switchOn('cutLine', { on: 'create', moment: 'after', times: 1 });
    const text = await outcome();
    expect(text).toContain('Unconfirmed: the service’s answer was lost');
    expect(text).toContain('5 credits stay held');
    expect(await easel.budget()).toMatchObject({ spent: 0, held: 5, unconfirmed: 1 });
    const alert = await easel.until(() =>
      easel.discord
        .messages(atelier.channels.staff, { as: people.owner })
        .find((one) => textOf(one).includes('Unconfirmed tasks: 1')),
    );
    expect(textOf(alert)).toContain('5 credits stay held in 1 server until then');
    await easel.restart();
    expect(easel.service.creates).toBe(1);
    expect(await easel.budget()).toMatchObject({ unconfirmed: 1 });
  });

  it('answers 500 to everything, a probe finds out, and requests are refused until it answers again', async () => {
    expect(await outcome()).toContain('Done');
    easel.service.faults.switchOn('down');
    const first = await begin();
    await easel.until(() => textOf(easel.now(first)).includes('Unconfirmed'));
    await passes(easel, 10_000);
    for (let presses = 0; presses < 3; presses++) {
      expect(textOf(await begin())).toContain('The service isn’t answering right now');
      await passes(easel, 60_000);
    }
    expect(await easel.budget()).toMatchObject({ held: 4, unconfirmed: 1 });
    easel.service.faults.switchOff('down');
    await passes(easel, 12_000);
    const next = await begin();
    await easel.idle({ stepMs: 1_000 });
    expect(mediaOf(easel.now(next))).toHaveLength(1);
  });

  it('asks for fewer creates for longer than members wait, the credits are returned, and the next ones are refused', async () => {
    easel.service.faults.switchOn('rateLimited', { on: 'create', times: 1, retryAfter: '300' });
    expect(await outcome()).toContain('too busy. Try again in a few minutes. 5 credits returned.');
    expect(textOf(await begin())).toContain('The service is too busy right now.');
    await passes(easel, 300_000);
    expect(await outcome()).toContain('Done');
  });

  it('refuses the key, jobs wait, commands are refused, the operator gets an alert, and everything resumes by itself', async () => {
    const pending = await begin();
    await easel.until(() => easel.service.creates === 1);
    easel.service.faults.switchOn('badKey');
    await easel.until(() => easel.log.some((line) => line.level === 50 && line['finding'] === 'service.key'));
    expect(textOf(await begin())).toContain('doesn’t accept Easel’s key');
    await passes(easel, 120_000);
    expect(mediaOf(easel.now(pending))).toEqual([]);
    easel.service.faults.switchOff('badKey');
    await easel.idle({ stepMs: 1_000 });
    expect(mediaOf(easel.now(pending))).toHaveLength(1);
    const next = await begin();
    await easel.idle({ stepMs: 1_000 });
    expect(mediaOf(easel.now(next))).toHaveLength(1);
  });

  it('has an empty account, members do not read that their own credits ran out, and everything resumes once it is filled', async () => {
    easel.service.faults.switchOn('refuseCreates', { msg: 'insufficient credits' });
    const first = await outcome();
    expect(first).toContain('the service isn’t taking requests right now');
    expect(first).not.toContain('insufficient');
    // It is asked each time: one member's refusal proves nothing about another's.
    expect(await outcome()).toContain('the service isn’t taking requests right now');
    expect(
      easel.log.find(({ status, msg }) => status === undefined && msg.includes('refuses every request')),
    ).toMatchObject({
      ...{ level: 50, reason: 'insufficient credits' },
    });
    expect(await easel.budget()).toMatchObject({ spent: 0, held: 0 });
    easel.service.faults.switchOff('refuseCreates');
    expect(await outcome()).toContain('Done');
  });

  it('refuses the key, the operator gets one direct message and one when it is over, and members read that the operator knows', async () => {
    const alerts = (): string[] => {
      const direct = easel.discord.world.directChannels.find(({ userId }) => userId === people.operator);
      return direct ? easel.discord.messages(direct.id, { as: people.operator }).map(textOf) : [];
    };
    easel.service.faults.switchOn('badKey');
    await begin();
    await easel.until(() => alerts().length === 1);
    expect(alerts()[0]).toContain('The generation service rejects the key');
    const refused = async (): Promise<string> => textOf(await begin());
    await easel.until(async () => (await refused()).includes('The operator has been told'));
    easel.service.faults.switchOff('badKey');
    await easel.until(() => alerts().length === 2, { stepMs: 5_000 });
    expect(alerts()[1]).toContain('The generation service accepts the key again');
  });

  it('refuses the key and the operator cannot be reached, members do not read that the operator knows', async () => {
    await easel.restart({ OPERATOR_CHANNEL_ID: '1300000000000009999' });
    expect(easel.log.some((line) => line['finding'] === 'discord.alerts')).toBe(true);
    easel.discord.faults.switchOn({ name: 'missing-access', route: '/channels/*' });
    easel.service.faults.switchOn('badKey');
    await outcome();
    await passes(easel, 5_000);
    const text = textOf(await begin());
    expect(text).toContain('The service doesn’t accept Easel’s key');
    expect(text).not.toContain('has been told');
  });

  it('charges more than before, past the budget too: the charge is booked and shown, and nothing new starts', async () => {
    // Easel removes the second part of the address.
    await easel.restart({ BUDGET_DEFAULT_CREDITS: '20', TASK_API_URL: `${easel.service.url}/api/v1` });
    expect(await outcome()).toContain('Done');
    easel.service.configure({ prices: { 'image-model-a': 18 } });
    expect(await outcome()).toContain('18 credits');
    expect(await easel.budget()).toEqual({ left: 0, spent: 22, held: 0, unconfirmed: 0, over: 2 });
    expect(textOf(await begin())).toContain('needs about 18 credits, and the server has 0 credits left');
  });

  it('names an absurd charge, no one believes it: the operator reads the figures, and everyone goes on', async () => {
    await easel.restart({ OPERATOR_CHANNEL_ID: atelier.channels.staff });
    easel.service.configure({ prices: { 'image-model-a': 150 } });
    expect(await outcome()).toContain('far more than it can have cost. 5 credits stay held');
    expect(await easel.budget()).toMatchObject({ spent: 0, held: 5, unconfirmed: 1 });
    await easel.until(() =>
      easel.discord
        .messages(atelier.channels.staff, { as: people.owner })
        .some((one) => textOf(one).includes('it charged 150 credits for a task quoted at 5 credits')),
    );
    easel.service.configure({ prices: { 'image-model-a': 5 } });
    expect(await outcome()).toContain('Done');
  });
});

describe('when something else answers at the service’s address', () => {
  it('requests are refused from the start, nothing is held, and the log names the address', async () => {
    const answers = [
      [200, '<!doctype html><h1>This domain is for sale</h1>', {}],
      [301, '', { location: 'https://elsewhere.invalid/' }],
      [404, '<html>Not Found</html>', {}],
    ] as const;
    for (const [status, body, headers] of answers) {
      const stranger = await startStranger(status, body, headers);
      const before = easel.log.length;
      try {
        await easel.restart({ TASK_API_URL: stranger.url });
        const isNamed = () =>
          easel.log.slice(before).some(({ level, msg }) => level === 50 && msg.includes('TASK_API_URL'));
        await easel.until(isNamed);
        expect(textOf(await begin())).toContain('Something other than the generation service is answering');
        expect(await easel.budget()).toMatchObject({ held: 0, unconfirmed: 0 });
        expect(stranger.requests.every((request) => request.startsWith('GET '))).toBe(true);
      } finally {
        await stranger.close();
      }
    }
  });

  it('a bare 404 may come from the service, until a create gets one: then requests are refused, and nothing stays held', async () => {
    const stranger = await startStranger(404, 'nothing here', {});
    try {
      await easel.restart({ TASK_API_URL: stranger.url });
      const first = await begin();
      await easel.until(() =>
        textOf(easel.now(first)).includes('Not started: something other than the generation service'),
      );
      expect(textOf(easel.now(first))).toContain('5 credits returned');
      await passes(easel, 3_000);
      expect(textOf(await begin())).toContain('Something other than the generation service is answering');
      expect(await easel.budget()).toMatchObject({ held: 0, unconfirmed: 0 });
    } finally {
      await stranger.close();
    }
  });
});

/** A server in the service's place that gives every request the same answer. */
async function startStranger(status: number, body: string, headers: Record<string, string>) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    requests,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
