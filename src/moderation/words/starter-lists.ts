import { splitLines } from './word-list.ts';

/**
 * What comes with the bot, in categories that a server's managers switch. Kept small and mild on purpose: it shows how
 * lists work and catches the plain cases; every community adds its own words.
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

/** What has power, and may be white. */
const WHITE_POWER =
  splitLines(`drill, tool, outlet, socket, plug, cord, cable, strip, supply, adapter, charger, bank, button,
  switch, light, line, pole, pylon, tower, plant, station, generator, boat, saw, washer, sander, armor, armour, suit`);

/** Innocent uses of the words above. */
export const STARTER_EXCEPTIONS: readonly string[] = [
  ...splitLines(`naked eye, naked mole rat*, naked cake, nude lipstick, sexual dimorphism, same sex, al gore, gore tex,
    suicide squad, suicide prevention`),
  ...WHITE_POWER.map((thing) => `white power ${thing}`),
];
