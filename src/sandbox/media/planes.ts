import type { PixelSize } from './scene/sketch.ts';

/** Red, green and blue as separate arrays of numbers. */
export type Planes = readonly [Float32Array, Float32Array, Float32Array];
export function planesOf(pixels: Uint8ClampedArray): Planes {
  const count = pixels.length / 4;
  const planes: Planes = [new Float32Array(count), new Float32Array(count), new Float32Array(count)];
  for (const [channel, plane] of planes.entries()) {
    for (let index = 0; index < count; index += 1) plane[index] = pixels[index * 4 + channel] ?? 0;
  }
  return planes;
}

/** Two box blurs, which come close to a Gaussian. */
export function blur(planes: Planes, { widthPx, heightPx }: PixelSize, radiusPx: number): void {
  const spare = new Float32Array(widthPx * heightPx);
  for (const plane of planes) {
    for (let pass = 0; pass < 2; pass += 1) {
      blurLines(plane, spare, widthPx, heightPx, 1, widthPx, radiusPx);
      blurLines(spare, plane, heightPx, widthPx, widthPx, 1, radiusPx);
    }
  }
}

function blurLines(
  from: Float32Array,
  to: Float32Array,
  length: number,
  lines: number,
  step: number,
  jump: number,
  radiusPx: number,
): void {
  const reach = Math.min(radiusPx, length - 1);
  const window = 2 * reach + 1;
  const last = (length - 1) * step;
  for (let row = 0; row < lines; row += 1) {
    const start = row * jump;
    const first = from[start] ?? 0;
    const final = from[start + last] ?? 0;
    let sum = first * (reach + 1);
    for (let index = 1; index <= reach; index += 1) sum += from[start + index * step] ?? 0;
    for (let index = 0; index < length; index += 1) {
      to[start + index * step] = sum / window;
      const entering = index + reach + 1 < length ? (from[start + (index + reach + 1) * step] ?? 0) : final;
      const leaving = index >= reach ? (from[start + (index - reach) * step] ?? 0) : first;
      sum += entering - leaving;
    }
  }
}

/** The visible difference of two colours, in steps of brightness. */
export function difference(one: Planes, index: number, other: Planes, otherIndex: number): number {
  const red = (one[0][index] ?? 0) - (other[0][otherIndex] ?? 0);
  const green = (one[1][index] ?? 0) - (other[1][otherIndex] ?? 0);
  const blue = (one[2][index] ?? 0) - (other[2][otherIndex] ?? 0);
  return Math.sqrt(red * red * 0.3 + green * green * 0.59 + blue * blue * 0.11);
}
