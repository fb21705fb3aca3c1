import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFailed, onTestFinished } from 'vitest';
import { tempFolder } from '../store/temp-folder.ts';
import { auditOf, type Customers, createCustomers, noJobsLeft } from './customers.ts';
import { type Easel, type Fleet, openFleet } from './fleet.ts';

/**
 * The drill of `docs/operating/backups-and-upgrades.md`: a bot under load is backed up, serves on, and is killed; its operator restores
 * the backup and starts it again. Compares what is lost or unconfirmed with what the page says. `EASEL_DRILL_COMMANDS=300`
 * asks for more pictures, and prints the figures.
 */
const COMMANDS = Number(process.env['EASEL_DRILL_COMMANDS'] ?? 20);
/** Long enough that many tasks run at every moment. */
const RUN_MS = 1_000;
const PRICE_CREDITS = 4;
/** Asked for at the end, so that creates are under way. */
const LAST_COMMANDS = 5;

interface Said {
  code: number | null;
  said: string;
  durationMs: number;
}

async function tool(fleet: Fleet, ...args: string[]): Promise<Said> {
  const startMs = performance.now();
  const child = spawn(process.execPath, ['src/store-tool/store-tool.ts', ...args], {
    env: { ...process.env, STORE_URL: fleet.storeUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const said = await text(child.stdout);
  return { code: await ended, said, durationMs: Math.round(performance.now() - startMs) };
}

/** Asks for pictures, backs up while half of them are under way, asks for as many again, and kills the bot at a create. */
async function untilKilled() {
  const folder = await tempFolder();
  const fleet = await openFleet({ storeUrl: `sqlite://${join(folder, 'easel.sqlite')}`, runMs: RUN_MS });
  onTestFinished(() => fleet.close());
  const easel = fleet.add();
  onTestFailed(() => void process.stderr.write(`${easel.lines.slice(-40).join('\n')}\n`));
  easel.launch();
  await fleet.until(() => easel.isReady);
  const customers = createCustomers(fleet);
  const backup = join(folder, 'backup.sqlite');

  await askFor(COMMANDS, customers, fleet);
  const backedUp = await tool(fleet, 'backup', backup);
  expect(backedUp.code).toBe(0);
  await askFor(COMMANDS, customers, fleet);
  const { creates } = fleet.service;
  for (let count = 0; count < LAST_COMMANDS; count++) void customers.ask();
  await fleet.until(() => fleet.service.creates > creates);
  await easel.kill();
  return { fleet, easel, customers, backup, atKill: { ...customers.ends(), creating: creatingIn(easel) }, backedUp };
}

/** Asks for pictures, and resolves when half of these commands have ended: the others are at every step. */
async function askFor(commands: number, customers: Customers, fleet: Fleet): Promise<void> {
  for (let count = 0; count < commands; count++) await customers.ask();
  await fleet.until(() => customers.ends().open <= commands / 2);
}

/** How many creates were under way when the process was killed. */
function creatingIn({ lines }: Easel): number {
  const count = (msg: string): number => lines.filter((line) => line.includes(`"msg":"${msg}"`)).length;
  return count('job held') - count('task submitted');
}

async function startAgain({ fleet, easel }: { fleet: Fleet; easel: Easel }): Promise<number> {
  const startMs = performance.now();
  easel.launch();
  await fleet.until(() => easel.isReady);
  await fleet.until(() => easel.lines.some((line) => line.includes('the books are in order')));
  return Math.round(performance.now() - startMs);
}

function report(figures: object): void {
  if (process.env['EASEL_DRILL_COMMANDS'] !== undefined)
    process.stderr.write(`${JSON.stringify(figures, undefined, 1)}\n`);
}

const chargedCredits = ({ service }: Fleet): number =>
  service.tasks().reduce((sum, task) => sum + (task.chargedCredits ?? 0), 0);

it('a bot that is killed under load is restored from an earlier backup: with --carry-over it loses nothing, with --forget it creates nothing again', {
  timeout: 300_000,
}, async () => {
  const { fleet, easel, customers, backup, atKill, backedUp } = await untilKilled();
  const undecided = await tool(fleet, 'restore', backup);
  expect(undecided).toMatchObject({ code: 2, said: expect.stringContaining('Not done: choose --carry-over') });
  const restored = await tool(fleet, 'restore', backup, '--carry-over');
  expect(restored.code).toBe(0);
  const readyMs = await startAgain({ fleet, easel });
  await customers.served();
  const ends = customers.ends();
  report({ atKill, ends, backedUp, restored, readyMs });

  await customers.expectAllInOrder();
  // What was being created is unconfirmed.
  expect(ends.unconfirmed).toBeLessThanOrEqual(atKill.creating);
  expect(ends.shown).toBeGreaterThanOrEqual(atKill.shown);

  await easel.kill();
  expect((await tool(fleet, 'restore', backup, '--forget')).code).toBe(0);
  await startAgain({ fleet, easel });
  await noJobsLeft(fleet.storeUrl);
  const forgotten = customers.ends();
  const books = await auditOf(fleet.storeUrl);
  report({ forgotten, books, chargedCredits: chargedCredits(fleet) });

  const prompts = fleet.service.tasks().map(({ request }) => request.prompt);
  expect(new Set(prompts).size).toBe(prompts.length);
  expect(books).toMatchObject({ faults: [], unreadable: [], openHolds: [] });
  // The store can spend what was spent since the backup.
  const lostCredits = chargedCredits(fleet) - books.spentCredits - books.unconfirmed.credits;
  const reverted = forgotten.unconfirmed + forgotten['not started'];
  expect(lostCredits).toBeGreaterThan(0);
  expect(lostCredits).toBeLessThanOrEqual(PRICE_CREDITS * (COMMANDS + LAST_COMMANDS + forgotten['not started']));
  expect(forgotten.open).toBeLessThanOrEqual(COMMANDS + LAST_COMMANDS);
  expect(forgotten.shown).toBeGreaterThanOrEqual(ends.shown - reverted);
});
