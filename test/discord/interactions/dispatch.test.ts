import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createDispatcher } from '../../../src/discord/interactions/dispatch.ts';
import { MemberError } from '../../../src/discord/interactions/member-error.ts';
import { createResponder } from '../../../src/discord/interactions/responder.ts';
import type { Command } from '../../../src/discord/interactions/runner.ts';
import { privateText, textDisplay } from '../../../src/discord/messages/components.ts';
import { messageBody } from '../../../src/discord/rest/message-body.ts';
import { createLog } from '../../../src/log.ts';
import { StoreError, UnfitRecordError } from '../../../src/store/store.ts';
import { en } from '../../../src/texts/en.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { type Meeting, scriptedRest } from '../scripted-rest.ts';

const { refusals } = en;
const PENDING = messageBody([textDisplay('pending')]);
const COMMAND = 2;
const AUTOCOMPLETE = 4;
/** A server that another process owns. */
const ELSEWHERE = 'elsewhere';

/** A dispatcher with one command that does what the test says. */
function dispatching(run: Command<null>['run'], { underWayMax = 100, typed = '' } = {}) {
  const clock = new FakeClock();
  const discords = new Map<string, ReturnType<typeof scriptedRest>>();
  const stop = new AbortController();
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const named: string[] = [];
  let ids = 0;
  const dispatcher = createDispatcher<null>({
    commands: [{ data: { name: 'do', description: 'does it' }, run, suggest: () => sleepLong(clock) }],
    ...{ buttons: [], forms: [], contextFor: () => null, clock, log, texts: en, stop: stop.signal, underWayMax },
    ageMs: (issuedAtMs) => clock.now() - issuedAtMs,
    namesFor: async ({ kind }) => {
      named.push(kind);
      return { '123': 'Mira' };
    },
    isServed: (guildId) => guildId !== ELSEWHERE,
    faultId: () => 'fault',
    respondTo: (interaction) => {
      const { rest } = discords.get(interaction.id) ?? scriptedRest('taken');
      return createResponder(rest, clock, interaction, stop.signal);
    },
  });
  return {
    clock,
    lines: () => lines.map((line): Record<string, unknown> => JSON.parse(line)),
    /** The calls to Discord for an interaction that runs in the background. */
    send: (guildId = 'guild', type = COMMAND, ...meetings: Meeting[]): string[] => {
      ids += 1;
      const id = String(ids);
      const discord = scriptedRest(...meetings);
      discords.set(id, discord);
      void dispatcher.dispatch({
        ...{ id, type, application_id: '1', token: 't', guild_id: guildId, channel_id: '2' },
        ...{ member: { user: { id: '3' }, roles: [], permissions: '0' } },
        data: { name: 'do', options: [{ name: 'whom', type: 3, value: typed }] },
      });
      return discord.calls;
    },
    idle: () => dispatcher.idle(),
    named,
  };
}

const sleepLong = async (clock: FakeClock): Promise<[]> => {
  await clock.sleep(10_000);
  return [];
};

it('a command reads the names of what its texts mention, and suggestions don’t wait for them', async () => {
  const read: unknown[] = [];
  const run: Command<null>['run'] = async ({ options }) => void read.push(options['whom']);
  const { send, named, clock } = dispatching(run, { typed: '<@123>' });
  send();
  send('guild', AUTOCOMPLETE);
  await clock.advanceUntil(() => read.length > 0);
  await clock.advance(20_000);
  expect(read).toEqual(['Mira']);
  expect(named).toEqual(['command']);
});

