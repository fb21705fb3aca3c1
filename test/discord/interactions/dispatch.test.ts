import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createDispatcher } from '../../../src/discord/interactions/dispatch.ts';
import { MemberError } from '../../../src/discord/interactions/member-error.ts';
import { createResponder } from '../../../src/discord/interactions/responder.ts';
import type { Command } from '../../../src/discord/interactions/runner.ts';
import { privateText, textDisplay } from '../../../src/discord/messages/components.ts';
import { messageBody } from '../../../src/discord/rest/message-body.ts';
import { createLog } from '../../../src/log.ts';
import { StoreError } from '../../../src/store/store.ts';
import { en } from '../../../src/texts/en.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { scriptedRest } from '../scripted-rest.ts';

const { refusals } = en;
const PENDING = messageBody([textDisplay('pending')]);
const COMMAND = 2;
const AUTOCOMPLETE = 4;
/** A server that another process serves. */
const ELSEWHERE = 'elsewhere';

/** A dispatcher with one command, which does what the test says. */
function dispatching(run: Command<null>['run'], { underWayMax = 100 } = {}) {
  const clock = new FakeClock();
  const discords = new Map<string, ReturnType<typeof scriptedRest>>();
  const stop = new AbortController();
  const log = createLog('silent');
  let ids = 0;
  const dispatcher = createDispatcher<null>({
    commands: [{ data: { name: 'do', description: 'does it' }, run, suggest: () => sleepLong(clock) }],
    ...{ buttons: [], contextFor: () => null, clock, log, texts: en, stop: stop.signal, underWayMax },
    isServed: (guildId) => guildId !== ELSEWHERE,
    faultId: () => 'fault',
    respondTo: (interaction) => {
      const { rest } = discords.get(interaction.id) ?? scriptedRest('taken');
      return createResponder(rest, clock, interaction, stop.signal, log);
    },
  });
  return {
    clock,
    /** What Discord was asked for an interaction, which goes on in the background. */
    send: (guildId = 'guild', type = COMMAND): string[] => {
      ids += 1;
      const id = String(ids);
      const discord = scriptedRest('taken');
      discords.set(id, discord);
      void dispatcher.dispatch({
        ...{ id, type, application_id: '1', token: 't', guild_id: guildId, channel_id: '2' },
        ...{ member: { user: { id: '3' }, roles: [], permissions: '0' }, data: { name: 'do', options: [] } },
      });
      return discord.calls;
    },
    idle: () => dispatcher.idle(),
  };
}

const sleepLong = async (clock: FakeClock): Promise<[]> => {
  await clock.sleep(10_000);
  return [];
};

describe('a member whose command takes long', () => {
  it('is told that Easel is busy while Discord still takes an answer, and nothing public after it', async () => {
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

  it('is told so by the time that passed, whatever is done to the time of day', async () => {
    const { clock, send } = dispatching(() => clock.sleep(10_000));
    const calls = send();
    clock.step(-3_600_000);
    await clock.advance(2_500);
    expect(calls).toHaveLength(1);
  });

  it.each<[string, Error, string]>([
    ['refused', new MemberError('not you'), 'not you'],
    ['not kept', new StoreError('locked'), refusals.storeFailed],
  ])('reads in the same place at last that it was %s', async (_, error, words) => {
    const { clock, send } = dispatching(async () => {
      await clock.sleep(10_000);
      throw error;
    });
    const calls = send();
    await clock.advance(12_000);
    expect(calls).toEqual([`answer: ${refusals.tooSlow}`, `edit: ${words}`]);
  });

  it('is told nothing where the answer came before', async () => {
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

  it('is told nothing while they only type', async () => {
    const { clock, send } = dispatching(() => Promise.resolve());
    const calls = send('guild', AUTOCOMPLETE);
    await clock.advance(5_000);
    expect(calls).toEqual([]);
  });
});

describe('a member of a server that another process serves by now', () => {
  it('is told so privately, and nothing is begun', async () => {
    let begun = 0;
    const { send, idle } = dispatching(async (_, respond) => {
      begun += 1;
      await respond.answer(PENDING);
    });
    const [there, typing, here] = [send(ELSEWHERE), send(ELSEWHERE, AUTOCOMPLETE), send()];
    await idle();
    expect(there).toEqual([`answer: ${refusals.changingHands}`]);
    expect(typing).toEqual([]);
    expect(here).toEqual(['answer: pending']);
    expect(begun).toBe(1);
  });
});

/** In as many turns they all have. */
async function allBegun(commands: number): Promise<void> {
  for (let turn = 0; turn < commands; turn++) await nextTurn();
}

describe('commands that come in one packet', () => {
  it('begin a few in each turn, so that the first is answered before the last is looked at', async () => {
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

  it('begin all at once where more come than may wait', async () => {
    const begun: number[] = [];
    const { send } = dispatching(async () => void begun.push(begun.length), { underWayMax: 8 });
    for (let command = 0; command < 10; command++) send(`server${command}`);
    expect(begun).toHaveLength(2);
  });
});

describe('more commands than may be under way', () => {
  const underWayMax = 8;

  it('are not run, their members are told at once, and other servers go on', async () => {
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

  it('cost Discord no call where they only type', async () => {
    const { clock, send } = dispatching(() => clock.sleep(1_000), { underWayMax });
    const crowd = Array.from({ length: 10 }, () => send('crowded', AUTOCOMPLETE));
    await allBegun(crowd.length);
    expect(crowd.flat()).toEqual([]);
  });

  it('are run again when those before have ended, whichever way', async () => {
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

describe('a private answer that takes long', () => {
  it('comes all the same', async () => {
    const { clock, send } = dispatching(async (_, respond) => {
      await clock.sleep(10_000);
      await respond.answer(privateText('your list'));
    });
    const calls = send();
    await clock.advance(12_000);
    expect(calls).toEqual([`answer: ${refusals.tooSlow}`, 'edit: your list']);
  });
});
