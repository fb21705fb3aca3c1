import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Job } from '../../../src/jobs/job/job.ts';
import { after } from '../../../src/jobs/job/life.ts';
import type { JobRecorder } from '../../../src/jobs/records/recorder.ts';
import { createFitting } from '../../../src/jobs/results/fitting.ts';
import { createResultLimits } from '../../../src/jobs/results/result-limits.ts';
import { createLog } from '../../../src/log.ts';
import type { Fitter, MediaFile } from '../../../src/media/files/media.ts';
import { NO_CLIP_EDITOR } from '../../support/clip-editors.ts';
import { DELIVERING, sampleJob } from '../samples.ts';

const LIMIT_BYTES = 100;
const never = new AbortController().signal;

/** Encodings in the order in which they started. Each ends when the test says so. */
let encodings: { server: string; end: () => void }[];
let running = 0;
let mostRunning = 0;
/** What is ready, as `<server> <kind>`. */
let ready: string[];
let fitting: ReturnType<typeof createFitting>;
/** The only job that has a record. */
let job: Job;

beforeEach(() => {
  encodings = [];
  running = 0;
  mostRunning = 0;
  ready = [];
  job = sampleJob({}, DELIVERING);
  fitting = fittingWith();
});

/** Like the real fitters: looks at clips first, and encodes what is too large. */
const fit: Fitter['fit'] = async (file, limitBytes, { turns }) => {
  if (file.kind === 'video') await turns.look(() => setImmediate());
  if (file.sizeBytes <= limitBytes) return file;
  return turns.encode(async () => {
    running += 1;
    mostRunning = Math.max(mostRunning, running);
    await new Promise<void>((end) => void encodings.push({ server: file.path, end }));
    running -= 1;
    return { ...file, sizeBytes: limitBytes };
  });
};

function fittingWith(fitter: Fitter = { fit }) {
  const recorder: Partial<JobRecorder> = {
    get: async () => job,
    record: async (_, event) => {
      job = [event].flat().reduce((before, each) => after(before, each).job, job);
      return { before: job, job, hasEnded: false };
    },
  };
  const log = createLog('silent');
  return createFitting({
    ...{ fitter, log, clips: NO_CLIP_EDITOR, resultLimits: createResultLimits(), stop: never },
    recorder: recorder as JobRecorder,
  });
}

const file = (server: string, kind: MediaFile['kind'], sizeBytes: number): MediaFile => ({
  ...{ path: server, kind, sizeBytes },
  ...(kind === 'image' ? { mimeType: 'image/png', extension: 'png' } : { mimeType: 'video/mp4', extension: 'mp4' }),
});
const start = (server: string, kind: MediaFile['kind'], sizeBytes: number): Promise<void> =>
  fitting
    .fitOnce({ guildId: server }, file(server, kind, sizeBytes), LIMIT_BYTES, never)
    .then(() => void ready.push(`${server} ${kind}`));
/** Everything that can happen without the end of an encoding has happened then. */
const settled = async (): Promise<void> => {
  for (let turns = 0; turns < 50; turns += 1) await setImmediate();
};

describe('while one server’s clip is encoded', () => {
  it('small clips and pictures of all servers wait for nothing', async () => {
    const long = start('A', 'video', 1_000);
    await settled();
    expect(encodings).toHaveLength(1);
    await Promise.all([start('A', 'video', 50), start('B', 'video', 50)]);
    const picture = start('C', 'image', 101);
    await settled();
    expect(encodings.map(({ server }) => server)).toEqual(['A', 'C']);
    for (const { end } of encodings.slice(1)) end();
    await picture;
    expect(ready).toEqual(['A video', 'B video', 'C image']);
    for (const { end } of encodings) end();
    await long;
  });

  it('other clips that need the encoder wait, servers take turns, and so do pictures', async () => {
    const all = ['A', 'A', 'B'].map((server) => start(server, 'video', 1_000));
    for (let ended = 0; ended < all.length; ended += 1) {
      await settled();
      expect(encodings).toHaveLength(ended + 1);
      encodings[ended]?.end();
    }
    await Promise.all(all);
    expect(encodings.map(({ server }) => server)).toEqual(['A', 'B', 'A']);
    const pictures = [start('A', 'image', 1_000), start('B', 'image', 1_000)];
    await settled();
    expect(encodings).toHaveLength(4);
    encodings[3]?.end();
    await settled();
    encodings[4]?.end();
    await Promise.all(pictures);
    expect(mostRunning).toBe(1);
  });

  it('a delivery that waits for it has no attempt in the record, and one once it is its turn', async () => {
    const attempts = (): unknown => Reflect.get(job.tasks[0] ?? {}, 'fitAttempts');
    const long = start('A', 'video', 1_000);
    await settled();
    const delivered = fitting.fit(job, DELIVERING.key, file('B', 'video', 1_000), LIMIT_BYTES);
    await settled();
    expect(attempts()).toBeUndefined();
    encodings[0]?.end();
    await long;
    await settled();
    expect(attempts()).toBe(1);
    encodings[1]?.end();
    expect(await delivered).toMatchObject({ sizeBytes: LIMIT_BYTES });
    expect(attempts()).toBeUndefined();
  });
});
