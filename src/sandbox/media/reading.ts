import { z } from 'zod';
import { type Mood, PALETTES } from './palette.ts';
import { pick, type Random } from './random.ts';
import { SUBJECTS, type SubjectName, subjectNamed } from './subjects/subject.ts';

const GROUNDS = ['hills', 'mountains', 'sea', 'forest'] as const;
export type Ground = (typeof GROUNDS)[number];
const MOODS = Object.keys(PALETTES) as Mood[];

const colour = z.string().regex(/^#[0-9a-f]{6}$/);
/** More subjects would crowd the picture. */
const MAX_SUBJECTS = 3;
const SUBJECT_NAMES = Object.keys(SUBJECTS) as SubjectName[];

export const readingSchema = z.object({
  ground: z.enum(GROUNDS),
  mood: z.enum(MOODS),
  /** A colour of the whole picture. */
  tint: colour.optional(),
  subjects: z.array(z.object({ name: z.enum(SUBJECT_NAMES), colour: colour.optional() })).max(MAX_SUBJECTS),
  flowers: z.boolean(),
  snow: z.boolean(),
  rain: z.boolean(),
});

/** What a prompt asks for, as far as the painter understands it. */
export type Reading = z.output<typeof readingSchema>;

const CLEARED = /\b(?:storm is over|after the (?:rain|storm))\b/;

const MOOD_WORDS: readonly (readonly [RegExp, Mood])[] = [
  [CLEARED, 'dawn'],
  [/\b(?:night|midnight|moon|star(s|ry|light)?\b|dark|firefl|northern light|neon|space|galaxy|planet)/, 'night'],
  [/\b(?:sunset|dusk|evening|twilight|sundown|fire|volcan|lava)/, 'sunset'],
  [/\b(?:dawn|sunrise|morning|mist|fog|dream)/, 'dawn'],
  [/\b(?:storm|rain(y|ing|s)?\b|thunder|gloom|grey|gray|lightning|gothic|heavy clouds)/, 'storm'],
  [/\b(?:snow|winter|ice\b|icy|frost|arctic|glacier|christmas)/, 'winter'],
  [/\b(?:autumn|fall\b|golden|harvest|desert|dune|wheat|vintage|savann)/, 'golden'],
  [/\b(?:spring|blossom|cherry|pastel|sakura|candy|unicorn|lavender)/, 'spring'],
  [/\b(?:day|sunny|summer|noon|bright|sky)/, 'day'],
];

/** Words that name a ground. */
const PLACES: readonly (readonly [RegExp, Ground])[] = [
  [/\b(?:seas?\b|ocean|beach|coast|wave|harbou?r|island|lake|river|pier|bay\b|shore|reef|waters?\b)/, 'sea'],
  [/\b(?:mountain|peak|alps?\b|summit|cliff|volcan|glacier|valley)/, 'mountains'],
  [/\b(?:forest|wood(s|land)?\b|jungle|tree|oak|pines?\b|birch)/, 'forest'],
  [/\b(?:hill|meadow|field|garden|farm|flower|grass|park|countryside|village|landscape)/, 'hills'],
];

/** Words that belong to a ground, if nothing names another. */
const DWELLERS: readonly (readonly [RegExp, Ground])[] = [
  [/\b(?:sail|ship|boat|whale|fish|lighthouse)/, 'sea'],
  [/\b(?:castle|dragon)/, 'mountains'],
  [/\b(?:owl|deer|mushroom|wolf)/, 'forest'],
  [/\b(?:cabin|house|balloon|fox|sun|moon|night|snow)/, 'hills'],
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

/** What a prompt names with an article or a number, up to the next preposition or verb. */
const NAMED =
  /\b(?:an?|two|three|four|some) ([a-z ]+?)(?= (?:above|among|and|at|behind|below|by|from|in|into|near|of|on|over|to|under|with|[a-z]+ing)\b|[^a-z ]|$)/g;
/** Words about the whole picture. */
const MANNERS =
  /\b(?:art\b|composition|drawing|engraving|illustration|landscape|painting|photo|picture|portrait|postcard|poster|print|sketch|style|view|watercolou?r)/;

/** What someone does who is named before, in one word. */
const DOING = /\b([a-z]+) (?:is |are )?([a-z]+(?:ing|[^s\W]s))\b/g;
/** What the painter's subjects do anyway, and words that only look like verbs. */
const UNDERSTOOD_DOING =
  /^(?:being|doing|drifting|during|evening|floating|flying|looking|morning|over\w*|resting|rising|sailing|shining|sitting|standing|swimming|waiting|has|its|sails|sits|stands|swims|waits)$/;

/** The first thing or deed in a prompt that the painter leaves out; undefined if it understands all. */
export function firstIgnored(prompt: string): string | undefined {
  const text = prompt.toLowerCase();
  const understood = [...[...MOOD_WORDS, ...PLACES, ...DWELLERS].map(([words]) => words), FLOWERS, MANNERS];
  const isKnown = (words: string): boolean =>
    words.split(' ').some((word) => subjectNamed(word) !== undefined) || understood.some((known) => known.test(words));
  const things = [...text.matchAll(NAMED)].map(({ index, 1: thing = '' }) => ({ index, words: thing }));
  const deeds = [...text.matchAll(DOING)]
    .filter(([, doer = '', deed = '']) => subjectNamed(doer) !== undefined && !UNDERSTOOD_DOING.test(deed))
    .map(({ index, 1: doer = '', 2: deed = '' }) => ({ index: index + doer.length, words: deed }));
  const unknown = [...things, ...deeds].filter(({ words }) => !isKnown(words));
  return unknown.toSorted((a, b) => a.index - b.index)[0]?.words;
}

type Times = readonly [Mood, ...Mood[]];
/** The times of day of pictures whose prompt names none, for four of them in turn. */
const TIMES: readonly [Times, ...Times[]] = [['day', 'spring'], ['sunset'], ['night'], ['dawn', 'golden']];

const named = <T>(list: readonly (readonly [RegExp, T])[], text: string): T | undefined =>
  list.find(([words]) => words.test(text))?.[1];

/**
 * Reads a prompt, and chooses at random what it leaves open.
 * @param turn of four pictures with consecutive turns, each has another time of day
 * @param before what the prompt changes, if it's about a picture
 */
export function readPrompt(prompt: string, random: Random, turn: number, before?: Reading): Reading {
  const text = prompt.toLowerCase();
  const anyGround = pick(random, GROUNDS);
  const anyMood: Mood = pick(random, TIMES[turn % TIMES.length] ?? TIMES[0]);
  const { subjects, tint = before?.tint } = readSubjects(text.match(/[a-z]+/g) ?? []);
  const others = before?.subjects.filter(({ name }) => !subjects.some((subject) => subject.name === name)) ?? [];
  const saidMood: Mood | undefined = named(MOOD_WORDS, text);
  const mood = saidMood ?? before?.mood ?? anyMood;
  const rain = /\b(?:rain(y|ing|s)?\b|storm)/.test(text) && !CLEARED.test(text);
  return {
    ground: named(PLACES, text) ?? before?.ground ?? named(DWELLERS, text) ?? anyGround,
    mood,
    ...(tint && { tint }),
    subjects: [...subjects, ...others].slice(0, MAX_SUBJECTS),
    flowers: FLOWERS.test(text) || before?.flowers === true,
    snow: mood === 'winter',
    rain: rain || (saidMood === undefined && before?.rain === true),
  };
}

function readSubjects(words: readonly string[]): { subjects: Reading['subjects']; tint: string | undefined } {
  const subjects: Reading['subjects'] = [];
  let tint: string | undefined;
  let waiting: { colour: string; forWords: number } | undefined;
  for (const word of words) {
    const name = subjectNamed(word);
    if (name && subjects.length < MAX_SUBJECTS && !subjects.some((subject) => subject.name === name)) {
      subjects.push({ name, ...(waiting && { colour: waiting.colour }) });
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
