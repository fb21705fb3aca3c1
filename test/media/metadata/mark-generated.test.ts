import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { MediaFile } from '../../../src/media/files/media.ts';
import { readMediaType } from '../../../src/media/files/media-type.ts';
import { markGenerated, type Provenance, readProvenance } from '../../../src/media/metadata/mark-generated.ts';
import { noisyPicture } from '../pictures/pictures.ts';
import { decoded, ffmpeg, H264, made, PICTURE, TONE } from './ffmpeg.ts';
import { GENERATED, packetsIn, sourceTypesIn } from './read-xmp.ts';

/** Uploads leave more room than that. */
const MARK_MAX_BYTES = 1_024;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'easel-marks-'));
});

afterEach(() => rm(folder, { recursive: true }));

async function fileOf(bytes: Uint8Array): Promise<MediaFile> {
  const path = join(folder, 'job-0.file');
  await writeFile(path, bytes);
  const type = await readMediaType(path);
  if (typeof type === 'string') throw new Error(`the file for the test is ${type}`);
  return { path, sizeBytes: bytes.byteLength, ...type };
}

const provenanceOf = async (bytes: Uint8Array): Promise<Provenance> => readProvenance(await fileOf(bytes));

/** The file's bytes with the mark; undefined if it stays as it is. */
async function marked(bytes: Uint8Array): Promise<Buffer | undefined> {
  const file = await fileOf(bytes);
  const pieces = await markGenerated(file);
  return (
    pieces &&
    Buffer.concat(pieces.map((piece) => (piece instanceof Uint8Array ? piece : bytes.subarray(piece.from, piece.to))))
  );
}

async function expectMarked(bytes: Buffer): Promise<Buffer> {
  const result = await marked(bytes);
  if (!result) throw new Error('the file was not marked');
  expect(sourceTypesIn(result)).toEqual([GENERATED]);
  expect(result.byteLength - bytes.byteLength).toBeLessThan(MARK_MAX_BYTES);
  expect(await marked(result)).toBeUndefined();
  return result;
}

const pixelsOf = (bytes: Uint8Array): Promise<Buffer> => sharp(bytes, { animated: true }).raw().toBuffer();

/** As another library reads it. */
async function expectPictureMarked(bytes: Buffer): Promise<Buffer> {
  const result = await expectMarked(bytes);
  const { xmpAsString, xmp: _, ...facts } = await sharp(result).metadata();
  expect(xmpAsString).toContain(`DigitalSourceType="${GENERATED}"`);
  const { xmpAsString: _text, xmp: _bytes, ...before } = await sharp(bytes).metadata();
  expect({ ...facts, size: 0 }).toEqual({ ...before, size: 0 });
  expect(await pixelsOf(result)).toEqual(await pixelsOf(bytes));
  return result;
}

const NOTE = 'painted by hand';
const withNote = (description: string): string =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${description}</rdf:RDF></x:xmpmeta>`;
const XMP = withNote(`<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:source="${NOTE}"/>`);
const sourceType = (type: string): string =>
  withNote(
    `<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"><Iptc4xmpExt:DigitalSourceType>http://cv.iptc.org/newscodes/digitalsourcetype/${type}</Iptc4xmpExt:DigitalSourceType></rdf:Description>`,
  );

const FORMATS = ['png', 'jpeg', 'webp'] as const;
type Format = (typeof FORMATS)[number];
const picture = (format: Format, xmp?: string): Promise<Buffer> => {
  const noise = noisyPicture(61, 43).withMetadata({ orientation: 6, icc: 'p3' });
  return (xmp === undefined ? noise : noise.withXmp(xmp)).toFormat(format).toBuffer();
};

const u32 = (value: number): Buffer => Buffer.from([value >>> 24, value >>> 16, value >>> 8, value]);
const u32le = (value: number): Buffer => u32(value).reverse();
const pngChunk = (name: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  return Buffer.concat([u32(data.byteLength), body, u32(crc32(body))]);
};
const box = (name: string, ...content: Uint8Array[]): Buffer => {
  const body = Buffer.concat(content);
  return Buffer.concat([u32(8 + body.byteLength), Buffer.from(name, 'latin1'), body]);
};

function withManifest(format: Format, bytes: Buffer, said = 'jumb, and what was signed'): Buffer {
  const manifest = Buffer.from(said);
  if (format === 'png') return Buffer.concat([bytes.subarray(0, 33), pngChunk('caBX', manifest), bytes.subarray(33)]);
  if (format === 'jpeg') {
    const segment = Buffer.concat([
      Buffer.from([0xff, 0xeb, 0, manifest.byteLength + 10]),
      Buffer.from('JP\0\x01\0\0\0\x01'),
      manifest,
    ]);
    return Buffer.concat([bytes.subarray(0, 2), segment, bytes.subarray(2)]);
  }
  const data = Buffer.concat([manifest, Buffer.alloc(manifest.byteLength % 2)]);
  const result = Buffer.concat([bytes, Buffer.from('C2PA'), u32le(manifest.byteLength), data]);
  result.writeUInt32LE(result.byteLength - 8, 4);
  return result;
}

