import { describe, expect, it } from 'vitest';
import { renderServers } from '../../commands/credits/servers.ts';
import type { Context } from '../../commands/support/context.ts';
import { createAccounts } from '../../src/budget/accounts.ts';
import { createServiceTally } from '../../src/budget/service-tally.ts';
import type { Moderation } from '../../src/moderation/moderation.ts';
import type { GatedRequest } from '../../src/moderation/requests/request.ts';
import type { Round } from '../../src/moderation/rounds/round.ts';
import type { Rounds } from '../../src/moderation/rounds/rounds.ts';
import { en } from '../../src/texts/en.ts';
import { request } from '../budget/samples.ts';
import { sampleRequest } from '../moderation/request-samples.ts';
import { roundOf } from '../moderation/rounds-samples.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { MemoryDatabase, storeOver } from '../support/memory-database.ts';

const OPERATOR = '1200000000000000006';
const guildOf = (index: number): string => `13000000000000000${String(index).padStart(2, '0')}`;

const onlyTheLast = (guildId: string) => (guildId === guildOf(24) ? 'Atelier' : undefined);

const forPeople = (undecided: GatedRequest[] = [], rounds: Round[] = []) => ({
  moderation: { requests: { undecidedAnywhere: async () => undecided } } as unknown as Moderation,
  rounds: { undecidedAnywhere: async () => rounds } as unknown as Rounds,
});

async function rendered(
  page: number,
  nameOf: (guildId: string) => string | undefined = onlyTheLast,
  people = forPeople(),
) {
  const store = await storeOver(new MemoryDatabase());
  const accounts = createAccounts({
    ...{ clock: new FakeClock(), defaultAllowanceCredits: 100 },
    store,
  });
  for (let index = 0; index < 25; index++) await accounts.hold(guildOf(index), request('job', index));
  const tally = createServiceTally(store, new FakeClock());
  const serverName = async (guildId: string) => nameOf(guildId);
  const money = { accounts, tally } as Context['money'];
  const discord = { serverName } as Context['discord'];
  const context = { ...people, money, discord, texts: en };
  const body = await renderServers(context, OPERATOR, page);
  return JSON.stringify(body.components);
}

describe('the operator’s list of servers', () => {
  it('shows ten servers a page, highest spending first, by name if Discord knows it', async () => {
    const first = await rendered(0);
    expect(first).toContain(`- **Atelier** (${guildOf(24)}): 0 spent, 24 held, 76 of 100 left`);
    expect(first).toContain(`server ${guildOf(15)}`);
    expect(first).not.toContain(`server ${guildOf(14)}`);
    expect(first).toContain('Page 1 of 3 · 25 servers');
  });

  it('shows the last page if a later one is requested', async () => {
    for (const page of [2, 99]) {
      const last = await rendered(page);
      expect(last).toContain(`server ${guildOf(0)}: 0 spent, 0 held`);
      expect(last).toContain('Page 3 of 3');
    }
  });

  it('keeps its layout and Discord’s limits with any server name', async () => {
    const page = await rendered(0, () => `[x](https://evil.example)${'*'.repeat(76)}`);
    expect(page).not.toContain('](https://evil');
    expect(page.length).toBeLessThan(4000);
  });

  it('shows what is held for creates without an answer', async () => {
    expect(await rendered(0)).toContain(
      'The service’s charges match the accounts, apart from what’s held: 300 for tasks the service hasn’t answered for yet.',
    );
  });

  it('shows separately what waits for people’s decisions', async () => {
    const people = forPeople(
      [sampleRequest({ quotesCredits: [4, 4] })],
      [{ ...roundOf(), winnerCount: 3, quoteCredits: 5 }],
    );
    expect(await rendered(0, onlyTheLast, people)).toContain(
      'The service’s charges match the accounts, apart from what’s held: 277 for tasks the service hasn’t answered for yet, 8 for requests waiting for moderators or votes and 15 for rounds.',
    );
  });
});
