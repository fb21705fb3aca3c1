import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type Answerable, createResponder, type Responder } from '../../../src/discord/interactions/responder.ts';
import { privateText, textDisplay } from '../../../src/discord/messages/components.ts';
import { messageBody } from '../../../src/discord/rest/message-body.ts';
import { AnswerLostError } from '../../../src/jobs/ports/job-messages.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { type Meeting, scriptedRest } from '../scripted-rest.ts';

const COMMAND = {
  ...{ id: '1', applicationId: '2', token: 't', receivedAtMs: 0, channelId: '3', userId: '4' },
  guildId: undefined,
  server: undefined,
};
const PRESS = { ...COMMAND, message: { id: '5', isPrivate: true, answeredId: '4' } };
const PENDING = messageBody([textDisplay('pending')]);
const SECRET = privateText('secret');
const BUSY = privateText('busy');

function responding(interaction: Answerable, ...meetings: Meeting[]) {
  const clock = new FakeClock();
  const { rest, calls } = scriptedRest(...meetings);
  const respond = createResponder(rest, clock, interaction, new AbortController().signal);
  /** Waits for it while time passes. */
  const inTime = async <Result>(work: Promise<Result>): Promise<Result> => {
    let isOver = false;
    const over = (): void => {
      isOver = true;
    };
    work.then(over, over);
    await clock.advanceUntil(() => isOver);
    return work;
  };
  return { clock, respond, calls, inTime };
}

it('cuts suggestions to Discord’s limits', async () => {
  const given: unknown[] = [];
  const rest = {
    ...scriptedRest('taken').rest,
    answer: async (_: unknown, body: unknown) => {
      given.push(body);
      return { outcome: 'done' as const, value: undefined };
    },
  };
  const respond = createResponder(rest, new FakeClock(), COMMAND, new AbortController().signal);
  await respond.choices(
    Array.from({ length: 30 }, (_, index) => ({ name: 'x'.repeat(95 + index), value: `v${index}` })),
  );
  const [
    {
      data: { choices },
    },
  ] = given as [{ data: { choices: { name: string; value: string }[] } }];
  expect(choices).toHaveLength(25);
  expect(choices[5]).toEqual({ name: 'x'.repeat(100), value: 'v5' });
  expect(choices[6]).toEqual({ name: `${'x'.repeat(99)}…`, value: 'v6' });
});

describe('a response', () => {
  it('that came too late costs one call, and later messages cost none', async () => {
    const { respond, calls } = responding(COMMAND, 'too late');
    expect(await respond.answer(PENDING)).toBeUndefined();
    await respond.tell(SECRET);
    await respond.complete(SECRET);
    expect(calls).toEqual(['answer: pending']);
  });

  it('that Discord refuses to hear of isn’t looked up', async () => {
    const { respond, calls, inTime } = responding(COMMAND, 'told to wait');
    expect(await inTime(respond.answer(PENDING))).toBeUndefined();
    expect(new Set(calls)).toEqual(new Set(['answer: pending']));
  });

  it.each<[Meeting, Meeting, string | undefined]>([
    ['line fails', 'too late', undefined],
    ['taken, unsaid', 'too late', 'first'],
    ['taken, unsaid', 'taken', 'first'],
    ['line fails', 'line fails', undefined],
  ])('with an unknown outcome is looked up: %s, then %s', async (one, another, id) => {
    const { respond, calls, inTime } = responding(COMMAND, one, another);
    expect(await inTime(respond.answer(PENDING))).toBe(id);
    expect(calls.filter((call) => call === 'look up')).toHaveLength(id === undefined ? 3 : 1);
  });

  it('that Discord accepted without naming its message counts as lost for a record, which looks for it', async () => {
    const clock = new FakeClock();
    const rest = {
      ...scriptedRest('taken').rest,
      answer: async () => ({ outcome: 'done' as const, value: undefined }),
      original: async () => ({ outcome: 'unavailable' as const, retryAfterMs: undefined }),
    };
    const respond = createResponder(rest, clock, COMMAND, new AbortController().signal);
    const fate = respond.answerForRecord(PENDING).catch((error: unknown) => error);
    let isOver = false;
    void fate.then(() => {
      isOver = true;
    });
    await clock.advanceUntil(() => isOver);
    expect(await fate).toBeInstanceOf(AnswerLostError);
  });

  it('is given up in time even if the time of day changes', async () => {
    const { clock, respond, calls, inTime } = responding(COMMAND, 'line fails', 'taken');
    const answered = respond.answer(PENDING);
    clock.step(3_600_000);
    expect(await inTime(answered)).toBe('first');
    expect(calls).toHaveLength(2);
  });
});

