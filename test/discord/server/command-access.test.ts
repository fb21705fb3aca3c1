import { describe, expect, it } from 'vitest';
import { commandsFor } from '../../../commands/index.ts';
import { createLookup } from '../../../src/discord/rest/lookup.ts';
import type { Trouble } from '../../../src/discord/rest/outcome.ts';
import { type CommandAccessParts, createCommandAccess } from '../../../src/discord/server/command-access.ts';
import type { CommandRule, Presser } from '../../../src/discord/server/command-rules.ts';
import { createLog } from '../../../src/log.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const IMAGE = { name: 'image' };
const applicationId = '500000000000000001';
const presser: Presser & { applicationId: string } = {
  ...{ applicationId, guildId: '200000000000000001', memberId: 'member', channelIds: ['channel'] },
  ...{ roleIds: [], permissions: 0n },
};
const forMember = (isAllowed: boolean): CommandRule[] => [{ target: 'member', id: 'member', isAllowed }];

/** A server with these rules by command id, or an unavailable Discord. */
function start() {
  const clock = new FakeClock();
  const server: { rules: Record<string, CommandRule[]>; trouble?: Trouble | undefined; asked: number } = {
    ...{ rules: {}, asked: 0 },
  };
  const rest: CommandAccessParts['rest'] = {
    commandRules: async () => {
      server.asked += 1;
      return server.trouble ?? { outcome: 'done', value: new Map(Object.entries(server.rules)) };
    },
  };
  const commandIdOf = ({ name }: { name: string }): string | undefined =>
    name === 'image' ? 'id-of-image' : undefined;
  const access = createCommandAccess({ rest, ask: createLookup(createLog('silent')), commandIdOf, clock });
  return { access, clock, server };
}

describe('access to a command', () => {
  it('follows the rules under its id, looked up again after ten seconds', async () => {
    const { access, clock, server } = start();
    server.rules['id-of-image'] = forMember(false);
    expect(await access(IMAGE, presser)).toBe('denied');
    server.rules['id-of-image'] = forMember(true);
    expect(await access(IMAGE, presser)).toBe('denied');
    await clock.advance(10_000);
    expect(await access(IMAGE, presser)).toBe('allowed');
    expect(server.asked).toBe(2);
  });

  it('follows the last known rules for ten minutes while Discord is unavailable, and is unknown afterwards', async () => {
    const { access, clock, server } = start();
    server.rules['id-of-image'] = forMember(false);
    await access(IMAGE, presser);
    server.trouble = { outcome: 'unavailable', retryAfterMs: undefined };
    await clock.advance(9 * 60_000);
    expect(await access(IMAGE, presser)).toBe('denied');
    await clock.advance(60_000);
    expect(await access(IMAGE, presser)).toBe('unknown');
  });

  it('is the default if Discord refuses to tell, and unknown for a command without an id', async () => {
    const { access, server } = start();
    server.trouble = { outcome: 'no access' };
    expect(await access(IMAGE, presser)).toBe('default');
    expect(await access({ name: 'Bild' }, presser)).toBe('unknown');
  });
});

it('no two commands have the same name', () => {
  const names = commandsFor(1_000).map(({ data }) => data.name);
  expect(new Set(names).size).toBe(names.length);
});
