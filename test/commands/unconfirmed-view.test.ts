import { describe, expect, it } from 'vitest';
import { suggestTasks } from '../../commands/credits/resolve.ts';
import { readPage, renderQuestion, renderUnconfirmed } from '../../commands/credits/unconfirmed-view.ts';
import type { Context } from '../../commands/support/context.ts';
import { createAccounts } from '../../src/budget/accounts.ts';
import { resolveIds } from '../../src/discord/custom-ids/controls.ts';
import type { InteractionOf } from '../../src/discord/interactions/interaction.ts';
import { type MessageBody, TEXT_LIMIT } from '../../src/discord/rest/message-body.ts';
import type { Jobs } from '../../src/jobs/jobs.ts';
import { en } from '../../src/texts/en.ts';
import { markUnconfirmed, release } from '../budget/bookings.ts';
import { sampleJob } from '../jobs/samples.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { MemoryDatabase, storeOver } from '../support/memory-database.ts';

const OPERATOR = '1200000000000000006';
const guildOf = (index: number): string => `13000000000000000${String(index).padStart(2, '0')}`;
const LONG_PROMPT = '*_`\n'.repeat(700);

type ListContext = Parameters<typeof renderUnconfirmed>[0];

/** One server per job. All tasks of the job are unconfirmed. */
async function start({ servers = 3, tasks = 1, prompt = 'a lighthouse in the\n\nfog' } = {}) {
  const clock = new FakeClock();
  const accounts = createAccounts({
    ...{ clock, defaultAllowanceCredits: 1_000 },
    store: await storeOver(new MemoryDatabase()),
  });
  for (let index = 0; index < servers; index++) {
    const keys = Array.from({ length: tasks }, (_, task) => `job${index}-${task + 1}`);
    await accounts.hold(guildOf(index), {
      ...{ jobId: `job${index}`, memberId: '1200000000000000001' },
      tasks: [...keys, `job${index}-9`].map((taskKey) => ({ taskKey, quoteCredits: 4, modelId: 'image-model-a' })),
    });
    for (const taskKey of keys) await markUnconfirmed(accounts, guildOf(index), taskKey);
    await clock.advance(1_000);
  }
  const job = sampleJob();
  const findAny = async ({ jobId }: { jobId: string }) => ({
    ...job,
    request: { ...job.request, prompt },
    tasks: [{ key: `${jobId}-1`, quoteCredits: 4, state: 'unconfirmed', reason: 'answer lost', taskId: 'task_7' }],
  });
  const partly = <Whole>(part: object): Whole => part as Whole;
  const context: ListContext = {
    money: partly({ accounts }),
    jobs: partly<Jobs>({ findAny }),
    discord: partly({ serverName: async (guildId: string) => (guildId === guildOf(0) ? 'Atelier' : undefined) }),
    texts: en,
  };
  const list = (page = 0, guildId?: string) => renderUnconfirmed(context, OPERATOR, { page, guildId });
  return { accounts, clock, context, list };
}

function* partsOf(value: unknown): Generator<Record<string, unknown>> {
  if (value === null || typeof value !== 'object') return;
  if ('type' in value) yield value as Record<string, unknown>;
  for (const inner of Object.values(value)) yield* partsOf(inner);
}
const fields = (body: MessageBody, name: string): string[] =>
  [...partsOf(body.components)].flatMap((part) => (typeof part[name] === 'string' ? [part[name]] : []));
const contentOf = (body: MessageBody): string => fields(body, 'content').join('\n');

describe('the operator’s list of unconfirmed tasks', () => {
  it('shows all servers’ tasks, oldest first, with what the operator needs to find them at the service', async () => {
    const { list } = await start();
    const body = await list();
    const text = contentOf(body);
    expect(text).toContain('3 tasks in 3 servers hold 12 credits');
    expect(text).toContain(`**Atelier** (${guildOf(0)}) · at the service: task\\_7`);
    expect(text).toMatch(/\*\*1\*\* Image Model A · 4 credits · <t:\d+:f> .*· <@1200000000000000001>/);
    expect(text).toContain('> a lighthouse in the fog');
    expect(text.indexOf(guildOf(0))).toBeLessThan(text.indexOf(guildOf(2)));
    expect(fields(body, 'label').filter((label) => label === 'Settle')).toHaveLength(3);
  });

  it('shows only the named server', async () => {
    const { list } = await start();
    const text = contentOf(await list(0, guildOf(1)));
    expect(text).toContain('1 task in 1 server holds 4 credits');
    expect(text).not.toContain(guildOf(0));
  });

  it('says so when nothing is unconfirmed', async () => {
    const { list } = await start({ servers: 0 });
    const body = await list();
    expect(contentOf(body)).toContain('No tasks are unconfirmed.');
    expect(fields(body, 'custom_id')).toEqual([]);
  });

  it('has pages within Discord’s limits, with buttons that Easel can read', async () => {
    const { list } = await start({ servers: 20, tasks: 4, prompt: LONG_PROMPT });
    for (const page of [0, 4, 9, 99]) {
      const body = await list(page);
      expect(contentOf(body).length).toBeLessThanOrEqual(TEXT_LIMIT);
      expect([...partsOf(body.components)].length).toBeLessThanOrEqual(40);
      const ids = fields(body, 'custom_id');
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.map(resolveIds.read)).not.toContain(undefined);
      expect(contentOf(body)).toContain(`Page ${Math.min(page, 9) + 1} of 10`);
    }
  });

  it('asks before it resolves a whole page, with buttons that Easel can read', async () => {
    const { context } = await start();
    const page = await readPage(context, { page: 0, guildId: guildOf(1) });
    const body = renderQuestion(context, OPERATOR, { page: 0, guildId: guildOf(1) }, 'release', page);
    expect(contentOf(body)).toBe('Release this task? 4 credits go back to the servers. You can’t undo this.');
    expect(fields(body, 'custom_id').map(resolveIds.read)).not.toContain(undefined);
  });

  it('marks a page by its content, so that a press on an outdated page is detected', async () => {
    const { accounts, context } = await start();
    const place = { page: 0, guildId: undefined };
    const { mark } = await readPage(context, place);
    expect((await readPage(context, place)).mark).toBe(mark);
    await release(accounts, guildOf(1), 'job1-1', 'resolved');
    expect((await readPage(context, place)).mark).not.toBe(mark);
  });

  it('shows a task even if its job is unknown', async () => {
    const { context } = await start({ servers: 1 });
    const jobs = { ...context.jobs, findAny: async () => undefined };
    const body = await renderUnconfirmed({ ...context, jobs }, OPERATOR, { page: 0, guildId: undefined });
    expect(contentOf(body)).toContain('The prompt is no longer kept.');
  });
});

describe('the suggestions for /credits resolve', () => {
  const typing = async (options: Record<string, string>) => {
    const { context } = await start({ tasks: 2 });
    const interaction = { kind: 'autocomplete', focused: 'task', options } as unknown as InteractionOf<'autocomplete'>;
    return suggestTasks(interaction, context as Context);
  };

  it('include all servers, and no two look the same', async () => {
    const suggested = await typing({ task: '' });
    expect(suggested).toHaveLength(6);
    expect(new Set(suggested.map(({ name }) => name)).size).toBe(6);
    expect(suggested[0]?.value).toBe(`${guildOf(0)}/job0-1`);
  });

  it('are limited to the named server and what was typed', async () => {
    expect(await typing({ task: '', server: guildOf(1) })).toHaveLength(2);
    expect((await typing({ task: 'JOB2-2' })).map(({ value }) => value)).toEqual([`${guildOf(2)}/job2-2`]);
  });
});