describe('the busy notice', () => {
  it('replaces a missing response, and nothing public follows', async () => {
    const { respond, calls } = responding(COMMAND);
    expect(await respond.sayBusy(BUSY)).toBe(true);
    expect(await respond.answer(PENDING)).toBeUndefined();
    expect(calls).toEqual(['answer: busy']);
  });

  it.each<[string, (respond: Responder) => Promise<unknown>]>([
    ['is there', (respond) => respond.answer(PENDING)],
    ['came too late', (respond) => respond.answer(PENDING)],
    ['is deferred', (respond) => respond.deferPrivately()],
  ])('isn’t sent if the response %s', async (when, answer) => {
    const { respond, calls } = responding(COMMAND, when === 'came too late' ? 'too late' : 'taken');
    await answer(respond);
    expect(await respond.sayBusy(BUSY)).toBe(false);
    expect(calls).toHaveLength(1);
  });

  it('isn’t sent while the response is under way, nor the response while the notice is', async () => {
    for (const [one, other] of [
      [(respond: Responder) => respond.answer(PENDING), (respond: Responder) => respond.sayBusy(BUSY)],
      [(respond: Responder) => respond.sayBusy(BUSY), (respond: Responder) => respond.answer(PENDING)],
    ] as const) {
      const arriving = Promise.withResolvers<void>();
      const { respond, calls } = responding(COMMAND, arriving.promise);
      const first = one(respond);
      const second = other(respond);
      await nextTurn();
      arriving.resolve();
      expect(await first).toBeTruthy();
      expect(await second).toBeFalsy();
      expect(calls).toHaveLength(1);
    }
  });

  it('isn’t sent if the response itself is wrong, and the error is told', async () => {
    const { respond, calls } = responding(COMMAND, Promise.reject(new TypeError('a bug')), 'taken');
    await expect(respond.answer(PENDING)).rejects.toThrow('a bug');
    expect(await respond.sayBusy(BUSY)).toBe(true);
    await respond.tell(SECRET);
    expect(calls).toEqual(['answer: pending', 'answer: busy', 'edit: secret']);
  });

  it.each<[string, (respond: Responder) => Promise<unknown>]>([
    ['a private answer', (respond) => respond.answer(SECRET)],
    ['what was to be deferred', (respond) => respond.deferPrivately().then(() => respond.complete(SECRET))],
    ['the reason why nothing comes', (respond) => respond.tell(SECRET)],
  ])('is replaced by %s, once', async (_, answer) => {
    const { respond, calls } = responding(COMMAND);
    await respond.sayBusy(BUSY);
    await answer(respond);
    await respond.tell(privateText('more'));
    expect(calls).toEqual(['answer: busy', 'edit: secret', 'follow up: more']);
  });

  it('is replaced only after it has arrived', async () => {
    const arriving = Promise.withResolvers<void>();
    const { respond, calls } = responding(COMMAND, arriving.promise);
    const said = respond.sayBusy(BUSY);
    const sent = respond.tell(SECRET);
    await nextTurn();
    expect(calls).toEqual(['answer: busy']);
    arriving.resolve();
    await Promise.all([said, sent]);
    expect(calls).toEqual(['answer: busy', 'edit: secret']);
  });

  it('that came too late keeps everything else from being sent', async () => {
    const { respond, calls } = responding(COMMAND, 'too late');
    await respond.sayBusy(BUSY);
    expect(await respond.answer(SECRET)).toBeUndefined();
    await respond.tell(SECRET);
    expect(calls).toEqual(['answer: busy']);
  });
});

describe('the busy notice for a press', () => {
  it.each<[string, (respond: Responder) => Promise<unknown>, string[]]>([
    ['does not stand on the message, which can still change', (respond) => respond.update(PENDING), ['edit: pending']],
    ['does not keep the message from being deleted', (respond) => respond.deleteOriginal(), ['delete']],
    [
      'leaves the message to what was acknowledged',
      (respond) => respond.acknowledge().then(() => respond.complete(PENDING)),
      ['edit: pending'],
    ],
    [
      'is followed by what was deferred, which leaves the message alone',
      (respond) => respond.deferPrivately().then(() => respond.complete(SECRET)),
      ['follow up: secret'],
    ],
    ['is followed by a private answer', (respond) => respond.answer(SECRET), ['follow up: secret']],
    ['is followed by no public answer', (respond) => respond.answer(PENDING), []],
    ['is followed by no form', (respond) => respond.openForm({ custom_id: 'x', title: 'x', components: [] }), []],
  ])('%s', async (_, answer, calls) => {
    const responder = responding(PRESS);
    await responder.respond.sayBusy(BUSY);
    await answer(responder.respond);
    expect(responder.calls).toEqual(['acknowledge', 'follow up: busy', ...calls]);
  });
});

describe('a press on a message that isn’t private to the presser', () => {
  const pressed = { id: '5', isPrivate: false, answeredId: '4' };
  it.each([
    ['a public one', pressed],
    ['one that answered someone else', { ...pressed, isPrivate: true, answeredId: '6' }],
  ])('leaves the message alone: %s', async (_, message) => {
    for (const [answer, calls] of ANSWERS) {
      const responder = responding({ ...COMMAND, server: SERVER, message });
      await answer(responder.respond);
      expect(responder.calls).toEqual(calls);
    }
  });

  it('changes it in a direct message, which no one else sees', async () => {
    const responder = responding({ ...COMMAND, message: pressed });
    await responder.respond.update(PENDING);
    expect(responder.calls).toEqual(['update: pending']);
  });

  const SERVER = {
    ...{ roleIds: [], parentChannelId: undefined, isAgeRestricted: false, uploadLimitBytes: 10_000_000 },
    ...{ memberPermissions: 0n, appPermissions: 0n },
  };
  const ANSWERS: readonly [(respond: Responder) => Promise<unknown>, string[]][] = [
    [(respond) => respond.update(PENDING), ['answer: pending']],
    [(respond) => respond.acknowledge().then(() => respond.complete(SECRET)), ['acknowledge', 'follow up: secret']],
    [
      (respond) => respond.sayBusy(BUSY).then(() => respond.update(SECRET)),
      ['acknowledge', 'follow up: busy', 'follow up: secret'],
    ],
    [(respond) => respond.deferPrivately().then(() => respond.complete(SECRET)), ['defer', 'edit: secret']],
  ];
});
