import { rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { RetryLater } from '../../../src/engine/lane.ts';
import type { Job } from '../../../src/jobs/job/job.ts';
import { FitLostError } from '../../../src/media/confined/confined-program.ts';
import { FetchError } from '../../../src/media/fetching/fetch-failure.ts';
import type { ResultFetcher } from '../../../src/media/fetching/fetch-result.ts';
import type { Fitter } from '../../../src/media/files/media.ts';
import { hugePicture, noisyPicture } from '../../media/pictures/pictures.ts';
import { unavailable } from '../../support/fake-job-messages.ts';
import { GUILD, MEMBER } from '../../support/job-service.ts';
import { openScene, type Scene } from '../scene.ts';

const HOUR_MS = 3_600_000;
const MEGABYTE = 1024 * 1024;

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
});

const bytes = (count: number) => new Uint8Array(count);
const picture = async (): Promise<Uint8Array> => noisyPicture(200, 200).png().toBuffer();
const deliveryOf = ({ tasks }: { tasks: readonly object[] }, index = 0): unknown =>
  Reflect.get(tasks[index] ?? {}, 'delivery');

describe('a result', () => {
  it('over the upload limit is made smaller, and the message says so', async () => {
    const original = await picture();
    scene.storage.answer = () => ({ bytes: original, kind: 'image' });
    await scene.submit({ location: { uploadLimitBytes: 40_000 } });
    expect(deliveryOf(await scene.ended())).toMatchObject({
      ...{ how: 'attached', madeSmaller: true },
      originalAddress: expect.stringMatching(/^https?:/),
    });
    expect(original.byteLength).toBeGreaterThan(100_000);
    expect(scene.message().attachments).toMatchObject([{ name: 'easel-job1-1.webp' }]);
    expect(scene.message().attachments[0]?.sizeBytes).toBeLessThan(40_000);
    expect(await readdir(scene.results.path)).toEqual([]);
  });

  it('that Discord refuses for its size below the limit is made smaller', async () => {
    const original = await picture();
    scene.storage.answer = () => ({ bytes: original, kind: 'image' });
    scene.discord.acceptsBytes = original.byteLength - 1;
    await scene.submit();
    expect(deliveryOf(await scene.ended())).toMatchObject({ how: 'attached', madeSmaller: true });
    const uploads = scene.discord.asked.filter(({ newFiles }) => newFiles.length > 0);
    expect(uploads).toHaveLength(2);
  });

  it('that can’t be made small enough is linked', async () => {
    const original = await picture();
    scene.storage.answer = () => ({ bytes: original, kind: 'image' });
    await scene.submit({ location: { uploadLimitBytes: 20 } });
    expect(deliveryOf(await scene.ended())).toEqual({ how: 'linked', address: 'http://127.0.0.1/results/task-1' });
  });

  it('with too many pixels for the machine’s memory is linked', async () => {
    const original = hugePicture(16_000, 16_000);
    scene.storage.answer = () => ({ bytes: original, kind: 'image' });
    await scene.submit({ location: { uploadLimitBytes: 1_000 } });
    expect(deliveryOf(await scene.ended())).toMatchObject({ how: 'linked' });
  });

  it('is linked and never uploaded if it is a clip over the limit', async () => {
    scene.storage.answer = () => ({ bytes: bytes(2 * MEGABYTE), kind: 'video' });
    await scene.submit({ request: { modelId: 'omni-flash' }, location: { uploadLimitBytes: MEGABYTE } });
    expect(deliveryOf(await scene.ended())).toMatchObject({ how: 'linked' });
    expect(scene.discord.asked.every(({ newFiles }) => newFiles.length === 0)).toBe(true);
  });

  it('is uploaded once and then linked if it is a clip that Discord refuses', async () => {
    scene.storage.answer = () => ({ bytes: bytes(2 * MEGABYTE), kind: 'video' });
    scene.discord.acceptsBytes = MEGABYTE;
    await scene.submit({ request: { modelId: 'omni-flash' } });
    expect(deliveryOf(await scene.ended())).toMatchObject({ how: 'linked' });
    expect(scene.discord.asked.filter(({ newFiles }) => newFiles.length > 0)).toHaveLength(1);
  });

  it('too large to download is linked', async () => {
    scene.storage.answer = () => new FetchError('too large');
    await scene.submit();
    expect(deliveryOf(await scene.ended())).toMatchObject({ how: 'linked' });
  });

  it('comes with its sound', async () => {
    scene.service.planNext({ audioUrl: 'http://127.0.0.1/sounds/1' });
    scene.storage.answer = (address) =>
      address.includes('sounds') ? { bytes: bytes(50), kind: 'audio' } : { bytes: bytes(100), kind: 'video' };
    await scene.submit({ request: { modelId: 'omni-flash' } });
    await scene.ended();
    expect(scene.message().attachments.map(({ name }) => name)).toEqual(['easel-job1-1.mp4', 'easel-job1-1-sound.mp3']);
    expect(await readdir(scene.results.path)).toEqual([]);
  });

  it('comes without its sound if that can’t be fetched', async () => {
    scene.service.planNext({ audioUrl: 'http://127.0.0.1/sounds/1' });
    scene.storage.answer = (address) =>
      address.includes('sounds') ? new FetchError('gone') : { bytes: bytes(100), kind: 'video' };
    await scene.submit({ request: { modelId: 'omni-flash' } });
    await scene.ended();
    expect(scene.message().attachments.map(({ name }) => name)).toEqual(['easel-job1-1.mp4']);
  });

  it('at an unsafe address isn’t fetched, and the message says so', async () => {
    scene.storage.answer = () => new FetchError('private address');
    await scene.submit();
    expect(deliveryOf(await scene.ended())).toEqual({ how: 'kept', reason: 'refused address' });
    expect(scene.storage.fetched).toHaveLength(1);
    expect(await scene.credits()).toEqual({ spent: 4, held: 0, left: 496 });
  });

  it('that isn’t media isn’t shown', async () => {
    scene.storage.answer = () => new FetchError('not media');
    await scene.submit();
    expect(deliveryOf(await scene.ended())).toEqual({ how: 'kept', reason: 'not media' });
  });

  it('of a kind that Discord doesn’t show is linked', async () => {
    scene.storage.answer = () => new FetchError('not shown');
    await scene.submit();
    expect(deliveryOf(await scene.ended())).toMatchObject({ how: 'linked', why: 'not shown' });
  });

  it.each(['not there yet', 'gone', 'unavailable', 'too slow', 'too many redirects'] as const)(
    'that is %s at first is tried again',
    async (reason) => {
      let tries = 0;
      scene.storage.answer = () => {
        tries += 1;
        return tries < 4 ? new FetchError(reason) : { bytes: bytes(100), kind: 'image' };
      };
      await scene.submit();
      expect(deliveryOf(await scene.ended())).toMatchObject({ how: 'attached' });
    },
  );

  it('that is gone from its address is fetched from a new one', async () => {
    scene.storage.answer = (address) =>
      address.endsWith('fresh') ? { bytes: bytes(100), kind: 'image' } : new FetchError('gone');
    const { query } = scene.service;
    let queries = 0;
    scene.service.query = async (taskId, options) => {
      const seen = await query.call(scene.service, taskId, options);
      if (seen.state !== 'success') return seen;
      queries += 1;
      return queries === 1 ? seen : { ...seen, resultUrl: `${seen.resultUrl}/fresh` };
    };
    await scene.submit();
    expect(deliveryOf(await scene.ended())).toMatchObject({ how: 'attached' });
    expect(scene.storage.fetched.map((address) => address.split('/').at(-1))).toEqual(['task-1', 'fresh']);
  });

  it('that can’t be fetched for a while arrives later, and the message says meanwhile that it is on its way', async () => {
    scene.storage.answer = () => new FetchError('unavailable');
    await scene.submit();
    await scene.passes(5 * 60_000);
    expect(scene.message().job.tasks).toMatchObject([{ state: 'delivering' }]);
    scene.storage.answer = () => ({ bytes: bytes(100), kind: 'image' });
    expect(deliveryOf(await scene.ended())).toMatchObject({ how: 'attached' });
  });

  it.each([
    ['is retried repeatedly', () => new FetchError('unavailable')],
    ['arrives byte by byte', undefined],
  ])('that %s is shown as late after a minute, and not before', async (_, answer) => {
    const isLate = (): unknown => Reflect.get(scene.message().job.tasks[0] ?? {}, 'isLate');
    const { fetch } = scene.storage;
    let isStuck = true;
    const fetcher: ResultFetcher = {
      close: async () => undefined,
      fetch: async (...parts) => {
        if (isStuck && !answer) await scene.clock.sleep(5 * 60_000, parts[2].signal);
        return fetch.apply(scene.storage, parts);
      },
    };
    await scene.restart({ fetcher });
    if (answer) scene.storage.answer = answer;
    await scene.submit();
    await scene.until(async () => (await scene.job())?.tasks[0]?.state === 'delivering');
    await scene.passes(55_000);
    expect(scene.message().job.tasks).toMatchObject([{ state: 'delivering' }]);
    expect(isLate()).toBeUndefined();
    await scene.passes(70_000);
    expect(isLate()).toBe(true);
    isStuck = false;
    scene.storage.answer = () => ({ bytes: bytes(100), kind: 'image' });
    expect(deliveryOf(await scene.ended())).toMatchObject({ how: 'attached' });
  });

  it('is retried for the full time after the bot was away for hours', async () => {
    scene.storage.answer = () => new FetchError('unavailable');
    await scene.submit();
    await scene.until(() => scene.storage.fetched.length > 0);
    await scene.bot.stop();
    await scene.clock.advance(7 * HOUR_MS);
    await scene.restart();
    await scene.until(() => scene.storage.fetched.length > 2);
    scene.storage.answer = () => ({ bytes: bytes(100), kind: 'image' });
    expect(deliveryOf(await scene.ended())).toMatchObject({ how: 'attached' });
  });

  it('is shown once Discord accepts it, even if the bot was away for hours and Discord fails first', async () => {
    scene.discord.trouble = ({ newFiles }) => (newFiles.length > 0 ? unavailable() : undefined);
    await scene.submit();
    await scene.until(() => scene.discord.asked.some(({ newFiles }) => newFiles.length > 0));
    await scene.bot.stop();
    await scene.clock.advance(7 * HOUR_MS);
    let stumbles = 1;
    scene.discord.trouble = () => (stumbles-- > 0 ? unavailable() : undefined);
    await scene.restart();
    expect(deliveryOf(await scene.ended())).toMatchObject({ how: 'attached' });
  });

  it('that disappeared from the disk is fetched again', async () => {
    let uploads = 0;
    scene.discord.trouble = ({ newFiles }) => {
      if (newFiles.length === 0) return undefined;
      uploads += 1;
      return uploads === 1 ? unavailable() : undefined;
    };
    await scene.submit();
    await scene.until(() => uploads === 1);
    await scene.results.clear();
    expect(deliveryOf(await scene.ended())).toMatchObject({ how: 'attached' });
    expect(scene.storage.fetched).toHaveLength(2);
  });

  it('that disappears from the disk during the upload is fetched again', async () => {
    let uploads = 0;
    scene.discord.trouble = ({ newFiles }) => {
      if (newFiles.length === 0) return undefined;
      uploads += 1;
      if (uploads > 1) return undefined;
      for (const { path } of newFiles) rmSync(path);
      return new RetryLater();
    };
    await scene.submit();
    expect(deliveryOf(await scene.ended())).toMatchObject({ how: 'attached' });
    expect(scene.storage.fetched).toHaveLength(2);
  });

  it('that can’t be fetched is left to the history after a quarter of an hour', async () => {
    scene.storage.answer = () => new FetchError('unavailable');
    await scene.submit();
    const entry = await scene.ended();
    expect(deliveryOf(entry)).toEqual({ how: 'kept', reason: 'not fetched' });
    expect(entry.endedAtMs - entry.createdAtMs).toBeGreaterThan(15 * 60_000);
    expect(entry.endedAtMs - entry.createdAtMs).toBeLessThan(30 * 60_000);
    expect(scene.storage.fetched.length).toBeLessThan(20);
  });

  it('arrives once this machine’s disk has room again', async () => {
    const { answer } = scene.storage;
    scene.storage.answer = () => new Error('ENOSPC');
    await scene.submit();
    await scene.passes(2 * HOUR_MS);
    scene.storage.answer = answer;
    expect(deliveryOf(await scene.ended())).toMatchObject({ how: 'attached' });
  });

  it('isn’t given up for one failed fetch after hours in which Discord failed', async () => {
    const { answer } = scene.storage;
    scene.storage.answer = () => new FetchError('unavailable');
    await scene.submit();
    await scene.passes(5 * 60_000);
    scene.discord.trouble = ({ newFiles }) => (newFiles.length > 0 ? unavailable() : undefined);
    scene.storage.answer = answer;
    await scene.passes(3 * HOUR_MS);
    await scene.results.clear();
    scene.storage.answer = () => new FetchError('unavailable');
    await scene.passes(10 * 60_000);
    scene.discord.trouble = () => undefined;
    scene.storage.answer = answer;
    expect(deliveryOf(await scene.ended())).toMatchObject({ how: 'attached' });
  });

  it('is given up after six hours in which Discord failed, whatever else failed in between', async () => {
    const { answer } = scene.storage;
    scene.discord.trouble = ({ newFiles }) => (newFiles.length > 0 ? unavailable() : undefined);
    await scene.submit();
    for (let hours = 0; hours < 7; hours++) {
      await scene.passes(HOUR_MS - 6 * 60_000);
      await scene.results.clear();
      scene.storage.answer = () => new FetchError('unavailable');
      await scene.passes(6 * 60_000);
      scene.storage.answer = answer;
    }
    const entry = await scene.ended();
    expect(deliveryOf(entry)).toEqual({ how: 'kept', reason: 'unreachable' });
    expect(entry.endedAtMs - entry.createdAtMs).toBeLessThan(7 * HOUR_MS);
  });

  it('ends in the history within a day if Easel itself fails to show it', async () => {
    scene.discord.trouble = ({ newFiles, job }) =>
      newFiles.length > 0 || job.tasks.every(({ state }) => state === 'delivered') ? new TypeError('ours') : undefined;
    await scene.submit();
    await scene.passes(24 * HOUR_MS);
    expect(await scene.job()).toBeUndefined();
    expect(deliveryOf(await scene.ended())).toEqual({ how: 'kept', reason: 'fault' });
    expect(scene.bot.jobs.openJobIdsOf(GUILD, MEMBER)).toEqual([]);
    expect(await scene.credits()).toEqual({ spent: 4, held: 0, left: 496 });
  });

  it('that can’t be fetched doesn’t hold up its job’s other results', async () => {
    scene.storage.answer = (address) =>
      address.endsWith('task-1') ? new FetchError('unavailable') : { bytes: bytes(100), kind: 'image' };
    await scene.submit({ count: 3 });
    await scene.passes(60_000);
    const names = scene.message().attachments.map(({ name }) => name);
    expect(names.sort()).toEqual(['easel-job1-2.png', 'easel-job1-3.png']);
    scene.storage.answer = () => ({ bytes: bytes(100), kind: 'image' });
    await scene.ended();
    expect(scene.message().attachments).toHaveLength(3);
    expect(scene.discord.faults).toEqual([]);
  });
});

