import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../src/discord/rest/outcome.ts';
import { createServerNames } from '../../../src/discord/server/server-names.ts';
import { FakeClock } from '../../support/fake-clock.ts';

function start() {
  const clock = new FakeClock();
  const asked: string[] = [];
  const answers: Outcome<string>[] = [];
  const names = createServerNames({
    clock,
    ask: (call) => call({ signal: new AbortController().signal }),
    rest: {
      serverName: async (guildId) => {
        asked.push(guildId);
        return answers.shift() ?? { outcome: 'done', value: `Server ${guildId}` };
      },
    },
  });
  return { answers, asked, clock, names };
}

describe('names of servers', () => {
  it('are looked up once in ten minutes', async () => {
    const { asked, clock, names } = start();
    for (let times = 0; times < 3; times++) expect(await names.serverName('1')).toBe('Server 1');
    expect(asked).toEqual(['1']);
    await clock.advance(10 * 60_000);
    await names.serverName('1');
    expect(asked).toEqual(['1', '1']);
  });

  it('are looked up 25 at a time, so that more are cached each time', async () => {
    const { asked, names } = start();
    const ids = Array.from({ length: 40 }, (_, index) => String(index));
    expect((await names.serverNames(ids)).size).toBe(25);
    expect((await names.serverNames(ids)).size).toBe(40);
    expect(asked).toEqual(ids);
  });

  it('are looked up again if Discord was unavailable', async () => {
    const { answers, names } = start();
    answers.push({ outcome: 'unavailable', retryAfterMs: undefined, cause: undefined });
    expect(await names.serverName('1')).toBeUndefined();
    expect(await names.serverName('1')).toBe('Server 1');
  });
});
