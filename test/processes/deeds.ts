import { setTimeout as delay } from 'node:timers/promises';
import { meddlePostgres, sessionsOf } from '../support/postgres.ts';
import type { Easel, Fleet } from './fleet.ts';

/**
 * What happens to processes that share a PostgreSQL sooner or later. Each resolves once it is done. Its consequences
 * continue.
 */
export type Deed = (fleet: Fleet, random: () => number) => Promise<void>;

/** PostgreSQL ends a session after 20 s of silence. */
const STANDS_STILL_MS = 21_000;

function oneOf<Item>(items: readonly Item[], random: () => number): Item | undefined {
  return items[Math.floor(random() * items.length)];
}

const running = ({ easels }: Fleet): Easel[] =>
  easels.filter(({ isRunning, standsStill }) => isRunning && !standsStill);

const kill: Deed = async (fleet, random) => oneOf(running(fleet), random)?.kill();

const killTwo: Deed = async (fleet, random) => {
  const first = oneOf(running(fleet), random);
  const second = oneOf(
    running(fleet).filter((one) => one !== first),
    random,
  );
  await Promise.all([first?.kill(), second?.kill()]);
};

/** Kills a serving process right after the service has accepted a task, before the process knows. */
const killAtCreate: Deed = async (fleet, random) => {
  const { creates } = fleet.service;
  await Promise.race([fleet.until(() => fleet.service.creates > creates), delay(random() * 3_000)]);
  await Promise.all(fleet.easels.map((easel) => easel.isReady && easel.kill()));
};

const stop: Deed = async (fleet, random) => void (await oneOf(running(fleet), random)?.stop());

/** Stops a process for a moment. No other takes over. */
const pause: Deed = async (fleet, random) => {
  const easel = oneOf(running(fleet), random);
  if (easel?.standStill()) await delay(random() * 3_000);
  easel?.goOn();
};

/** Stops a process for longer than its session lives, while everything else continues. */
const standStill: Deed = async (fleet, random) => {
  const easel = oneOf(running(fleet), random);
  if (easel?.standStill())
    void delay(STANDS_STILL_MS + random() * 4_000, undefined, { ref: false }).then(() => easel.goOn());
};

/** Cuts all connections of one process to PostgreSQL. */
const cutOff: Deed = async (fleet, random) => {
  await meddlePostgres(fleet.storeUrl, async (query) => {
    const owners = await query(sessionsOf());
    const owner = oneOf(owners, random);
    if (owner) await query('SELECT pg_terminate_backend($1)', owner['pid']);
  });
};

const dropGateway: Deed = async ({ discord }, random) => {
  discord.faults.switchOn({ name: 'gateway-drop', parameters: { code: random() < 0.5 ? 4000 : 1006 } });
};

const loseAnswer: Deed = async ({ service }) => {
  service.faults.switchOn('cutLine', { on: 'create', times: 1, moment: 'after' });
};

const OFTEN = 3;
const times = (count: number, deed: Deed): Deed[] => Array.from({ length: count }, () => deed);

/** Mostly kills. */
export const DEEDS: readonly Deed[] = [
  ...times(2 * OFTEN, kill),
  ...times(OFTEN, stop),
  ...times(OFTEN, killAtCreate),
  ...[killTwo, pause, standStill, cutOff, dropGateway, loseAnswer],
];

/** Stops PostgreSQL and starts it again. */
export function restarting(postgres: { stop(): Promise<void>; start(): Promise<void> }): Deed {
  return async function restartPostgres(_, random) {
    await postgres.stop();
    await delay(random() * 2_000);
    await postgres.start();
  };
}
