import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { noisyPicture } from '../pictures/pictures.ts';
import { dropped, SECRET } from './plain-file.ts';

const secret = Buffer.from(SECRET, 'latin1');
/** A portrait that was photographed lying on its side. */
const TURN = 6;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'easel-metadata-'));
});

afterEach(() => rm(folder, { recursive: true }));

const pixelsOf = (bytes: Uint8Array): Promise<Buffer> => sharp(bytes, { animated: true }).raw().toBuffer();

async function expectOnlySecretGone(bytes: Uint8Array): Promise<Buffer> {
  expect(Buffer.from(bytes).includes(secret)).toBe(true);
  const plain = await dropped(folder, bytes);
  if (!plain) throw new Error('the file could not be read');
  expect(plain.includes(secret)).toBe(false);
  expect(await pixelsOf(plain)).toEqual(await pixelsOf(bytes));
  return plain;
}

/** The secret in EXIF and XMP, with a turn and a colour profile. */
const described = () =>
  noisyPicture(24, 16)
    .withMetadata({ orientation: TURN, icc: 'p3' })
    .withExifMerge({ IFD0: { ImageDescription: SECRET }, IFD2: { UserComment: SECRET } })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><!-- ${SECRET} --></x:xmpmeta>`);

async function expectTurnAndColours(before: Uint8Array, after: Uint8Array): Promise<void> {
  const { orientation, icc, exif } = await sharp(after).metadata();
  expect(orientation).toBe(TURN);
  expect(icc).toEqual((await sharp(before).metadata()).icc);
  expect(exif?.byteLength).toBeLessThan(40);
}

const u32 = (value: number): Buffer => Buffer.from([value >>> 24, value >>> 16, value >>> 8, value]);
const u32le = (value: number): Buffer => u32(value).reverse();

function pngChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  return Buffer.concat([u32(data.byteLength), body, u32(crc32(body))]);
}

describe('a PNG', () => {
  test.each([
    ['tEXt', Buffer.concat([Buffer.from('parameters\0'), secret])],
    ['iTXt', Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\0\0\0\0'), secret])],
    ['zTXt', Buffer.concat([Buffer.from('prompt\0\0'), secret])],
    ['eXIf', Buffer.concat([Buffer.from('MM\0*'), secret])],
    ['prVt', secret],
    ['caBX', secret],
  ])('loses %s, before and after its pixels', async (name, data) => {
    const bytes = await noisyPicture(24, 16, 4).png().toBuffer();
    const extra = pngChunk(name, data);
    await expectOnlySecretGone(Buffer.concat([bytes.subarray(0, 33), extra, bytes.subarray(33)]));
    await expectOnlySecretGone(Buffer.concat([bytes.subarray(0, -12), extra, bytes.subarray(-12)]));
  });

  test('loses what follows its end', async () => {
    const bytes = await noisyPicture(24, 16).png().toBuffer();
    expect(await expectOnlySecretGone(Buffer.concat([bytes, secret]))).toEqual(bytes);
  });

  test('keeps its turn and its colours', async () => {
    const bytes = await described().png().toBuffer();
    await expectTurnAndColours(bytes, await expectOnlySecretGone(bytes));
  });

  test('that is cut off is not taken', async () => {
    const bytes = await noisyPicture(24, 16).png().toBuffer();
    expect(await dropped(folder, bytes.subarray(0, -20))).toBeUndefined();
  });
});

describe('a JPEG', () => {
  const segment = (kind: number, data: Buffer): Buffer =>
    Buffer.concat([Buffer.from([0xff, kind]), u32(data.byteLength + 2).subarray(2), data]);

  test.each([
    ['a comment', segment(0xfe, secret)],
    ['XMP', segment(0xe1, Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0'), secret]))],
    ['Photoshop’s IPTC', segment(0xed, Buffer.concat([Buffer.from('Photoshop 3.0\0'), secret]))],
    ['another program’s segment', segment(0xe0, secret)],
    ['a content credential', segment(0xeb, secret)],
    ['EXIF that can’t be read', segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), secret]))],
  ])('loses %s, at its start and its end', async (_, extra) => {
    for (const progressive of [false, true]) {
      const bytes = await noisyPicture(64, 48).jpeg({ progressive }).toBuffer();
      await expectOnlySecretGone(Buffer.concat([bytes.subarray(0, 2), extra, bytes.subarray(2)]));
      await expectOnlySecretGone(Buffer.concat([bytes.subarray(0, -2), extra, bytes.subarray(-2)]));
    }
  });

  test('loses what follows its end', async () => {
    const bytes = await noisyPicture(24, 16).jpeg().toBuffer();
    await expectOnlySecretGone(Buffer.concat([bytes, secret]));
  });

  test('keeps its turn and its colours', async () => {
    const bytes = await described().jpeg().toBuffer();
    await expectTurnAndColours(bytes, await expectOnlySecretGone(bytes));
  });

  test('that is cut off is not taken', async () => {
    const bytes = await noisyPicture(24, 16).jpeg().toBuffer();
    expect(await dropped(folder, bytes.subarray(0, -20))).toBeUndefined();
  });
});

const chunk = (name: string, data: Buffer): Buffer =>
  Buffer.concat([Buffer.from(name, 'latin1'), u32le(data.byteLength), data, Buffer.alloc(data.byteLength % 2)]);

/** With one more chunk at the end. */
function riffWith(bytes: Buffer, extra: Buffer): Buffer {
  const made = Buffer.concat([bytes, extra]);
  made.writeUInt32LE(made.byteLength - 8, 4);
  return made;
}

describe('a WebP', () => {
  test.each(['EXIF', 'XMP ', 'C2PA', 'note'])('loses %s', async (name) => {
    for (const lossless of [false, true]) {
      const bytes = await noisyPicture(24, 16, 4).webp({ lossless }).toBuffer();
      await expectOnlySecretGone(riffWith(bytes, chunk(name, secret)));
    }
  });

  test('loses what follows its end', async () => {
    const bytes = await noisyPicture(24, 16).webp().toBuffer();
    expect(await expectOnlySecretGone(Buffer.concat([bytes, secret]))).toEqual(bytes);
  });

  test('keeps its turn and its colours', async () => {
    const bytes = await described().webp().toBuffer();
    await expectTurnAndColours(bytes, await expectOnlySecretGone(bytes));
  });

  test('keeps its frames', async () => {
    const bytes = await animated('webp');
    const plain = await expectOnlySecretGone(riffWith(bytes, chunk('XMP ', secret)));
    expect((await sharp(plain, { animated: true }).metadata()).pages).toBe(2);
  });

  test('that is cut off is not taken', async () => {
    const bytes = await noisyPicture(24, 16).webp().toBuffer();
    expect(await dropped(folder, bytes.subarray(0, -20))).toBeUndefined();
  });
});

/** Two frames. */
async function animated(format: 'webp' | 'gif'): Promise<Buffer> {
  const frames = [noisyPicture(24, 16, 3, 1), noisyPicture(24, 16, 3, 2)];
  const pictures = await Promise.all(frames.map((frame) => frame.png().toBuffer()));
  return sharp(pictures, { join: { animated: true } })
    [format]({ loop: 3 })
    .toBuffer();
}

describe('a GIF', () => {
  test.each([
    ['a comment', Buffer.concat([Buffer.from([0x21, 0xfe, secret.byteLength]), secret, Buffer.alloc(1)])],
    [
      'XMP',
      Buffer.concat([
        Buffer.from([0x21, 0xff, 11]),
        Buffer.from('XMP DataXMP'),
        Buffer.from([secret.byteLength]),
        secret,
        Buffer.alloc(1),
      ]),
    ],
  ])('loses %s, and keeps its frames', async (_, extra) => {
    const bytes = await animated('gif');
    const plain = await expectOnlySecretGone(Buffer.concat([bytes.subarray(0, -1), extra, bytes.subarray(-1)]));
    const { pages, loop } = await sharp(plain, { animated: true }).metadata();
    expect({ pages, loop }).toEqual({ pages: 2, loop: 3 });
  });

  test('loses what follows its end', async () => {
    const bytes = await animated('gif');
    expect(await expectOnlySecretGone(Buffer.concat([bytes, secret]))).toEqual(bytes);
  });

  test('that is cut off is not taken', async () => {
    expect(await dropped(folder, (await animated('gif')).subarray(0, -20))).toBeUndefined();
  });
});
