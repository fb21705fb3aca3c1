import { Writable } from 'node:stream';
import { type App, createApp } from '../../../src/app.ts';
import { readConfig } from '../../../src/config.ts';
import { createLog } from '../../../src/log.ts';
import type { BotProcess, BotProcessOptions } from '../../../src/sandbox/bot-process.ts';
import { SkewedClock } from '../../../src/sandbox/playground/skewed-clock.ts';
import { openStore } from '../../../src/store/open-store.ts';

/** The whole bot in the test's process, where it is loaded already. Killing stops it as a host does. */
export const createBotHere = ({ environment, clock, onLine }: BotProcessOptions): BotProcess => {
  if (!(clock instanceof SkewedClock)) throw new Error('the bot needs the playground’s clock');
  const write = (line: unknown, _: unknown, done: () => void): void => {
    onLine?.(String(line).trimEnd());
    done();
  };
  let app: App | undefined;
  let state: BotProcess['state'] = 'stopped';
  const stop = async (): Promise<null> => {
    await app?.stop();
    app = undefined;
    state = 'stopped';
    return null;
  };
  return {
    get state() {
      return state;
    },
    get pid() {
      return app && process.pid;
    },
    start: async () => {
      state = 'starting';
      const log = createLog('info', new Writable({ write }));
      app = createApp(readConfig(environment), { clock, random: Math.random, log, openStore });
      await app.start();
      state = 'running';
    },
    kill: async () => void (await stop()),
    stop,
    sendTime: () => undefined,
    leap: () => Promise.reject(new Error('time can’t leap here')),
  };
};
