import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JobRequest } from '../../../src/jobs/job/job.ts';
import type { Sign } from '../../../src/jobs/results/finish-file.ts';
import { type ClipEditor, createNextTo, type Fitter, type MediaFile } from '../../../src/media/files/media.ts';
import { keepCredentials } from '../../../src/media/metadata/mark-generated.ts';
import { en } from '../../../src/texts/en.ts';
import { MEMBER, type Parts } from '../../support/job-service.ts';
import { tinyPng } from '../../support/pictures.ts';
import { work } from '../../support/sources.ts';
import { openScene, type Scene } from '../scene.ts';

/** What is signed with what as its source, on every way that files take. `credentials.test.ts` looks at the signatures. */

const box = (name: string, content: string, encoding: BufferEncoding = 'latin1'): Buffer => {
  const body = Buffer.from(content, encoding);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.byteLength);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, body]);
};
const CREDENTIALS = box('uuid', 'd8fec3d61b0e483c92975828877ec481'.padEnd(200, '0'), 'hex');
const PLAIN_CLIP = Buffer.concat([box('ftyp', 'isom0000'), box('mdat', 'frames')]);
const SIGNED_CLIP = Buffer.concat([PLAIN_CLIP, CREDENTIALS]);
const NEW_BYTES = 333;

/** Makes every file anew, as re-encoding and moving an index do. */
const ANEW: Fitter = {
  fit: (file, _limitBytes, { signal }) =>
    createNextTo(file.path, 'fitted.mp4', signal, async (path) => {
      await writeFile(path, PLAIN_CLIP);
      return { kind: 'video', mimeType: 'video/mp4', extension: 'mp4' };
    }),
};

const written =
  (suffix: string, bytes: Uint8Array, type: Pick<MediaFile, 'kind' | 'mimeType' | 'extension'>) =>
  async ({ path: from }: Pick<MediaFile, 'path'>) =>
    createNextTo(from, suffix, new AbortController().signal, async (path) => {
      await writeFile(path, bytes);
      return type;
    });
const frame = written('last.png', tinyPng, { kind: 'image', mimeType: 'image/png', extension: 'png' });
const joined = written('joined.mp4', PLAIN_CLIP, { kind: 'video', mimeType: 'video/mp4', extension: 'mp4' });
const EDITOR: ClipEditor = {
  takesFrames: true,
  typicalFrame: frame,
  lastFrame: frame,
  join: async ([first]) => (await joined(first)) ?? 'unreadable',
};

interface Signature {
  file: string;
  parents: string[];
}

async function openSigning(
  bytes: Buffer,
  { isWorking = true, ...changed }: Partial<Parts> & { isWorking?: boolean } = {},
) {
  const signatures: Signature[] = [];
  const sign: Sign = async (file, parents, signal) => {
    // Each is there when it's needed.
    for (const { path } of parents) await readFile(path);
    signatures.push({ file: basename(file.path), parents: parents.map(({ path }) => basename(path)) });
    if (!isWorking) return undefined;
    return createNextTo(file.path, `signed.${file.extension}`, signal, async (path) => {
      await writeFile(path, Buffer.alloc(NEW_BYTES));
      return { kind: file.kind, mimeType: file.mimeType, extension: file.extension };
    });
  };
  const scene = await openScene({ clips: EDITOR, sign, ...changed });
  scene.storage.answer = () => ({ bytes, kind: 'video' });
  return { scene, signatures };
}

const VIDEO = { modelId: 'omni-flash' } as const;
const make = async (scene: Scene, jobId: string, request: Partial<JobRequest> = {}) => {
  await scene.submit({ jobId, request: { ...VIDEO, ...request } });
  return scene.ended(jobId);
};
const sizes = (scene: Scene) => scene.message().attachments.map(({ sizeBytes }) => sizeBytes);
const sent = (scene: Scene) => scene.discord.asked.flatMap(({ newFiles }) => newFiles);
const clipOf = (jobId: string) => work(jobId, MEMBER, { clip: `${jobId}-1` });

