export type Rgb = readonly [red: number, green: number, blue: number];

export function parseColour(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** Mixes two colours of the form `#rrggbb`. Share 0 gives the first, 1 the second. */
export function mix(from: string, to: string, share: number): string {
  const start = parseColour(from);
  const end = parseColour(to);
  const channels = start.map((value, index) => Math.round(value + ((end[index] ?? 0) - value) * share));
  return `#${channels.map((value) => Math.min(255, Math.max(0, value)).toString(16).padStart(2, '0')).join('')}`;
}

export const lighter = (colour: string, share: number): string => mix(colour, '#ffffff', share);
export const darker = (colour: string, share: number): string => mix(colour, '#000000', share);

/** The colours of one kind of light. */
export interface Palette {
  /** From the top of the sky to the horizon. */
  sky: readonly [string, string, string, string];
  /** The sun, or the moon. */
  light: string;
  /** The colours of the farthest and the nearest land. */
  haze: string;
  near: string;
  /** Water at the horizon and in front. */
  water: readonly [string, string];
  foliage: readonly [string, string, string];
  accent: string;
  /** Whether to draw stars and lit windows. */
  dark: boolean;
}

export const PALETTES = {
  sunset: {
    sky: ['#2f2357', '#8f3a78', '#ef6f5e', '#ffcb7a'],
    light: '#fff3cf',
    haze: '#d98087',
    near: '#2a1638',
    water: ['#f6a070', '#2d2050'],
    foliage: ['#54264a', '#7d3350', '#3a1b3e'],
    accent: '#ffd98a',
    dark: false,
  },
  dawn: {
    sky: ['#5678b4', '#a3b4dc', '#f4c6c6', '#ffe8c8'],
    light: '#fffaf0',
    haze: '#c3b8d4',
    near: '#33486a',
    water: ['#f3d0c6', '#4d6f9e'],
    foliage: ['#41608a', '#5c7d8f', '#2f4a66'],
    accent: '#ffb3a0',
    dark: false,
  },
  day: {
    sky: ['#2f7dc6', '#6cb4e6', '#b6e0f2', '#f3f4e0'],
    light: '#fffbe3',
    haze: '#a5cbd3',
    near: '#21523a',
    water: ['#9fd8e0', '#14608c'],
    foliage: ['#2f7a48', '#5a9a48', '#1f5a44'],
    accent: '#ffcf5c',
    dark: false,
  },
  golden: {
    sky: ['#6f97b0', '#b9c6b4', '#f2d69a', '#ffedc2'],
    light: '#fff8da',
    haze: '#dcb07a',
    near: '#5a2a14',
    water: ['#f0d39a', '#5b6a6a'],
    foliage: ['#c4561f', '#e0912f', '#8a3418'],
    accent: '#f2b134',
    dark: false,
  },
  night: {
    sky: ['#060b26', '#10204f', '#28457f', '#5d7bb2'],
    light: '#f8f4dd',
    haze: '#48649d',
    near: '#070d22',
    water: ['#5475b0', '#081230'],
    foliage: ['#122a4a', '#1b3a58', '#0c1c38'],
    accent: '#ffd873',
    dark: true,
  },
  storm: {
    sky: ['#1d2732', '#3b4957', '#6d7d89', '#b4bcb9'],
    light: '#e8ecdf',
    haze: '#7f8e96',
    near: '#17212a',
    water: ['#8fa0a3', '#1b2a36'],
    foliage: ['#2a4244', '#3c5450', '#1c3034'],
    accent: '#e0c766',
    dark: false,
  },
  winter: {
    sky: ['#6d93c4', '#a2c0e0', '#d8e4ef', '#fbf4ea'],
    light: '#fffdf4',
    haze: '#bfd2e6',
    near: '#5f7fa8',
    water: ['#d3e3ee', '#4f7aa6'],
    foliage: ['#2f5468', '#44707c', '#234456'],
    accent: '#ff9e7a',
    dark: false,
  },
  spring: {
    sky: ['#9a90d6', '#d8aed6', '#fbd0c8', '#fff1da'],
    light: '#fffaf0',
    haze: '#d6b8d8',
    near: '#4a5a7c',
    water: ['#fbd8d4', '#7a82c0'],
    foliage: ['#6a9a78', '#e08fae', '#4a7c74'],
    accent: '#ff8fb0',
    dark: false,
  },
} as const satisfies Record<string, Palette>;

export type Mood = keyof typeof PALETTES;

type Colours = Omit<Palette, 'dark'>;

/** The same palette in the light of another, such as a storm at sunset. Share 0 gives the first, 1 the second. */
export function relightPalette(palette: Palette, other: Colours, share: number, landShare = share): Palette {
  const sky = (from: string, to: string): string => mix(from, to, share);
  const land = (from: string, to: string): string => mix(from, to, landShare);
  const [top, upper, lower, horizon] = palette.sky;
  const [dense, bright, deep] = palette.foliage;
  return {
    ...palette,
    sky: [land(top, other.sky[0]), sky(upper, other.sky[1]), sky(lower, other.sky[2]), land(horizon, other.sky[3])],
    haze: sky(palette.haze, other.haze),
    near: land(palette.near, other.near),
    water: [sky(palette.water[0], other.water[0]), land(palette.water[1], other.water[1])],
    foliage: [land(dense, other.foliage[0]), sky(bright, other.foliage[1]), land(deep, other.foliage[2])],
    accent: sky(palette.accent, other.accent),
  };
}

const SKY_TINT = 0.45;
const LAND_TINT = 0.3;

/** Tints a palette with a colour that the prompt names. */
export function tintPalette(palette: Palette, colour: string): Palette {
  const plain: Colours = {
    sky: [colour, colour, colour, colour],
    light: palette.light,
    haze: colour,
    near: colour,
    water: [colour, colour],
    foliage: [colour, colour, colour],
    accent: colour,
  };
  return relightPalette(palette, plain, SKY_TINT, LAND_TINT);
}
