/** Words and shapes that plain English rarely needs. Each is a sign that a sentence should be rewritten. */

export interface Avoided {
  words: RegExp;
  /** What to write instead. */
  better: string;
}

/** For docs, comments and texts alike. */
export const AVOIDED: readonly Avoided[] = [
  { words: /\bwhatever\b/i, better: 'name what it is' },
  { words: /\bwhoever\b/i, better: 'name the person' },
  { words: /\bsomebody\b/i, better: 'someone, or name the person' },
  { words: /\b(?:nobody|anybody|everybody)\b/i, better: 'no one, anyone, everyone' },
  { words: /\bof (?:which|whom)\b/i, better: 'two sentences' },
  { words: /\bfor so long\b|\bso many\b/i, better: 'the number, or "this many"' },
  { words: /\bby now\b/i, better: 'now, already, or leave it out' },
  { words: /\bbeside\b/i, better: 'next to, or in addition to' },
  { words: /\b(?:is|are|was|were) (?:told|said)\b/i, better: 'name who says it' },
  { words: /\bas \w+ as may be\b/i, better: 'as … as possible' },
  { words: /\blook whether\b/i, better: 'check whether' },
  { words: /\bwhat be(?:comes|came|come) of\b/i, better: 'what happens to' },
  { words: /\bthe ones? that\b/i, better: 'name it' },
  { words: /\bbeg[aiu]ns?\b|\bbeginn?ing\b/i, better: 'start' },
  { words: /\b(?:takes?|took|taken) \w+ back\b|\b(?:taken|given) back\b/i, better: 'undo, or return' },
  { words: /\b(?:goes|go|going) on with\b/i, better: 'continue' },
  { words: /\bjust now\b/i, better: 'right now' },
  { words: /\bany ?more\b/i, better: 'no longer' },
  { words: /\bnot until\b.*\bas soon as\b/i, better: 'once' },
];

/** For texts in Discord, which use contractions and members' words. */
export const AVOIDED_IN_TEXTS: readonly Avoided[] = [
  ...AVOIDED,
  {
    words: /\b(?:cannot|do not|does not|did not|is not|are not|was not|has not|have not|will not)\b/i,
    better: 'contract it',
  },
  { words: /\bthere is\b|\bit is\b(?! (?:now\b|taking|[.]))/i, better: 'contract it' },
  { words: /\bresults?\b/i, better: 'picture or clip' },
  { words: /\b(?:a|the|this|your) works?\b/i, better: 'picture or clip' },
  { words: /\bplease\b|\bsorry\b/i, better: 'leave it out' },
  { words: /\b(?:credits?|nothing) (?:was|were) touched\b/i, better: 'no credits were spent' },
];