describe('a result', () => {
  it('without content credentials is signed, and what was signed is sent', async () => {
    const { scene, signatures } = await openSigning(PLAIN_CLIP);
    await make(scene, 'job1');
    expect(signatures).toEqual([{ file: 'job1-1.mp4', parents: [] }]);
    expect(sizes(scene)).toEqual([NEW_BYTES]);
    expect(await readdir(scene.results.path)).toEqual([]);
  });

  it('with content credentials stays as it is, byte for byte', async () => {
    const { scene, signatures } = await openSigning(SIGNED_CLIP);
    await make(scene, 'job1');
    expect(signatures).toEqual([]);
    expect(sizes(scene)).toEqual([SIGNED_CLIP.byteLength]);
  });

  it('whose credentials can’t be looked for isn’t signed', async () => {
    const { scene, signatures } = await openSigning(SIGNED_CLIP.subarray(0, -9));
    await make(scene, 'job1');
    expect(signatures).toEqual([]);
  });

  it('that Easel changes is signed with its original as the source', async () => {
    const { scene, signatures } = await openSigning(SIGNED_CLIP, { fitter: ANEW });
    const entry = await make(scene, 'job1');
    expect(signatures).toEqual([{ file: 'job1-1.fitted.mp4', parents: ['job1-1.mp4'] }]);
    expect(sizes(scene)).toEqual([NEW_BYTES]);
    expect(entry.tasks[0]).not.toMatchObject({ delivery: { isUnsigned: true } });
  });

  it('whose prompt is hidden names no source, which may hold the prompt', async () => {
    const { scene, signatures } = await openSigning(SIGNED_CLIP, { fitter: ANEW });
    await make(scene, 'job1', { hidesPrompt: true });
    expect(signatures.flatMap(({ parents }) => parents)).toEqual([]);
  });

  it('that can’t be signed goes out with the mark, and its message says what it lost', async () => {
    const { scene } = await openSigning(SIGNED_CLIP, { fitter: ANEW, isWorking: false });
    const entry = await make(scene, 'job1');
    expect(sent(scene)).toMatchObject([{ pieces: expect.any(Array) }]);
    expect(entry.tasks[0]).toMatchObject({ delivery: { how: 'attached', madeSmaller: true, isUnsigned: true } });
    expect(en.job.madeSmaller(undefined, true)).toContain('has lost its content credentials');
  });
});

describe('what Easel makes from clips', () => {
  it.each([
    ['still', ['clip1'], 'job1-1.png'],
    ['join', ['clip1', 'clip2'], 'job1-1.mp4'],
  ] as const)('has them as its sources: %s', async (how, jobIds, file) => {
    const { scene, signatures } = await openSigning(SIGNED_CLIP);
    for (const jobId of ['clip1', 'clip2']) await make(scene, jobId);
    const made = await make(scene, 'job1', { fromClips: how, sources: jobIds.map(clipOf) });
    const parents = jobIds.map((_, index) => `job1-1.from${index}.mp4`);
    expect(signatures).toEqual([{ file, parents }]);
    expect(await readdir(scene.results.path)).toEqual([]);
    scene.discord.messages.delete(scene.message().id);
    const again = await scene.bot.jobs.fetchAgain(made, 10_000_000);
    expect(signatures.at(-1)?.parents).toHaveLength(jobIds.length);
    await again.discard();
    expect(await readdir(scene.results.path)).toEqual([]);
  });

  it('has them also as the frame that a clip is continued from', async () => {
    const { scene, signatures } = await openSigning(SIGNED_CLIP);
    await make(scene, 'clip1');
    await make(scene, 'job1', { fromClips: 'continue', sources: [clipOf('clip1')] });
    expect(signatures).toEqual([{ file: 'job1-1-frame.png', parents: ['job1-1-frame.from0.mp4'] }]);
  });
});

it('a result that is fetched again, and a still of it, are signed with the original as the source', async () => {
  const { scene, signatures } = await openSigning(SIGNED_CLIP);
  const again = await scene.bot.jobs.fetchAgain(await make(scene, 'job1'), 10_000_000);
  expect(signatures).toEqual([]);
  expect(await again.still()).toMatchObject({ mimeType: 'image/png' });
  expect(signatures[0]?.parents).toEqual([expect.stringMatching(/^again1-job1-1\.mp4$/)]);
  await again.discard();
  await scene.restart({ clips: EDITOR, fitter: ANEW, sign: async () => undefined });
  const anew = await scene.bot.jobs.fetchAgain(await scene.ended('job1'), 10_000_000);
  expect(anew.files[0]?.path).toMatch(/fitted\.mp4$/);
  await anew.discard();
});

it('a clip with content credentials that fits isn’t changed without a certificate', async () => {
  const { scene } = await openSigning(SIGNED_CLIP, { fitter: keepCredentials(ANEW), sign: undefined });
  await make(scene, 'job1');
  expect(sizes(scene)).toEqual([SIGNED_CLIP.byteLength]);
  scene.storage.answer = () => ({ bytes: PLAIN_CLIP, kind: 'video' });
  await make(scene, 'job2');
  expect(sent(scene).map(({ path }) => basename(path))).toEqual(['job1-1.mp4', 'job2-1.fitted.mp4']);
});