describe('a slow command', () => {
  it('tells its member that Easel is busy in time, and posts nothing public afterwards', async () => {
    const answered: unknown[] = [];
    const { clock, send } = dispatching(async (_, respond) => {
      await clock.sleep(10_000);
      answered.push(await respond.answer(PENDING));
    });
    const calls = send();
    await clock.advance(2_000);
    expect(calls).toEqual([]);
    await clock.advance(500);
    expect(calls).toEqual([`answer: ${refusals.tooSlow}`]);
    await clock.advance(10_000);
    expect(answered).toEqual([undefined]);
    expect(calls).toHaveLength(1);
  });

  it('tells its member so even if the time of day changes', async () => {
    const { clock, send } = dispatching(() => clock.sleep(10_000));
    const calls = send();
    clock.step(-3_600_000);
    await clock.advance(2_500);
    expect(calls).toHaveLength(1);
  });

  it.each<[string, Error, string]>([
    ['refused', new MemberError('not you'), 'not you'],
    ['not kept', new StoreError('locked'), refusals.storeFailed],
    ['of a shape that Easel doesn’t store', new UnfitRecordError('too small'), refusals.fault('fault')],
  ])('replaces that text when it was %s', async (_, error, words) => {
    const { clock, send } = dispatching(async () => {
      await clock.sleep(10_000);
      throw error;
    });
    const calls = send();
    await clock.advance(12_000);
    expect(calls).toEqual([`answer: ${refusals.tooSlow}`, `edit: ${words}`]);
  });

  it('isn’t called busy if it responded in time', async () => {
    const { clock, send, idle } = dispatching(async (_, respond) => {
      await respond.answer(PENDING);
      await clock.sleep(10_000);
    });
    const calls = send();
    await clock.advance(0);
    await clock.advance(12_000);
    await idle();
    expect(calls).toEqual(['answer: pending']);
    expect(clock.sleeping).toBe(0);
  });

  it('isn’t called busy while its member only types', async () => {
    const { clock, send } = dispatching(() => Promise.resolve());
    const calls = send('guild', AUTOCOMPLETE);
    await clock.advance(5_000);
    expect(calls).toEqual([]);
  });
});

describe('an interaction’s one line in the log', () => {
  const facts = { interaction: '1', kind: 'command', what: 'do', server: 'guild', member: '3' };
  const answer: Command<null>['run'] = async (_, respond) => void (await respond.answer(PENDING));
  const fail = (error: Error) => () => Promise.reject(error);
  const INFO = 30;
  const WARN = 40;
  const ERROR = 50;

  it.each<[string, Command<null>['run'], Meeting, object]>([
    ['answered', answer, 'taken', { level: INFO, msg: 'interaction answered' }],
    [
      'refused, with the reason',
      fail(new MemberError('not you', 'guard.manager')),
      'taken',
      { level: INFO, msg: 'interaction refused', reason: 'guard.manager' },
    ],
    ['late', answer, 'too late', { level: WARN, msg: 'interaction late', cause: 'as asked' }],
    [
      'late, where the refusal came too late as well',
      fail(new MemberError('not you', 'role')),
      'too late',
      { level: WARN, msg: 'interaction late', reason: 'role' },
    ],
    ['failed, where Discord accepts nothing', answer, 'line fails', { level: WARN, msg: 'interaction failed' }],
    ['failed, where nothing was sent', () => Promise.resolve(), 'taken', { level: WARN, msg: 'interaction failed' }],
    [
      'failed, with the id that the member reads',
      fail(new Error('a bug')),
      'taken',
      { level: ERROR, msg: 'interaction failed', faultId: 'fault', err: { message: 'a bug' } },
    ],
  ])('says that it was %s', async (_, run, meeting, line) => {
    const { clock, send, idle, lines } = dispatching(run);
    send('guild', COMMAND, meeting);
    let isOver = false;
    void idle().then(() => {
      isOver = true;
    });
    await clock.advanceUntil(() => isOver);
    const ends = lines().filter(({ msg }) => String(msg).startsWith('interaction '));
    expect(ends).toMatchObject([{ ...facts, ...line }]);
  });

  it('says that it was late if the member read that Easel is busy', async () => {
    const { clock, send, lines } = dispatching(async (_, respond) => {
      await clock.sleep(10_000);
      await respond.answer(PENDING);
    });
    send();
    await clock.advance(12_000);
    expect(lines().at(-1)).toMatchObject({ ...facts, msg: 'interaction late' });
  });

  it('says so if nothing ran, because another process owns the server', async () => {
    const { send, idle, lines } = dispatching(answer);
    send(ELSEWHERE);
    send(ELSEWHERE, AUTOCOMPLETE);
    await idle();
    expect(lines()).toMatchObject([
      { msg: 'interaction refused', reason: 'process', server: ELSEWHERE, kind: 'command' },
      { msg: 'interaction refused', reason: 'process', server: ELSEWHERE, kind: 'autocomplete' },
    ]);
  });
});

