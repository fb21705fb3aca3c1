export type Rgb = readonly [red: number, green: number, blue: number];

export function parseColour(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** Between two colours of the form `#rrggbb`: share 0 is the first, 1 the second. */
export function mix(from: string, to: string, share: number): string {
  const start = parseColour(from);
  const end = parseColour(to);
  const channels = start.map((value, index) => Math.round(value + ((end[index] ?? 0) - value) * share));
  return `#${channels.map((value) => Math.min(255, Math.max(0, value)).toString(16).padStart(2, '0')).join('')}`;
}

export const lighter = (colour: string, share: number): string => mix(colour, '#ffffff', share);
export const darker = (colour: string, share: number): string => mix(colour, '#000000', share);
