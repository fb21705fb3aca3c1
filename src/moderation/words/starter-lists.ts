import { FLOOR_EXCEPTIONS } from '../english/exceptions.ts';
import { splitLines } from './phrases.ts';

/**
 * The built-in lists, in categories that managers switch on and off. They are short and mild on purpose: they show how lists
 * work and catch the plain cases, and each community adds its own words.
 */
export const CATEGORIES = ['explicit', 'minors', 'hate', 'gore', 'selfHarm'] as const;
export type Category = (typeof CATEGORIES)[number];

export const STARTER_LISTS: Readonly<Record<Category, readonly string[]>> = {
  explicit: splitLines(`nude, nudity, naked, topless, nsfw, porn*, hentai, erotic*, lewd, orgasm*, genital*, undressing,
    masturbat*, sex, sexual, sexy, fetish*`),
  minors: splitLines('loli, lolicon, shotacon, jailbait'),
  hate: splitLines('heil hitler, nazi salute, white power, ethnic cleansing, lynching*'),
  gore: splitLines('gore, gory, behead*, decapitat*, dismember*, disembowel*, mutilat*, entrails'),
  selfHarm:
    splitLines(`suicide, suicidal, kill myself, hang myself, cut my wrists, self harm, self harming, self harmed,
    selfharm, selfharming, selfharmed`),
};

/** Things that can be both white and powered. */
const WHITE_POWER =
  splitLines(`drill, tool, outlet, socket, plug, cord, cable, strip, supply, adapter, charger, bank, button,
  switch, light, line, pole, pylon, tower, plant, station, generator, boat, saw, washer, sander, armor, armour, suit`);

/** Innocent uses of the words above, which no list refuses. */
export const STARTER_EXCEPTIONS: readonly string[] = [
  ...FLOOR_EXCEPTIONS,
  ...splitLines(`naked eye, naked trees, naked branches, naked twigs, naked brick, nude tones, nude shades, nude beige,
    nude pink, nude brown, nude colour, nude color, nude coloured, nude colored, naked bike, naked steel, naked rock,
    naked stone, naked oak, naked wood, naked tree, al gore, gore tex, suicide squad, suicide prevention`),
  ...WHITE_POWER.map((thing) => `white power ${thing}`),
];
