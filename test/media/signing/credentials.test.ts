import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WasmReader } from '@contentauth/c2pa-wasm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { hasCredentials, readProvenance } from '../../../src/media/metadata/mark-generated.ts';
import { readSigning } from '../../../src/media/signing/certificate.ts';
import { loadLibrary, writeCredentials } from '../../../src/media/signing/credentials.ts';
import { createSignFile } from '../../../src/media/signing/signer.ts';
import { type KeyKind, newCertificate } from '../../support/certificates.ts';
import { decoded, H264, made, PICTURE } from '../metadata/ffmpeg.ts';
import { sourceTypesIn } from '../metadata/read-xmp.ts';
import { noisyPicture } from '../pictures/pictures.ts';

/** The library's reader checks signatures that Easel's own code made, and that they are over the file. */

let folder: string;
const files = (): { certificateFile: string; keyFile: string } => ({
  certificateFile: join(folder, 'certificate.pem'),
  keyFile: join(folder, 'key.pem'),
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'easel-signing-'));
  await loadLibrary();
});
afterAll(() => rm(folder, { recursive: true }));

async function certify(kind?: KeyKind): Promise<{ root: string }> {
  const { chain, key, root } = newCertificate(kind && { kind });
  await writeFile(files().certificateFile, chain);
  await writeFile(files().keyFile, key);
  return { root };
}

const storeSchema = z.object({
  active_manifest: z.string(),
  validation_state: z.string(),
  manifests: z.record(
    z.string(),
    z.object({ assertions: z.array(z.object({ label: z.string(), data: z.unknown() })) }),
  ),
});
const actionsSchema = z.object({ actions: z.array(z.object({ action: z.string() })) });

async function read(bytes: Uint8Array, mimeType: string, root: string) {
  const trust = { user_anchors: root, trust_anchors: root };
  const context = JSON.stringify({ trust, verify: { verify_trust: true } });
  using reader = await WasmReader.fromBytes(mimeType, bytes, context);
  const store = storeSchema.parse(JSON.parse(reader.json()));
  const assertions = store.manifests[store.active_manifest]?.assertions ?? [];
  const actions = assertions.find(({ label }) => label.startsWith('c2pa.actions'));
  return {
    state: store.validation_state,
    manifests: Object.keys(store.manifests).length,
    actions: actionsSchema.parse(actions?.data).actions.map(({ action }) => action),
  };
}

const signed = async (bytes: Uint8Array, mimeType: string, parents: { bytes: Uint8Array; mimeType: string }[] = []) =>
  writeCredentials(
    { bytes: new Uint8Array(bytes), mimeType },
    parents.map((one) => ({ ...one, bytes: new Uint8Array(one.bytes) })),
    readSigning(files()),
  );

const CREATED = { state: 'Trusted', manifests: 1, actions: ['c2pa.created'] };

it.each(['png', 'jpeg', 'webp', 'avif'] as const)('signs a picture as %s, and changes no pixel', async (format) => {
  const { root } = await certify();
  const bytes = await noisyPicture(61, 43).toFormat(format).toBuffer();
  const result = await signed(bytes, `image/${format}`);
  expect(await read(result, `image/${format}`, root)).toEqual(CREATED);
  expect(await sharp(result).raw().toBuffer()).toEqual(await sharp(bytes).raw().toBuffer());
  const path = join(folder, 'signed');
  await writeFile(path, result);
  expect(await hasCredentials({ path, mimeType: `image/${format}` })).toBe(true);
  // One byte of the picture. In a WebP, the credentials come after it.
  const changed = Buffer.from(result);
  const at = format === 'webp' ? 60 : changed.byteLength - 400;
  changed[at] = (changed[at] ?? 0) ^ 1;
  expect((await read(changed, `image/${format}`, root).catch(() => ({ state: 'unreadable' }))).state).not.toBe(
    'Trusted',
  );
});

it('signs a clip, and changes no frame', async () => {
  const { root } = await certify();
  const bytes = await made(folder, 'mp4', ...PICTURE, ...H264);
  const result = await signed(bytes, 'video/mp4');
  expect(await read(result, 'video/mp4', root)).toEqual(CREATED);
  expect(await decoded(folder, Buffer.from(result))).toBe(await decoded(folder, bytes));
});

it.each(['P-384', 'Ed25519', 'RSA'] as const)('signs with a key of the kind %s', async (kind) => {
  const { root } = await certify(kind);
  const bytes = await noisyPicture(24, 16).webp().toBuffer();
  expect(await read(await signed(bytes, 'image/webp'), 'image/webp', root)).toEqual(CREATED);
});

it('names the files that a file was made from', async () => {
  const { root } = await certify();
  const parent = {
    bytes: await signed(await noisyPicture(61, 43).png().toBuffer(), 'image/png'),
    mimeType: 'image/png',
  };
  const smaller = await sharp(parent.bytes).resize(30).webp().toBuffer();
  expect(await read(await signed(smaller, 'image/webp', [parent]), 'image/webp', root)).toEqual({
    state: 'Trusted',
    manifests: 2,
    actions: ['c2pa.opened', 'c2pa.transcoded'],
  });
  const other = { ...parent, bytes: await signed(await noisyPicture(20, 20).png().toBuffer(), 'image/png') };
  expect(await read(await signed(smaller, 'image/webp', [parent, other]), 'image/webp', root)).toEqual({
    state: 'Trusted',
    manifests: 3,
    actions: ['c2pa.opened', 'c2pa.placed', 'c2pa.transcoded'],
  });
});

describe('the process that signs', () => {
  const { signal } = new AbortController();
  const fileOf = async (name: string, bytes: Uint8Array) => {
    const path = join(folder, name);
    await writeFile(path, bytes);
    return { path, sizeBytes: bytes.byteLength, kind: 'image', mimeType: 'image/png', extension: 'png' } as const;
  };

  it('marks a file, then signs it with what it was made from', async () => {
    const { root } = await certify();
    const bytes = await noisyPicture(61, 43).png().toBuffer();
    const parent = await fileOf('parent.png', await signed(bytes, 'image/png'));
    const result = await createSignFile(files())(await fileOf('job-0.png', bytes), [parent], signal);
    if (typeof result === 'string' || 'reason' in result) throw new Error(JSON.stringify(result));
    const written = await readFile(result.path);
    expect(result).toMatchObject({ path: join(folder, 'job-0.signed.png'), sizeBytes: written.byteLength });
    expect(await read(written, 'image/png', root)).toMatchObject({ state: 'Trusted', manifests: 2 });
    expect(sourceTypesIn(written)).toHaveLength(1);
    expect(await readProvenance(result)).toEqual({ says: 'generated', isSigned: true });
  });

  it('says why it can’t, and leaves nothing', async () => {
    await certify();
    const file = await fileOf('broken-0.png', Buffer.from('no picture'));
    expect(await createSignFile(files())(file, [], signal)).toEqual({ reason: expect.stringMatching(/\w/) });
    await expect(readFile(join(folder, 'broken-0.signed.png'))).rejects.toThrow('ENOENT');
  });

  it('isn’t started for types and sizes that it can’t sign', async () => {
    const sign = createSignFile(files(), { program: join(folder, 'nothing.ts') });
    const file = await fileOf('large-0.png', new Uint8Array());
    await truncate(file.path, 33 * 1024 ** 2);
    expect(await sign(file, [file], signal)).toBe('too large');
    expect(await sign({ ...file, mimeType: 'image/gif' }, [], signal)).toBe('type');
  });
});
