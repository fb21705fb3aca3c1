import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { noisyPicture } from '../pictures/pictures.ts';
import { decoded, H264, made, PICTURE, TONE } from './ffmpeg.ts';
import { dropped, SECRET } from './plain-file.ts';

/** Clips and sounds as ffmpeg writes them, with the prompt wherever it can put it. */

const secret = Buffer.from(SECRET, 'latin1');
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'easel-metadata-'));
});

afterEach(() => rm(folder, { recursive: true }));

const TAGS = ['title', 'comment', 'description', 'artist', 'prompt'].flatMap((tag) => [
  '-metadata',
  `${tag}=${SECRET}`,
]);
const TRACK_TAGS = ['handler_name', 'title', 'encoder'].flatMap((tag) => [
  ...['-metadata:s:v:0', `${tag}=${SECRET}`, '-metadata:s:a:0', `${tag}=${SECRET}`],
]);
const CLIP = [...PICTURE, ...TONE, ...TAGS, ...TRACK_TAGS];

async function expectPlain(bytes: Buffer): Promise<Buffer> {
  expect(bytes.includes(secret)).toBe(true);
  const plain = await dropped(folder, bytes);
  if (!plain) throw new Error('the file could not be read');
  expect(plain.includes(secret)).toBe(false);
  expect(await decoded(folder, plain)).toBe(await decoded(folder, bytes));
  return plain;
}

/** Without the end, in the middle of a length, and with a length that is too large. */
async function expectCutIsRefused(bytes: Buffer): Promise<void> {
  for (const end of [bytes.byteLength - 1, Math.floor(bytes.byteLength / 2), 60])
    expect(await dropped(folder, bytes.subarray(0, end))).toBeUndefined();
}

const u32 = (value: number): Buffer => Buffer.from([value >>> 24, value >>> 16, value >>> 8, value]);
const box = (name: string, ...content: Uint8Array[]): Buffer => {
  const body = Buffer.concat(content);
  return Buffer.concat([u32(8 + body.byteLength), Buffer.from(name, 'latin1'), body]);
};
const XMP = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');

describe('a clip with an index', () => {
  test.each([
    ['an MP4 with its index first', 'mp4', [...CLIP, ...H264, '-movflags', '+faststart']],
    ['an MP4 with its index last', 'mp4', [...CLIP, ...H264]],
    ['an MP4 with tags of any name', 'mp4', [...CLIP, ...H264, '-movflags', '+use_metadata_tags']],
    ['an MP4 in fragments', 'mp4', [...CLIP, ...H264, '-movflags', '+frag_keyframe+empty_moov', '-g', '4']],
    ['a MOV with a timecode', 'mov', [...CLIP, ...H264, '-timecode', '01:00:00:00']],
    ['an M4A', 'm4a', [...TONE, ...TAGS]],
  ])('%s loses its texts, and nothing moves', async (_, extension, args) => {
    const bytes = await made(folder, extension, ...args);
    const plain = await expectPlain(bytes);
    expect(plain.byteLength).toBe(bytes.byteLength);
    await expectCutIsRefused(bytes);
  });

  test.each([
    ['XMP', box('uuid', XMP, secret)],
    ['a box of another program', box('note', secret)],
    ['a box that others skip', box('free', secret)],
    ['a long box', Buffer.concat([u32(1), Buffer.from('note'), u32(0), u32(16 + secret.byteLength), secret])],
    ['a box up to the end', Buffer.concat([u32(0), Buffer.from('note'), secret])],
  ])('loses %s', async (_, extra) => {
    await expectPlain(Buffer.concat([await made(folder, 'mp4', ...PICTURE, ...H264), extra]));
  });

  test('loses the name of its encoder', async () => {
    const bytes = await made(folder, 'mp4', ...PICTURE, ...H264);
    secret.copy(bytes, bytes.indexOf('avc1', bytes.indexOf('stsd')) + 46);
    await expectPlain(bytes);
  });

  test('with subtitles isn’t taken', async () => {
    const subtitles = join(folder, 'made.srt');
    await writeFile(subtitles, `1\n00:00:00,000 --> 00:00:01,000\n${SECRET}\n`);
    const bytes = await made(folder, 'mp4', ...PICTURE, '-i', subtitles, ...H264, '-c:s', 'mov_text');
    expect(bytes.includes(secret)).toBe(true);
    expect(await dropped(folder, bytes)).toBeUndefined();
  });
});