describe.each(FORMATS)('a picture as %s', (format) => {
  test('is marked once, and no pixel, turn or colour changes', async () => {
    await expectPictureMarked(await picture(format));
    await expectPictureMarked(await noisyPicture(61, 43).toFormat(format).toBuffer());
    await expectPictureMarked(await noisyPicture(61, 43, 4).toFormat(format, { lossless: true }).toBuffer());
  });

  test('keeps what it says already', async () => {
    const result = await expectPictureMarked(await picture(format, XMP));
    expect(packetsIn(result)).toHaveLength(1);
    expect(result.includes(NOTE)).toBe(true);
  });

  test.each(['trainedAlgorithmicMedia', 'compositeWithTrainedAlgorithmicMedia'])('that says %s stays', async (type) => {
    expect(await marked(await picture(format, sourceType(type)))).toBeUndefined();
  });

  test('that says something else is corrected', async () => {
    await expectPictureMarked(await picture(format, sourceType('digitalCapture')));
  });

  test('with another text than XMP’s in its place is marked', async () => {
    await expectPictureMarked(await picture(format, 'no XML at all'));
  });

  test('with content credentials stays, here or elsewhere', async () => {
    const bytes = withManifest(format, await picture(format));
    expect(await pixelsOf(bytes)).toEqual(await pixelsOf(await picture(format)));
    expect(await marked(bytes)).toBeUndefined();
    const elsewhere = 'xmlns:dcterms="http://purl.org/dc/terms/" dcterms:provenance="https://example.com/a.c2pa"';
    const xmp = withNote(`<rdf:Description rdf:about="" ${elsewhere}/>`);
    expect(await marked(await picture(format, xmp))).toBeUndefined();
  });

  test('says how it was made, as far as it does', async () => {
    const plain = await picture(format);
    expect(await provenanceOf(plain)).toEqual({ says: 'nothing', isSigned: false });
    const generated = { says: 'generated', isSigned: false };
    expect(await provenanceOf(await expectMarked(plain))).toEqual(generated);
    expect(await provenanceOf(await picture(format, sourceType('compositeWithTrainedAlgorithmicMedia')))).toEqual(
      generated,
    );
    const photo = await picture(format, sourceType('digitalCapture'));
    expect(await provenanceOf(photo)).toEqual({ says: 'another source', isSigned: false });
    const signed = (name: string) => provenanceOf(withManifest(format, photo, `{"digitalSourceType": "${name}"}`));
    expect(await signed(GENERATED)).toEqual({ says: 'generated', isSigned: true });
    expect(await provenanceOf(withManifest(format, plain))).toEqual({ says: 'unknown', isSigned: true });
  });

  test('that is cut off stays', async () => {
    const bytes = await picture(format);
    const cut = bytes.subarray(0, format === 'jpeg' ? 30 : -20);
    expect(await marked(cut)).toBeUndefined();
    expect(await provenanceOf(cut)).toEqual({ says: 'unknown', isSigned: false });
  });

  test('of any bytes is marked or not, and nothing fails', async () => {
    const bytes = await picture(format, XMP);
    const changes = fc.array(fc.tuple(fc.nat(1_500), fc.nat(255)), { minLength: 1, maxLength: 6 });
    const property = fc.asyncProperty(changes, fc.nat(bytes.byteLength), async (changed, end) => {
      const hostile = Buffer.from(bytes.subarray(0, Math.max(end, 200)));
      for (const [at, byte] of changed) if (at < hostile.byteLength) hostile[at] = byte;
      await marked(hostile).catch((error: unknown) => {
        if (!(error instanceof Error && error.message.startsWith('the file for the test'))) throw error;
      });
    });
    await fc.assert(property, { numRuns: 100 });
  });
});

test('an animated WebP is marked and keeps its frames', async () => {
  const frames = await Promise.all([1, 2].map((seed) => noisyPicture(24, 16, 3, seed).png().toBuffer()));
  await expectPictureMarked(
    await sharp(frames, { join: { animated: true } })
      .webp({ loop: 3 })
      .toBuffer(),
  );
});

test('a JPEG whose XMP is as long as a segment can be is marked', async () => {
  const bytes = await picture('jpeg', XMP.replace(NOTE, NOTE.repeat(4_000)));
  const result = await marked(bytes);
  expect(sourceTypesIn(result ?? bytes)).toEqual([GENERATED]);
});

