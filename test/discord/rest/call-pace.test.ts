import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createCallPace } from '../../../src/discord/rest/call-pace.ts';
import { BusyError } from '../../../src/engine/fair-limit.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const never = new AbortController().signal;

/** Asks for turns and returns them in the order in which they came. */
function start(perSecond = 50) {
  const clock = new FakeClock();
  const pace = createCallPace({ clock, perSecond });
  const sent: string[] = [];
  const refused: unknown[] = [];
  const ask = (guildId: string | undefined, count = 1, signal: AbortSignal = never): void => {
    for (let index = 0; index < count; index++) {
      pace.turn(guildId, signal).then(
        () => sent.push(guildId ?? 'none'),
        (error: unknown) => refused.push(error),
      );
    }
  };
  return { ask, clock, refused, sent };
}

describe('calls with the bot’s token', () => {
  it('of one server aren’t delayed by another’s flood', async () => {
    const { ask, clock, sent } = start();
    ask('flood', 200);
    await nextTurn();
    expect(sent).toHaveLength(25);
    ask('other');
    await nextTurn();
    expect(sent.at(-1)).toBe('other');
    // Also later, when the flood has waited for long.
    await clock.advance(3_500);
    ask('other');
    await nextTurn();
    expect(sent.at(-1)).toBe('other');
  });

  it('never exceed the limit in any second', async () => {
    const { ask, clock, sent } = start();
    for (const guildId of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', undefined]) ask(guildId, 20);
    const before: number[] = [];
    for (let step = 0; step < 30; step++) {
      await clock.advance(100);
      before.push(sent.length);
      expect(sent.length - (before.at(-11) ?? 0)).toBeLessThanOrEqual(50);
    }
    expect(sent.length).toBeGreaterThan(120);
  });

  it('are one per second if more processes share the limit than it has calls', async () => {
    const { ask, clock, sent } = start(1);
    ask('a', 2);
    ask('b');
    await nextTurn();
    expect(sent).toEqual(['a']);
    await clock.advance(1_000);
    expect(sent).toEqual(['a', 'a']);
    await clock.advance(1_000);
    expect(sent).toEqual(['a', 'a', 'b']);
  });

  it('are refused if too many of their server wait, while those of others wait', async () => {
    const { ask, refused, sent, clock } = start();
    ask('flood', 1_000);
    await nextTurn();
    const [first] = refused;
    expect(first).toBeInstanceOf(BusyError);
    const before = refused.length;
    ask('other', 50);
    await clock.advance(10_000);
    expect(refused).toHaveLength(before);
    expect(sent.filter((guildId) => guildId === 'other')).toHaveLength(50);
  });

  it('end with an AbortError if they are aborted while they wait, and use no turn', async () => {
    const { ask, clock, refused, sent } = start();
    const stopped = new AbortController();
    ask('a', 25);
    ask('a', 5, stopped.signal);
    await nextTurn();
    stopped.abort(new Error('stopping'));
    await nextTurn();
    expect(refused.map((error) => error instanceof DOMException && error.name)).toEqual(Array(5).fill('AbortError'));
    await clock.advance(2_000);
    expect(sent).toHaveLength(25);
  });
});
