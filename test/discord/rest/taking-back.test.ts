import { DiscordAPIError } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { withOutcomes } from '../../../src/discord/rest/outcome.ts';
import { takeBack } from '../../../src/discord/rest/taking-back.ts';
import { Activity } from '../../support/activity.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { passes } from '../../support/job-service.ts';

const answerOf = (status: number, code: number): DiscordAPIError =>
  new DiscordAPIError({ code, message: 'no' }, code, status, 'PATCH', 'http://127.0.0.1', {});
const AWAY = answerOf(500, 0);
const UNKNOWN_TOKEN = answerOf(404, 10015);
const TOKEN_LEFT_MS = 14 * 60_000;

/** Discord answers with these, one after the other, and with the last for ever. */
async function taking(answers: readonly (Error | 'done')[]) {
  const clock = new FakeClock();
  const stopping = new AbortController();
  let tries = 0;
  const edit = async (): Promise<void> => {
    const answer = answers[Math.min(tries, answers.length - 1)];
    tries += 1;
    if (answer instanceof Error) throw answer;
  };
  const untilMs = clock.now() + TOKEN_LEFT_MS;
  let ended: unknown;
  takeBack(withOutcomes({ edit }).edit, { clock, untilMs, signal: stopping.signal }).then(
    () => {
      ended = 'ended';
    },
    (error: unknown) => {
      ended = error;
    },
  );
  return {
    stopping,
    passes: (durationMs: number) => passes({ clock, activity: new Activity() }, durationMs),
    seen: () => ({ tries, ended }),
  };
}

describe('taking an answer back', () => {
  it('ends when Discord has carried it out, however often it did not answer before', async () => {
    const { passes, seen } = await taking([AWAY, AWAY, UNKNOWN_TOKEN, AWAY, AWAY, 'done']);
    await passes(10 * 60_000);
    expect(seen()).toEqual({ tries: 6, ended: 'ended' });
  });

  it('ends where nothing is there to be taken back', async () => {
    const { passes, seen } = await taking([UNKNOWN_TOKEN]);
    await passes(60_000);
    expect(seen()).toEqual({ tries: 4, ended: 'ended' });
  });

  it('ends with the token, and does not burden Discord until then', async () => {
    const { passes, seen } = await taking([AWAY]);
    await passes(TOKEN_LEFT_MS + 60_000);
    const { tries, ended } = seen();
    expect(ended).toBe('ended');
    expect(tries).toBeGreaterThan(10);
    expect(tries).toBeLessThan(25);
  });

  it('throws what Discord refuses for its form, and the reason of a stop', async () => {
    const refusal = answerOf(400, 50035);
    const refused = await taking([refusal]);
    await refused.passes(0);
    expect(refused.seen()).toEqual({ tries: 1, ended: refusal });
    const stopped = await taking([AWAY]);
    await stopped.passes(1_000);
    stopped.stopping.abort('the stop');
    await stopped.passes(1_000);
    expect(stopped.seen()).toEqual({ tries: 1, ended: 'the stop' });
  });
});