describe('an AVIF', () => {
  const described = () =>
    noisyPicture(24, 16)
      .withMetadata({ icc: 'p3' })
      .withExifMerge({ IFD0: { ImageDescription: SECRET } })
      .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><!-- ${SECRET} --></x:xmpmeta>`)
      .avif();

  test('loses EXIF and XMP, and keeps its pixels, its size and its colours', async () => {
    const bytes = await described().toBuffer();
    expect(bytes.includes(secret)).toBe(true);
    const plain = await dropped(folder, bytes);
    if (!plain) throw new Error('the file could not be read');
    expect(plain.includes(secret)).toBe(false);
    expect(plain.byteLength).toBe(bytes.byteLength);
    expect(await sharp(plain).raw().toBuffer()).toEqual(await sharp(bytes).raw().toBuffer());
    const { icc, exif, xmp } = await sharp(plain).metadata();
    expect({ icc, exif, xmp }).toEqual({ icc: (await sharp(bytes).metadata()).icc, exif: undefined, xmp: undefined });
  });

  test('that is cut off isn’t taken', async () => {
    await expectCutIsRefused(await described().toBuffer());
  });
});

describe('a WebM', () => {
  const VP9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8'];
  test.each([
    ['with Opus', [...CLIP, ...VP9, '-c:a', 'libopus']],
    ['with Vorbis', [...CLIP, ...VP9, '-c:a', 'libvorbis']],
    ['made while it was recorded', [...CLIP, ...VP9, '-c:a', 'libopus', '-live', '1']],
  ])('%s loses its texts, and nothing moves', async (_, args) => {
    const bytes = await made(folder, 'webm', ...args);
    const plain = await expectPlain(bytes);
    expect(plain.byteLength).toBe(bytes.byteLength);
    await expectCutIsRefused(bytes);
  });

  test('loses the comments of its sound', async () => {
    const bytes = await made(folder, 'webm', ...PICTURE, ...TONE, ...VP9, '-c:a', 'libvorbis');
    secret.copy(bytes, bytes.indexOf('Xiph.Org'));
    await expectPlain(bytes);
  });

  test('loses chapters', async () => {
    const chapters = join(folder, 'made.txt');
    await writeFile(chapters, `;FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=500\ntitle=${SECRET}\n`);
    await expectPlain(await made(folder, 'webm', ...PICTURE, '-i', chapters, '-map_metadata', '1', ...VP9));
  });

  test('with subtitles isn’t taken', async () => {
    const subtitles = join(folder, 'made.srt');
    await writeFile(subtitles, `1\n00:00:00,000 --> 00:00:01,000\n${SECRET}\n`);
    const bytes = await made(folder, 'webm', ...PICTURE, '-i', subtitles, ...VP9, '-c:s', 'webvtt');
    expect(bytes.includes(secret)).toBe(true);
    expect(await dropped(folder, bytes)).toBeUndefined();
  });
});

describe('a sound', () => {
  test.each([
    ['an MP3', 'mp3', [...TONE, ...TAGS, '-write_id3v1', '1']],
    ['an MP3 with an older tag', 'mp3', [...TONE, ...TAGS, '-id3v2_version', '3', '-b:a', '64k', '-ar', '22050']],
    ['an Opus', 'opus', [...TONE, ...TAGS, '-c:a', 'libopus']],
    ['a Vorbis', 'ogg', [...TONE, ...TAGS, '-c:a', 'libvorbis']],
    ['a FLAC', 'flac', [...TONE, ...TAGS]],
    ['a WAV', 'wav', [...TONE, ...TAGS]],
  ])('%s loses its texts', async (_, extension, args) => {
    await expectPlain(await made(folder, extension, ...args));
  });

  test('an MP3 loses a tag of APE after its end', async () => {
    const bytes = await made(folder, 'mp3', ...TONE);
    const tag = Buffer.concat([
      Buffer.from('APETAGEX'),
      Buffer.alloc(24),
      secret,
      Buffer.from('APETAGEX'),
      Buffer.alloc(24),
    ]);
    await expectPlain(Buffer.concat([bytes, tag]));
  });

  test('an Opus loses comments that go over several pages', async () => {
    const long = Array.from({ length: 90 }, (_, index) => ['-metadata', `note${index}=${SECRET.repeat(40)}`]).flat();
    await expectPlain(await made(folder, 'opus', ...TONE, ...long, '-c:a', 'libopus'));
  });

  test('a FLAC with a tag after its end isn’t taken', async () => {
    const bytes = await made(folder, 'flac', ...TONE);
    const tag = Buffer.alloc(128);
    tag.write(`TAG${SECRET}`);
    expect(await dropped(folder, Buffer.concat([bytes, tag]))).toBeUndefined();
  });

  test.each([
    ['opus', ['-c:a', 'libopus']],
    ['flac', []],
  ])('a cut %s isn’t taken', async (extension, args) => {
    const bytes = await made(folder, extension, ...TONE, ...args);
    expect(await dropped(folder, bytes.subarray(0, 100))).toBeUndefined();
  });
});

/** Some bytes are others, mostly among the first thousand, where the lengths are; and the end may be missing. */
async function expectNoFailure(bytes: Buffer): Promise<void> {
  const anywhere = fc.oneof(
    { weight: 9, arbitrary: fc.nat(1_000) },
    { weight: 1, arbitrary: fc.nat(bytes.byteLength) },
  );
  const value = fc.oneof(fc.constantFrom(0, 1, 127, 128, 255), fc.nat(255));
  const changes = fc.array(fc.tuple(anywhere, value), { minLength: 1, maxLength: 8 });
  const end = fc.oneof({ weight: 4, arbitrary: fc.constant(bytes.byteLength) }, { weight: 1, arbitrary: anywhere });
  const property = fc.asyncProperty(changes, end, async (changed, to) => {
    const hostile = Buffer.from(bytes.subarray(0, to));
    for (const [at, byte] of changed) if (at < hostile.byteLength) hostile[at] = byte;
    await dropped(folder, hostile).catch((error: unknown) => {
      // Other bytes may make it a file of another kind.
      if (!(error instanceof Error && error.message.startsWith('the file for the test'))) throw error;
    });
  });
  await fc.assert(property, { numRuns: 60 });
}

describe('a hostile file', () => {
  test.each([
    ['mp4', [...PICTURE, ...TONE, ...H264, '-movflags', '+faststart']],
    ['webm', [...PICTURE, ...TONE, '-c:v', 'libvpx', '-c:a', 'libvorbis']],
    ['opus', [...TONE, '-c:a', 'libopus']],
    ['flac', TONE],
    ['mp3', TONE],
  ])('of any bytes in %s is taken or not, and nothing fails', async (extension, args) => {
    const bytes = await made(folder, extension, ...args);
    await expectNoFailure(bytes);
  });

  test('of any bytes in pictures is taken or not, and nothing fails', async () => {
    const picture = noisyPicture(24, 16).withExif({ IFD0: { ImageDescription: SECRET } });
    await expectNoFailure(await picture.avif().toBuffer());
    await expectNoFailure(await picture.png().toBuffer());
    await expectNoFailure(await picture.jpeg().toBuffer());
    await expectNoFailure(await picture.webp().toBuffer());
    await expectNoFailure(await noisyPicture(24, 16).gif().toBuffer());
  });

  test.each([
    ['boxes without end', box('ftyp', Buffer.from('isom\0\0\0\0isom')), box('free')],
    [
      'a WebM of empty parts',
      Buffer.from('1a45dfa3874282847765626d1853806701ffffffffffffff', 'hex'),
      Buffer.from([0xec, 0x80]),
    ],
  ])('of %s isn’t taken', async (_, start, part) => {
    const bytes = Buffer.concat([start, Buffer.alloc(part.byteLength * 200_000, part)]);
    expect(await dropped(folder, bytes)).toBeUndefined();
  });
});
