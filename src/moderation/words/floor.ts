import type { PromptWords, StepBudget } from './prompt-words.ts';
import { compileWordLists, splitLines, type WordMatch, withoutCovered } from './word-list.ts';

/**
 * The floor: what Easel never makes, in any server. It covers sexualised minors, and pictures that undress or sexualise the
 * people in a source picture. It matches English words, in every disguise that word lists see through, and isn't a complete
 * filter.
 */
const LISTS = ['always', 'minor', 'sexual', 'revealing', 'without', 'between', 'garment', 'fine'] as const;
type List = (typeof LISTS)[number];

/** Combines each first part with each last part. */
const each = (beginnings: string, ends: string): string[] =>
  splitLines(beginnings).flatMap((beginning) => splitLines(ends).map((end) => `${beginning} ${end}`));

const AGES = `1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, one, two, three, four, five, six, seven, eight,
  nine, ten, eleven, twelve, thirteen, fourteen, fifteen, sixteen, seventeen`;

const LINES: Readonly<Record<List, readonly string[]>> = {
  always: splitLines('lolicon, shotacon, toddlercon, jailbait, barely legal'),
  minor: [
    ...splitLines(`child, children, kid, kiddie, kiddo, toddler, infant, newborn, baby, babies, loli, shota, preteen, pre teen,
      tween, teen, teenage, teenaged, teenager, adolescent, minors, underage, underaged, under age, schoolgirl, schoolboy,
      schoolkid, schoolchild, schoolchildren, school girl, school boy, high schooler, middle schooler, kindergart*,
      preschool*`),
    ...each('little, young, small', 'girl, boy'),
    ...each(AGES, 'year old, years old, yr old, yrs old, yo, y o'),
    ...each('age, aged', AGES),
    ...splitLines(AGES).map((age) => `${age}yo`),
  ],
  sexual: splitLines(`nude, nudity, nudist*, nudif*, deepnude, naked, nakedness, topless, undress*, disrob*, unclothe*,
    striptease, strip tease, strip her, strip him, strip them, clothes off, shirt off, pants off, bra off, wearing nothing,
    wears nothing, birthday suit, bare breast*, bare butt*, bare bottom, bare ass, boobs, breasts, cleavage, genital*, penis,
    vagina*, vulva, sex, sexy, sexual, sexually, sexualis*, sexualiz*, seductive*, erotic*, lewd, nsfw, porn*, hentai, ecchi,
    ahegao, orgasm*, masturbat*, blowjob, cumshot, fetish*, bdsm, lingerie, panties, slutty, molest*`),
  /** Counts only for requests with a source picture; otherwise these are ordinary words. */
  revealing: splitLines('bikini, thong, underwear, nipple, busty, twerk*'),
  /** Counts before a garment, if only words of `between` stand between the two. */
  without:
    splitLines(`remove, removes, removed, removing, take off, takes off, taking off, took off, rip off, ripping off,
    tear off, tearing off, pull off, pulling off, pull down, strip off, get rid of, lose, erase, delete, without, no, sans,
    see through, transparent, sheer`),
  between:
    splitLines(`a, the, any, all, of, her, his, their, its, my, your, this, that, these, those, woman, man, girl, boy,
    lady, guy, person`),
  garment:
    splitLines(`clothes, clothing, garment, outfit, dress, shirt, tshirt, t shirt, blouse, bra, panties, underwear,
    pants, trousers, jeans, shorts, skirt, leggings, swimsuit, bikini`),
  /** Innocent uses of the words above; they cancel a match. */
  fine: [
    ...each(
      'naked',
      `eye, mole rat*, cake, tree, branch*, twig, oak, birch, forest, truth, flame, bulb, light bulb, wire, rock, stone,
        earth, neck chicken, neck hen, bike, motorcycle, blade, sword, steel, singularity, gun, lunch, chef, juice`,
    ),
    ...each(
      'nude',
      `color*, colour*, tone, shade, palette, makeup, lipstick, lip, nail, polish, pink, beige, brown, heel, pump, shoe,
        tights, background, mouse, mice`,
    ),
    ...each('baby', 'oil, blue, pink, doll, face, hair, shark, yoda, groot'),
    ...each('no, without', 'nudity, nsfw'),
    ...each('not, non', 'sexual, nsfw'),
    ...each('same, opposite, either, both', 'sex'),
    ...each('chicken, duck, turkey', 'breasts'),
    ...splitLines(`sex education, sex ed, sex pistols, sexual dimorphism, bikini atoll, bikini bottom, thong sandal,
      grease nipple, no shirt no shoes, dress shirt, dress code, kid gloves, inner child, billy the kid, kid cudi`),
  ],
};

const FLOOR = compileWordLists(LISTS.map((list) => ({ list, lines: LINES[list] })));

/** Finds the lines that a prompt breaks. `withPictures`: the request has source pictures. */
export function findFloorLine(
  prompt: PromptWords,
  { withPictures }: { withPictures: boolean },
  steps: StepBudget,
): string | undefined {
  const all = FLOOR.find(prompt, steps);
  const fine = all.filter(({ list }) => list === 'fine');
  const found = withoutCovered(all, fine);
  const lineOf = (list: List): string | undefined => found.find((one) => one.list === list)?.written;
  const always = lineOf('always');
  if (always !== undefined) return always;
  const minor = lineOf('minor');
  const sexual = lineOf('sexual') ?? undressingIn(found);
  if (minor !== undefined && sexual !== undefined) return `${minor} + ${sexual}`;
  return withPictures ? (sexual ?? lineOf('revealing')) : undefined;
}

/** Finds phrases like "take off all of her clothes", "no shirt", "a see-through dress". */
function undressingIn(found: readonly WordMatch<List>[]): string | undefined {
  const before = new Map<number, WordMatch<List>[]>();
  for (const one of found) before.set(one.to, [...(before.get(one.to) ?? []), one]);
  for (const garment of found.filter(({ list }) => list === 'garment')) {
    const starts = new Set([garment.from]);
    for (const start of starts) {
      for (const { list, from, written } of before.get(start) ?? []) {
        if (list === 'without') return `${written} … ${garment.written}`;
        if (list === 'between') starts.add(from);
      }
    }
  }
  return undefined;
}
