import { type Mood, PALETTES, type Palette, tintPalette } from './palette.ts';
import { pick, type Random } from './random.ts';
import { SUBJECTS, type SubjectName, subjectNamed } from './subjects/subject.ts';

export type Ground = 'hills' | 'mountains' | 'sea' | 'forest';

/** What a prompt asks for, as far as the painter understands it. */
export interface Reading {
  ground: Ground;
  mood: Mood;
  palette: Palette;
  subjects: readonly { name: SubjectName; colour: string | undefined }[];
  flowers: boolean;
  snow: boolean;
  rain: boolean;
}

const MOODS: readonly (readonly [RegExp, Mood])[] = [
  [/\b(?:night|midnight|moon|star(s|ry|light)?\b|dark|firefl|northern light|neon|space|galaxy|planet)/, 'night'],
  [/\b(?:sunset|dusk|evening|twilight|sundown|fire|volcan|lava)/, 'sunset'],
  [/\b(?:dawn|sunrise|morning|mist|fog|dream)/, 'dawn'],
  [/\b(?:storm|rain(y|ing|s)?\b|thunder|gloom|grey|gray|lightning|gothic|heavy clouds)/, 'storm'],
  [/\b(?:snow|winter|ice\b|icy|frost|arctic|glacier|christmas)/, 'winter'],
  [/\b(?:autumn|fall\b|golden|harvest|desert|dune|wheat|vintage|savann)/, 'golden'],
  [/\b(?:spring|blossom|cherry|pastel|sakura|candy|unicorn|lavender)/, 'spring'],
  [/\b(?:day|sunny|summer|noon|bright|sky)/, 'day'],
];

const GROUNDS: readonly (readonly [RegExp, Ground])[] = [
  [
    /\b(?:seas?\b|ocean|beach|coast|wave|harbou?r|island|lake|river|pier|bay\b|shore|sail|ship|boat|whale|fish|reef|lighthouse|waters?\b)/,
    'sea',
  ],
  [/\b(?:mountain|peak|alps?\b|summit|cliff|volcan|glacier|valley|castle|dragon)/, 'mountains'],
  [/\b(?:forest|wood(s|land)?\b|jungle|tree|oak|pines?\b|birch|owl|deer|mushroom|wolf)/, 'forest'],
  [
    /\b(?:hill|meadow|field|garden|farm|flower|grass|park|countryside|village|cabin|house|balloon|fox|landscape|sun|moon|night|snow)/,
    'hills',
  ],
];

/** Matched against the word before a subject ("a red fox"), and against the whole prompt. */
const COLOURS: ReadonlyMap<string, string> = new Map([
  ['red', '#d83a34'],
  ['crimson', '#b01c3c'],
  ['scarlet', '#e0341f'],
  ['orange', '#ee8030'],
  ['yellow', '#f4c93a'],
  ['gold', '#e3b23c'],
  ['green', '#3f9a56'],
  ['emerald', '#1f9a70'],
  ['turquoise', '#2fb8b0'],
  ['teal', '#1f8a8a'],
  ['blue', '#2f6fd0'],
  ['indigo', '#3f3aa0'],
  ['purple', '#7a3fb0'],
  ['violet', '#8a4fd0'],
  ['pink', '#f07aa8'],
  ['magenta', '#d0308a'],
  ['white', '#f4f1e8'],
  ['black', '#1c1c24'],
  ['brown', '#8a5a34'],
  ['silver', '#b8c0c8'],
]);

const FLOWERS = /\b(?:flower|blossom|garden|rose|tulip|poppy|meadow|lavender|sunflower|spring)/;

/** What the painter can put into a scene, for people. */
export const PAINTED_SUBJECTS: readonly string[] = Object.keys(SUBJECTS);

/** What a prompt names with an article or a number, up to the next preposition. */
const NAMED =
  /\b(?:an?|two|three|four|some) ([a-z ]+?)(?= (?:above|among|and|at|behind|below|by|from|in|into|near|of|on|over|to|under|with)\b|[^a-z ]|$)/g;
/** Words about the whole picture. */
const MANNERS =
  /\b(?:art\b|drawing|engraving|illustration|landscape|painting|photo|picture|portrait|postcard|poster|print|sketch|style|view|watercolou?r)/;

/** The first thing in a prompt that the painter leaves out; undefined if it understands all. */
export function firstIgnored(prompt: string): string | undefined {
  const understood = [...MOODS, ...GROUNDS].map(([words]) => words);
  const isUnderstood = (named: string): boolean =>
    named.split(' ').some((word) => subjectNamed(word) !== undefined) ||
    [...understood, FLOWERS, MANNERS].some((words) => words.test(named));
  return [...prompt.toLowerCase().matchAll(NAMED)]
    .map(([, named]) => named ?? '')
    .find((named) => !isUnderstood(named));
}

const ANY_MOOD: readonly [Mood, ...Mood[]] = ['sunset', 'dawn', 'day', 'golden', 'night', 'spring'];
const ANY_GROUND: readonly [Ground, ...Ground[]] = ['hills', 'mountains', 'sea', 'forest'];
/** More subjects would crowd the picture. */
const MAX_SUBJECTS = 3;

/** Reads a prompt, and chooses at random what it leaves open. */
export function readPrompt(prompt: string, random: Random): Reading {
  const text = prompt.toLowerCase();
  const [anyMood, anyGround] = [pick(random, ANY_MOOD), pick(random, ANY_GROUND)];
  const { subjects, tint } = readSubjects(text.match(/[a-z]+/g) ?? []);
  const mood = MOODS.find(([words]) => words.test(text))?.[1] ?? anyMood;
  const palette: Palette = PALETTES[mood];
  return {
    ground: GROUNDS.find(([words]) => words.test(text))?.[1] ?? anyGround,
    mood,
    palette: tint ? tintPalette(palette, tint) : palette,
    subjects,
    flowers: FLOWERS.test(text),
    snow: mood === 'winter',
    rain: /\b(?:rain(y|ing|s)?\b|storm)/.test(text),
  };
}

function readSubjects(words: readonly string[]): { subjects: Reading['subjects']; tint: string | undefined } {
  const subjects: { name: SubjectName; colour: string | undefined }[] = [];
  let tint: string | undefined;
  let waiting: { colour: string; forWords: number } | undefined;
  for (const word of words) {
    const name = subjectNamed(word);
    if (name && subjects.length < MAX_SUBJECTS && !subjects.some((subject) => subject.name === name)) {
      subjects.push({ name, colour: waiting?.colour });
      waiting = undefined;
    }
    const colour = COLOURS.get(word);
    if (waiting && (colour || waiting.forWords === 0)) {
      tint ??= waiting.colour;
      waiting = undefined;
    } else if (waiting) waiting.forWords -= 1;
    if (colour) waiting = { colour, forWords: 1 };
  }
  return { subjects, tint: tint ?? waiting?.colour };
}
