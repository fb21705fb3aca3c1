import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { JobMessages } from '../../src/jobs/ports/job-messages.ts';
import type { ResultFetcher } from '../../src/media/fetching/fetch-result.ts';
import { RecordError } from '../../src/store/store.ts';
import { withReads } from '../support/memory-database.ts';
import { DELIVERING, sampleJob } from './samples.ts';
import { openScene, type Scene } from './scene.ts';

const SLOW_SERVER = '200000000000000002';
/** More results than may be under way at once. */
const MANY = 40;

/** Never resolves; rejects when the bot stops. */
function hang(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** Two servers: one's results stay under way, then the other gets a result. */
async function deliverBesideSlowOnes(scene: Scene, isStuck: () => boolean): Promise<void> {
  for (let number = 1; number <= MANY; number++) {
    await scene.submit({ jobId: `slow${number}`, memberId: `slow${number % 3}`, location: { guildId: SLOW_SERVER } });
  }
  await scene.until(isStuck);
  for (let turn = 0; turn < 20; turn++) await nextTurn();
  await scene.submit();
  await scene.ended();
}

describe('a server’s results', () => {
  it('arrive while another’s downloads take long', async () => {
    const scene = await openScene();
    const { fetch } = scene.storage;
    let stuck = 0;
    const fetcher: ResultFetcher = {
      close: async () => undefined,
      fetch: (address, name, options) => {
        if (!name.startsWith('slow')) return fetch.call(scene.storage, address, name, options);
        stuck += 1;
        return hang(options.signal);
      },
    };
    await scene.restart({ fetcher });
    await deliverBesideSlowOnes(scene, () => stuck > 0);
    expect(scene.message().attachments).toHaveLength(1);
    expect(stuck).toBeLessThan(MANY);
  });

  it('arrive after a restart while another’s are downloaded', async () => {
    const scene = await openScene();
    const { fetch } = scene.storage;
    const fetcher: ResultFetcher = {
      close: async () => undefined,
      fetch: (address, name, options) =>
        name.startsWith('slow')
          ? hang(options.signal)
          : Promise.resolve(isOpen ? fetch.call(scene.storage, address, name, options) : hang(options.signal)),
    };
    let isOpen = false;
    await scene.restart({ fetcher });
    for (let number = 1; number <= MANY; number++) {
      await scene.submit({ jobId: `slow${number}`, location: { guildId: SLOW_SERVER } });
    }
    await scene.submit();
    await scene.until(async () => (await scene.job())?.tasks[0]?.state === 'delivering');
    isOpen = true;
    await scene.restart({ fetcher });
    await scene.ended();
    expect(scene.message().attachments).toHaveLength(1);
  });

  it('arrive after a restart while another’s account is unreadable', async () => {
    const scene = await openScene();
    for (let number = 1; number <= MANY; number++) {
      const { location } = sampleJob();
      const job = sampleJob({ id: `slow${number}`, location: { ...location, guildId: SLOW_SERVER } }, DELIVERING);
      await scene.collections.place(job);
    }
    await scene.submit();
    await scene.until(async () => (await scene.job())?.tasks[0]?.state === 'submitted');
    await scene.bot.stop();
    const job = await scene.job();
    if (job) await scene.collections.place({ ...job, tasks: [DELIVERING] });
    const database = withReads(scene.database, (key) =>
      key === `accounts:${SLOW_SERVER}` ? Promise.reject(new RecordError('it cannot be read')) : undefined,
    );
    await scene.restart({ database });
    await scene.ended();
    expect(scene.message().attachments).toHaveLength(1);
  });

  it('arrive while Discord accepts none of another’s uploads', async () => {
    const scene = await openScene();
    const { discord } = scene;
    let stuck = 0;
    const jobMessages: JobMessages = {
      show: (message, options) => {
        if (message.newFiles.length === 0 || !message.job.id.startsWith('slow')) return discord.show(message, options);
        stuck += 1;
        return hang(options.signal);
      },
      amend: (...parts) => discord.amend(...parts),
      addressesOf: () => discord.addressesOf(),
      notify: (...parts) => discord.notify(...parts),
      notifyMissed: (...parts) => discord.notifyMissed(...parts),
    };
    await scene.restart({ jobMessages });
    await deliverBesideSlowOnes(scene, () => stuck > 0);
    expect(scene.message().attachments).toHaveLength(1);
    expect(stuck).toBeLessThan(MANY);
  });
});
