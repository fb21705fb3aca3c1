import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ClipFacts, clipInspectionSchema, readFindings } from '../../../src/media/clips/clip-facts.ts';
import { planClip, smallerEncoding } from '../../../src/media/clips/clip-plan.ts';

const MEGABYTE = 1_000_000;
const clip = (changes: Partial<ClipFacts> = {}): ClipFacts => ({
  ...{ container: 'mp4', videoCodec: 'avc', audioCodec: 'aac', durationSeconds: 8, isFastStart: true },
  ...{ widthPx: 1_920, heightPx: 1_080, framesPerSecond: 24 },
  ...changes,
});

describe('the plan for a clip', () => {
  test.each([
    ['plays at once', {}, 'keep'],
    ['keeps its index for last', { isFastStart: false }, 'remux'],
    ['is a mov', { container: 'mov' }, 'remux'],
    ['is a webm that plays', { container: 'webm', videoCodec: 'vp9', audioCodec: 'opus' }, 'keep'],
    ['is of a codec that not every device plays', { videoCodec: 'hevc' }, 'encode'],
    ['is of a codec that nobody knows', { videoCodec: null }, 'encode'],
    ['has sound that not every device plays', { audioCodec: 'ac3' }, 'encode'],
  ] as const)('that fits and %s', (_, changes, how) => {
    expect(planClip(clip(changes), 5 * MEGABYTE, 10 * MEGABYTE).how).toBe(how);
  });

  test('that is too large keeps its pixels while there are enough bits', () => {
    const plan = planClip(clip(), 40 * MEGABYTE, 10 * MEGABYTE);
    expect(plan).toMatchObject({ how: 'encode', encoding: { widthPx: 1_920, heightPx: 1_080 } });
  });

  test('that has too few bits for its pixels reduces them, upright clips too', () => {
    expect(planClip(clip({ durationSeconds: 60 }), 90 * MEGABYTE, 10 * MEGABYTE)).toMatchObject({
      encoding: { widthPx: 1_280, heightPx: 720 },
    });
    const upright = { widthPx: 1_080, heightPx: 1_920, durationSeconds: 60 };
    expect(planClip(clip(upright), 90 * MEGABYTE, 10 * MEGABYTE)).toMatchObject({
      encoding: { widthPx: 720, heightPx: 1_280 },
    });
  });

  test('that is far too long is a link', () => {
    expect(planClip(clip({ durationSeconds: 3_600 }), 900 * MEGABYTE, 10 * MEGABYTE).how).toBe('link');
  });

  test('never uses more bytes than allowed, and has even sides', () => {
    const anyClip = fc.record({
      durationSeconds: fc.double({ min: 0.1, max: 600, noNaN: true }),
      widthPx: fc.integer({ min: 1, max: 8_000 }),
      heightPx: fc.integer({ min: 1, max: 8_000 }),
      limitBytes: fc.integer({ min: 100_000, max: 500 * MEGABYTE }),
    });
    fc.assert(
      fc.property(anyClip, ({ limitBytes, ...changes }) => {
        const plan = planClip(clip(changes), limitBytes + 1, limitBytes);
        if (plan.how !== 'encode') return;
        const { videoBitsPerSecond, audioBitsPerSecond = 0, widthPx, heightPx } = plan.encoding;
        expect(((videoBitsPerSecond + audioBitsPerSecond) * changes.durationSeconds) / 8).toBeLessThan(limitBytes);
        expect([widthPx % 2, heightPx % 2]).toEqual([0, 0]);
      }),
    );
  });

  test('that came out too large aims lower next time', () => {
    const encoding = { videoBitsPerSecond: 1_000_000, audioBitsPerSecond: 96_000, widthPx: 640, heightPx: 360 };
    expect(smallerEncoding(encoding, 12_000, 10_000).videoBitsPerSecond).toBeLessThan(1_000_000 * (10 / 12));
  });
});

test.each([
  ['facts that a clip can have', {}, true],
  ['no length', { durationSeconds: 0 }, false],
  ['no frames', { framesPerSecond: Number.NaN }, false],
  ['a side of more pixels than a decoder has room for', { widthPx: 100_000 }, false],
] as const)('findings with %s', (_, changes, isTaken) => {
  const printed = JSON.stringify({ facts: clip(changes), isRemuxed: true });
  expect(readFindings(clipInspectionSchema, printed) !== undefined).toBe(isTaken);
});
