import sharp from 'sharp';
import { request } from 'undici';
import type { Palette } from './palette.ts';
import { mix, parseColour, type Rgb } from './palette.ts';
import type { Raster } from './raster.ts';
import type { PixelSize } from './scene/sketch.ts';

/** More than Discord's largest default upload. */
const MOST_SOURCE_BYTES = 30 * 1024 * 1024;
const SOURCE_LIMIT_MS = 10_000;
/** How far a source's colours move towards the prompt's. */
const RELIGHT = 0.34;

/** Downloads a source picture. @throws after 10 s or over 30 MiB; the task then fails, as it would at the service */
export async function fetchSource(address: string): Promise<Buffer> {
  const { statusCode, body } = await request(address, { signal: AbortSignal.timeout(SOURCE_LIMIT_MS) });
  const pieces: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const piece of body as AsyncIterable<Uint8Array>) {
    sizeBytes += piece.byteLength;
    if (sizeBytes > MOST_SOURCE_BYTES) throw new Error('the source picture is too large');
    pieces.push(piece);
  }
  if (statusCode !== 200) throw new Error(`the source picture answered HTTP ${statusCode}`);
  return Buffer.concat(pieces);
}

/** Width by height, after rotation. */
export async function ratioOf(source: Buffer): Promise<number> {
  const { autoOrient } = await sharp(source).metadata();
  return autoOrient.width / autoOrient.height;
}

/** Crops the source to fill a size. */
export async function readSource(source: Buffer, { widthPx, heightPx }: PixelSize): Promise<Raster> {
  const pixels = await sharp(source)
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .resize(widthPx, heightPx, { fit: 'cover', position: 'attention' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer();
  return { widthPx, heightPx, pixels: new Uint8ClampedArray(pixels) };
}

/** Relights a picture: moves its lights and shadows towards the palette's. */
export function relight({ widthPx, heightPx, pixels }: Raster, palette: Palette): Raster {
  const ramp = rampOf([palette.near, palette.sky[1], palette.sky[2], palette.sky[3], palette.light]);
  const result = new Uint8ClampedArray(pixels);
  for (let at = 0; at < pixels.length; at += 4) {
    const level = 0.299 * (pixels[at] ?? 0) + 0.587 * (pixels[at + 1] ?? 0) + 0.114 * (pixels[at + 2] ?? 0);
    for (const [channel, wanted] of (ramp[Math.floor(level)] ?? []).entries()) {
      const value = pixels[at + channel] ?? 0;
      result[at + channel] = value + (wanted - value) * RELIGHT;
    }
  }
  return { widthPx, heightPx, pixels: result };
}

/** 256 colours from dark to light. */
function rampOf(stops: readonly string[]): Rgb[] {
  return Array.from({ length: 256 }, (_, level) => {
    const position = (level / 255) * (stops.length - 1);
    const from = Math.min(stops.length - 2, Math.floor(position));
    return parseColour(mix(stops[from] ?? '#000000', stops[from + 1] ?? '#ffffff', position - from));
  });
}

/** Draws one picture over another of the same size. The upper picture's alpha is premultiplied. */
export function layOver(lower: Raster, upper: Raster): Raster {
  const result = new Uint8ClampedArray(lower.pixels);
  for (let at = 0; at < result.length; at += 4) {
    const alpha = upper.pixels[at + 3] ?? 0;
    if (alpha === 0) continue;
    const rest = 1 - alpha / 255;
    for (let channel = 0; channel < 3; channel += 1) {
      result[at + channel] = (upper.pixels[at + channel] ?? 0) + (result[at + channel] ?? 0) * rest;
    }
    result[at + 3] = Math.max(alpha, result[at + 3] ?? 0);
  }
  return { ...lower, pixels: result };
}