describe('a PNG', () => {
  const KEY = 'XML:com.adobe.xmp\0';
  const packed = deflateSync(XMP);
  const chunks: [string, string, string, Buffer][] = [
    ['as a plain text', 'tEXt', KEY, Buffer.from(XMP)],
    ['as a compressed text', 'zTXt', `${KEY}\0`, packed],
    ['in a language', 'iTXt', `${KEY}\0\0en\0XMP\0`, Buffer.from(XMP)],
    ['compressed', 'iTXt', `${KEY}\x01\0\0\0`, packed],
  ];
  const withChunk = async (name: string, start: string, data: Buffer): Promise<Buffer> => {
    const bytes = await picture('png');
    const extra = pngChunk(name, Buffer.concat([Buffer.from(start, 'latin1'), data]));
    return Buffer.concat([bytes.subarray(0, 33), extra, bytes.subarray(33)]);
  };

  test.each(chunks)('keeps what XMP says %s', async (_, name, start, data) => {
    const result = await expectPictureMarked(await withChunk(name, start, data));
    expect(result.includes(NOTE)).toBe(true);
  });

  test('whose XMP can’t be read gets its own', async () => {
    await expectPictureMarked(await withChunk('zTXt', `${KEY}\0`, Buffer.from('not compressed')));
    await expectPictureMarked(await withChunk('zTXt', `${KEY}\0`, deflateSync(Buffer.alloc(2_000_000))));
  });
});

describe('an MP4', () => {
  const CLIP = [...PICTURE, ...TONE, ...H264];
  const UUIDS = { xmp: 'be7acfcb97a942e89c71999491e3afac', c2pa: 'd8fec3d61b0e483c92975828877ec481' };
  const uuid = (id: keyof typeof UUIDS, data: string): Buffer =>
    box('uuid', Buffer.from(UUIDS[id], 'hex'), Buffer.from(data));

  async function expectClipMarked(bytes: Buffer): Promise<Buffer> {
    const result = await expectMarked(bytes);
    const path = join(folder, 'read.mp4');
    await writeFile(path, result);
    const facts = await ffmpeg('-export_xmp', '1', '-i', path, '-f', 'ffmetadata', '-');
    expect(facts.replaceAll('\\', '')).toContain(`DigitalSourceType="${GENERATED}"`);
    expect(await decoded(folder, result)).toBe(await decoded(folder, bytes));
    return result;
  }

  test.each([
    ['with its index first', ['-movflags', '+faststart']],
    ['with its index last', []],
    ['in fragments', ['-movflags', '+frag_keyframe+empty_moov', '-g', '4']],
  ])('%s is marked once, and no frame moves', async (_, flags) => {
    const bytes = await made(folder, 'mp4', ...CLIP, ...flags);
    const result = await expectClipMarked(bytes);
    expect(result.subarray(0, bytes.byteLength)).toEqual(bytes);
  });

  test('keeps what it says already, wherever it says it', async () => {
    const bytes = await made(folder, 'mp4', ...CLIP);
    const result = await expectClipMarked(Buffer.concat([bytes, uuid('xmp', XMP), box('free', Buffer.alloc(40))]));
    expect(packetsIn(result)).toHaveLength(1);
    expect(result.includes(NOTE)).toBe(true);
  });

  test('whose last box goes up to the end is marked', async () => {
    const bytes = await made(folder, 'mp4', ...CLIP);
    await expectClipMarked(Buffer.concat([bytes, u32(0), Buffer.from('free'), Buffer.alloc(40)]));
  });

  test('that says so already, or has content credentials, stays', async () => {
    const bytes = await made(folder, 'mp4', ...CLIP);
    expect(await marked(Buffer.concat([bytes, uuid('xmp', sourceType('trainedAlgorithmicMedia'))]))).toBeUndefined();
    expect(await marked(Buffer.concat([bytes, uuid('c2pa', 'signed')]))).toBeUndefined();
  });

  test('that is cut off, or ends in something else, stays', async () => {
    const bytes = await made(folder, 'mp4', ...CLIP);
    expect(await marked(bytes.subarray(0, -20))).toBeUndefined();
    expect(await marked(Buffer.concat([bytes, Buffer.from('end')]))).toBeUndefined();
  });
});

test('credentials that are longer than what is read are no answer', async () => {
  const long = withManifest('webp', await picture('webp'), 'x'.repeat(9 * 1024 ** 2));
  expect(await provenanceOf(long)).toEqual({ says: 'unknown', isSigned: true });
});

test('a GIF, an AVIF and a WebM stay', async () => {
  const gif = await noisyPicture(24, 16).gif().toBuffer();
  expect(await marked(gif)).toBeUndefined();
  expect(await provenanceOf(gif)).toEqual({ says: 'unknown', isSigned: false });
  expect(await provenanceOf(await noisyPicture(24, 16).avif().toBuffer())).toMatchObject({ says: 'unknown' });
  expect(await marked(await noisyPicture(24, 16).avif().toBuffer())).toBeUndefined();
  expect(await marked(await made(folder, 'webm', ...PICTURE, '-c:v', 'libvpx'))).toBeUndefined();
});