describe('making a picture fit', () => {
  const BIG = { location: { uploadLimitBytes: 50 } };
  const fitAttempts = ({ tasks }: Pick<Job, 'tasks'>): unknown => Reflect.get(tasks[0] ?? {}, 'fitAttempts');
  const jobNow = async (): Promise<Job> => {
    const job = await scene.job();
    if (!job) throw new Error('the job has ended');
    return job;
  };
  const fitted: Fitter['fit'] = async (file) => ({ ...file, sizeBytes: 40 });
  /** Fits in the encoder's slot, as all fitters do. */
  const inSlot =
    (fit: Fitter['fit']): Fitter['fit'] =>
    (file, limitBytes, options) =>
      options.turns.encode(() => fit(file, limitBytes, options));

  it('is retried once if its process died, and counted in the record first', async () => {
    const counts: unknown[] = [];
    const fit = inSlot(async (file, limitBytes, options) => {
      counts.push(fitAttempts(await jobNow()));
      if (counts.length === 1) throw new FitLostError('SIGKILL');
      return fitted(file, limitBytes, options);
    });
    await scene.restart({ fitter: { fit } });
    await scene.submit(BIG);
    expect(deliveryOf(await scene.ended())).toMatchObject({ how: 'attached' });
    expect(counts).toEqual([1, 2]);
  });

  it('is given up after its process died twice: the picture is linked', async () => {
    let tries = 0;
    const fit = inSlot(async () => {
      tries += 1;
      throw new FitLostError('SIGKILL');
    });
    await scene.restart({ fitter: { fit } });
    await scene.submit(BIG);
    expect(deliveryOf(await scene.ended())).toMatchObject({ how: 'linked' });
    expect(tries).toBe(2);
  });

  it('is tried again after trouble of Easel’s own, such as a full disk, instead of linking the picture', async () => {
    let tries = 0;
    const fit = inSlot(async (file, limitBytes, options) => {
      tries += 1;
      if (tries <= 3) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
      return fitted(file, limitBytes, options);
    });
    await scene.restart({ fitter: { fit } });
    await scene.submit(BIG);
    expect(deliveryOf(await scene.ended())).toMatchObject({ how: 'attached' });
    expect(tries).toBe(4);
  });

  /** Attempts that never end, and the job at the start of each. */
  const createEndless = () => {
    const found: Job[] = [];
    const fit = inSlot(async (_, __, { signal }) => {
      found.push(await jobNow());
      return new Promise((___, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
    });
    return { found, fitter: { fit } };
  };

  it('is given up after the bot was killed during it twice', async () => {
    const { found, fitter } = createEndless();
    await scene.restart({ fitter });
    await scene.submit(BIG);
    for (let lives = 1; lives <= 2; lives++) {
      await scene.until(() => found.length === lives);
      await scene.bot.stop();
      // The record that a kill leaves.
      for (const job of found.slice(-1)) await scene.collections.place(job);
      await scene.restart({ fitter });
    }
    expect(deliveryOf(await scene.ended())).toMatchObject({ how: 'linked' });
    expect(found.map(fitAttempts)).toEqual([1, 2]);
  });

  it('isn’t given up because the bot was stopped during it, even repeatedly', async () => {
    const { found, fitter } = createEndless();
    await scene.restart({ fitter });
    await scene.submit(BIG);
    for (let stops = 1; stops <= 3; stops++) {
      await scene.until(() => found.length === stops);
      await scene.restart({ fitter: stops < 3 ? fitter : { fit: fitted } });
    }
    expect(deliveryOf(await scene.ended())).toMatchObject({ how: 'attached', madeSmaller: true });
    expect(found.map(fitAttempts)).toEqual([1, 1, 1]);
  });
});

describe('Discord', () => {
  it('without the job’s message gets no new one; the history has the result, and the author is notified once', async () => {
    await scene.submit();
    await scene.passes(500);
    scene.discord.delete(scene.message().id);
    const entry = await scene.ended();
    expect(scene.discord.messages.size).toBe(0);
    expect(deliveryOf(entry)).toEqual({ how: 'kept', reason: 'unreachable' });
    expect(entry.location.messageId).toBeUndefined();
    expect(scene.discord.missed).toEqual(['job1']);
    expect(await scene.credits()).toEqual({ spent: 4, held: 0, left: 496 });
  });

  it('without access leaves the result to the history', async () => {
    await scene.submit();
    await scene.passes(500);
    const { id } = scene.message();
    scene.discord.delete(id);
    scene.discord.hasAccess = false;
    const entry = await scene.ended();
    expect(deliveryOf(entry)).toEqual({ how: 'kept', reason: 'unreachable' });
    // Whether it is still there is unknown.
    expect(entry.location.messageId).toBe(id);
    expect(await scene.credits()).toEqual({ spent: 4, held: 0, left: 496 });
  });

  it('without access isn’t asked on every poll, because it counts such refusals', async () => {
    scene.service.planNext({ runMs: 2 * HOUR_MS });
    await scene.submit();
    await scene.passes(500);
    scene.discord.trouble = () => ({ outcome: 'unreachable' });
    await scene.ended();
    expect(scene.service.queryCalls).toBeGreaterThan(100);
    expect(scene.discord.asked.length).toBeLessThan(15);
  });

  it('unavailable for some hours gets the result afterwards, which is fetched once', async () => {
    await scene.submit();
    await scene.passes(500);
    scene.discord.trouble = () => unavailable();
    await scene.passes(4 * HOUR_MS);
    // The service may not keep it that long.
    scene.storage.answer = () => new FetchError('gone');
    scene.discord.trouble = () => undefined;
    expect(deliveryOf(await scene.ended())).toMatchObject({ how: 'attached' });
    expect(scene.storage.fetched).toHaveLength(1);
    expect(await readdir(scene.results.path)).toEqual([]);
  });

  it('while unavailable is asked with back-off', async () => {
    scene.service.planNext({ runMs: HOUR_MS });
    await scene.submit();
    await scene.passes(500);
    scene.discord.trouble = () => unavailable();
    await scene.passes(HOUR_MS / 2);
    expect(scene.discord.asked.length).toBeLessThan(40);
  });

  it('asking for a wait is asked again after it', async () => {
    let asked = 0;
    const at: number[] = [];
    scene.discord.trouble = ({ newFiles }) => {
      if (newFiles.length === 0) return undefined;
      at.push(scene.clock.now());
      asked += 1;
      return asked === 1 ? unavailable(90_000) : undefined;
    };
    await scene.submit();
    await scene.ended();
    expect((at[1] ?? 0) - (at[0] ?? 0)).toBe(90_000);
  });

  it('unavailable forever gets no message, and the job ends in the history', async () => {
    await scene.submit();
    await scene.passes(500);
    scene.discord.trouble = () => unavailable();
    const entry = await scene.ended();
    expect(deliveryOf(entry)).toEqual({ how: 'kept', reason: 'unreachable' });
    expect(entry.endedAtMs - entry.createdAtMs).toBeLessThan(13 * HOUR_MS);
    expect(await scene.credits()).toEqual({ spent: 4, held: 0, left: 496 });
  });

  it('unavailable forever gets no message, and a failed job ends in the history', async () => {
    scene.service.planNext({ outcome: 'failed' });
    await scene.submit();
    await scene.passes(500);
    scene.discord.trouble = () => unavailable();
    const entry = await scene.ended();
    expect(entry.tasks).toMatchObject([{ state: 'failed' }]);
    expect(await scene.credits()).toEqual({ spent: 0, held: 0, left: 500 });
  });

  it('rejecting the message’s form doesn’t keep a job from ending', async () => {
    await scene.submit();
    await scene.passes(500);
    scene.discord.trouble = () => ({ outcome: 'unreachable', refusal: new Error('50035 invalid form body') });
    expect(deliveryOf(await scene.ended())).toEqual({ how: 'kept', reason: 'unreachable' });
    expect(scene.logLines.some((line) => line.includes('the message of a job was refused'))).toBe(true);
  });

  it.each([
    ['a bug of ours', {}],
    ['a bug of ours while a failed task is shown', { outcome: 'failed' as const }],
  ])('failing because of %s gets the end of the job once that is fixed', async (_, plan) => {
    scene.service.planNext(plan);
    await scene.submit();
    await scene.passes(500);
    scene.discord.trouble = () => new TypeError('undefined is not a function');
    await scene.passes(8 * HOUR_MS);
    expect(await scene.job()).toBeDefined();
    expect(scene.logLines.some((line) => /a step of a (job|task) failed/.test(line))).toBe(true);
    scene.discord.trouble = () => undefined;
    const entry = await scene.ended();
    expect(scene.message().job.tasks).toMatchObject(entry.tasks.map(({ state }) => ({ state })));
    expect(entry.location.messageId).toBe(scene.message().id);
    expect(scene.message().attachments).toHaveLength('outcome' in plan ? 0 : 1);
    expect(await readdir(scene.results.path)).toEqual([]);
  });

  it('refusing the notification doesn’t keep a job from ending, and it isn’t repeated', async () => {
    scene.service.planNext({ runMs: HOUR_MS });
    scene.discord.notifyError = new Error('50035 invalid form body');
    await scene.submit();
    await scene.ended();
    expect(scene.message().attachments).toHaveLength(1);
    expect(scene.discord.notified).toEqual([]);
  });
});

describe('polling', () => {
  it('isn’t held up by deliveries', async () => {
    const gate = Promise.withResolvers<void>();
    const { fetch } = scene.storage;
    await scene.bot.stop();
    const slow = {
      close: async () => undefined,
      fetch: async (...parts: Parameters<typeof fetch>) => {
        if (parts[1].startsWith('slow')) await gate.promise;
        return fetch.apply(scene.storage, parts);
      },
    };
    await scene.restart({ fetcher: slow, limits: { pollsAtOnce: 2 } });
    for (let number = 1; number <= 6; number++) await scene.submit({ jobId: `slow${number}` });
    await scene.until(async () => (await scene.job('slow6'))?.tasks[0]?.state === 'delivering');
    await scene.submit({ jobId: 'quick' });
    await scene.ended('quick');
    gate.resolve();
    for (let number = 1; number <= 6; number++) await scene.ended(`slow${number}`);
  });

  it('continues for a job’s other tasks while one is delivered', async () => {
    const gate = Promise.withResolvers<void>();
    const { fetch } = scene.storage;
    const slow = {
      close: async () => undefined,
      fetch: async (...parts: Parameters<typeof fetch>) => {
        if (parts[1] === 'job1-1') await gate.promise;
        return fetch.apply(scene.storage, parts);
      },
    };
    await scene.restart({ fetcher: slow });
    scene.service.planNext({ runMs: 1_000 });
    scene.service.planNext({ runMs: 60_000, outcome: 'failed' });
    await scene.submit({ count: 2 });
    await scene.until(async () => (await scene.job())?.tasks[1]?.state === 'failed');
    expect((await scene.job())?.tasks[0]?.state).toBe('delivering');
    gate.resolve();
    await scene.ended();
    expect(scene.discord.faults).toEqual([]);
    expect(await scene.credits()).toEqual({ spent: 4, held: 0, left: 496 });
  });
});
