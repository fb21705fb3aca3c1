import { expect, it } from 'vitest';
import { renderStatus } from '../../commands/credits/status.ts';
import type { Context } from '../../commands/support/context.ts';
import type { UsageOfAll } from '../../src/budget/ledger/usage.ts';
import { finding } from '../../src/findings/finding.ts';
import type { ProcessesStatus } from '../../src/health/processes.ts';
import { en } from '../../src/texts/en.ts';

const many = <Value>(most: number, made: (index: number) => Value): Value[] =>
  Array.from({ length: most }, (_, index) => made(index));

const TASKS = { sending: 123_456, atService: 123_456, delivering: 123_456, forPeople: 123_456 };

const STATUS: ProcessesStatus = {
  running: many(100, (index) => ({
    ...{ version: '10.20.30', startedAtMs: 0, writtenAtMs: 0, shards: '100 of 10000', isOwn: index === 0 },
    ...{ tasks: TASKS, findings: many(10, () => 'config.shards-as-they-are') },
  })),
  tasks: TASKS,
};

const TODAY: UsageOfAll = {
  ...{ settled: 1_000_000, spentCredits: 10_000_000 },
  returned: Object.fromEntries([
    ['no result', 3] as const,
    ...many(29, (index) => [`a reason of some length, number ${index}`, index] as const),
  ]),
  servers: many(10, (index) => ({ guildId: `13000000000000000${index}0`, credits: 1_000_000 - index })),
};

it('fits into a message, however much there is to say', async () => {
  const context = {
    processes: { status: async () => STATUS },
    money: {
      accounts: {
        today: async () => TODAY,
        ceiling: async () => ({ month: '2026-11', usedCredits: 1, ceilingCredits: 1_000_000_000, renewsAtMs: 0 }),
      },
    },
    discord: { serverName: async () => `[x](https://evil.example)${'*'.repeat(76)}` },
    findings: () => Array(7).fill(finding('service.down')),
    texts: en,
  } as unknown as Context;
  const text = JSON.stringify((await renderStatus(context)).components);
  expect(text).toContain('### 7 problems right now');
  expect(text).toContain('3 tasks succeeded today without a picture or clip: the service charged for them');
  expect(text.split('- Easel can’t reach the generation service. Check').length - 1).toBe(5);
  expect(text).not.toContain('](https://evil');
  expect(text.match(/: 999,99\d credits|1,000,000 credits/gu)).toHaveLength(5);
  expect(text.match(/Easel 10\.20\.30/gu)).toHaveLength(8);
  expect(text.length).toBeLessThan(4000);
});