describe('a command in a server that another process owns', () => {
  it('is refused privately before anything starts', async () => {
    let started = 0;
    const { send, idle } = dispatching(async (_, respond) => {
      started += 1;
      await respond.answer(PENDING);
    });
    const [there, typing, here] = [send(ELSEWHERE), send(ELSEWHERE, AUTOCOMPLETE), send()];
    await idle();
    expect(there).toEqual([`answer: ${refusals.changingHands}`]);
    expect(typing).toEqual([]);
    expect(here).toEqual(['answer: pending']);
    expect(started).toBe(1);
  });
});

/** Enough rounds of the event loop for all of them. */
async function allBegun(commands: number): Promise<void> {
  for (let turn = 0; turn < commands; turn++) await nextTurn();
}

describe('commands that arrive together', () => {
  it('start a few at a time, so that the first gets its response before the last starts', async () => {
    const events: string[] = [];
    const { send } = dispatching(async () => {
      events.push('started');
      await nextTurn();
      events.push('answered');
    });
    for (let command = 0; command < 40; command++) send(`server${command}`);
    expect(events).toEqual(['started']);
    await allBegun(10);
    expect(events.indexOf('answered')).toBeLessThan(events.lastIndexOf('started'));
    expect(events.filter((event) => event === 'started')).toHaveLength(40);
  });

  it('start at once if more arrive than may wait', async () => {
    const started: number[] = [];
    const { send } = dispatching(async () => void started.push(started.length), { underWayMax: 8 });
    for (let command = 0; command < 10; command++) send(`server${command}`);
    expect(started).toHaveLength(2);
  });
});

describe('more commands than the limit', () => {
  const underWayMax = 8;

  it('are refused at once, while other servers’ commands run', async () => {
    let runs = 0;
    const { clock, send } = dispatching(
      async () => {
        runs += 1;
        await clock.sleep(1_000);
      },
      { underWayMax },
    );
    const crowd = Array.from({ length: 10 }, () => send('crowded'));
    const other = send('other');
    await allBegun(crowd.length + 1);
    await clock.advance(0);
    const refused = crowd.filter((calls) => calls.length > 0);
    expect(refused).toHaveLength(6);
    expect(new Set(refused.flat())).toEqual(new Set([`answer: ${refusals.tooManyUnderWay}`]));
    expect(other).toEqual([]);
    expect(runs).toBe(5);
  });

  it('need no call to Discord if they are autocompletes', async () => {
    const { clock, send } = dispatching(() => clock.sleep(1_000), { underWayMax });
    const crowd = Array.from({ length: 10 }, () => send('crowded', AUTOCOMPLETE));
    await allBegun(crowd.length);
    expect(crowd.flat()).toEqual([]);
  });

  it('run again when earlier ones have ended or failed', async () => {
    const { clock, send } = dispatching(
      async () => {
        await clock.sleep(1_000);
        throw new MemberError('refused');
      },
      { underWayMax },
    );
    for (let round = 1; round <= 3; round++) {
      const crowd = Array.from({ length: 4 }, () => send('crowded'));
      await allBegun(crowd.length);
      await clock.advance(1_500);
      expect(crowd).toEqual(Array.from({ length: 4 }, () => ['answer: refused']));
    }
  });
});

describe('a slow private response', () => {
  it('still arrives', async () => {
    const { clock, send } = dispatching(async (_, respond) => {
      await clock.sleep(10_000);
      await respond.answer(privateText('your list'));
    });
    const calls = send();
    await clock.advance(12_000);
    expect(calls).toEqual([`answer: ${refusals.tooSlow}`, 'edit: your list']);
  });
});
