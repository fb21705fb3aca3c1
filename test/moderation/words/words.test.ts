import { describe, expect, it } from 'vitest';
import { type ModerationSettings, NEW_SETTINGS, settingsSchema } from '../../../src/moderation/settings/settings.ts';
import { findFault, LIST_MAX_PATTERNS } from '../../../src/moderation/words/word-list.ts';
import { createWordRules } from '../../../src/moderation/words/words.ts';
import { foundLine } from '../found-line.ts';

const OFF: ModerationSettings['categories'] = {
  explicit: 'off',
  minors: 'off',
  hate: 'off',
  gore: 'off',
  selfHarm: 'off',
};

const listed = (refuse: string[], allow: string[] = []) =>
  createWordRules({ words: { refuse, allow, review: [], explicit: [] }, categories: OFF });

const findingOf = (refuse: string[], prompt: string, allow: string[] = []): string | undefined =>
  foundLine(listed(refuse, allow).check({ prompt, sources: [] }, { ageRestricted: false }));

/** "kraken" stands for a word that a server does not want. */
describe('a listed word is found in every disguise', () => {
  it.each([
    ['as it is', 'a kraken at sea'],
    ['in capitals', 'A KRAKEN AT SEA'],
    ['in mixed case', 'a KrAkEn'],
    ['in the plural', 'two krakens'],
    ['with accents', 'a kràkéñ'],
    ['with stacked accents', 'a k\u0301\u0302r\u0303aken'],
    ['in full width', 'a ｋｒａｋｅｎ'],
    ['in mathematical letters', 'a 𝓴𝓻𝓪𝓴𝓮𝓷'],
    ['in double-struck letters', 'a 𝕜𝕣𝕒𝕜𝕖𝕟'],
    ['in circles', 'a ⓚⓡⓐⓚⓔⓝ'],
    ['in filled circles', 'a 🅚🅡🅐🅚🅔🅝'],
    ['in filled squares', 'a 🅺🆁🅰🅺🅴🅽'],
    ['in letters of flags', 'a 🇰 🇷 🇦 🇰 🇪 🇳'],
    ['with a Cyrillic a and e', 'a krаkеn'],
    ['with capitals that only look Latin', 'a ΚRАKEΝ'],
    ['with a Greek alpha', 'a krαken'],
    ['with zero-width spaces', 'a kr\u200bak\u200ben'],
    ['with soft hyphens', 'a kr\u00adaken'],
    ['with a word joiner', 'a kra\u2060ken'],
    ['with a variation selector', 'a kra\ufe0fken'],
    ['with a mark of direction', 'a \u202ekraken'],
    ['spaced out', 'a k r a k e n at sea'],
    ['spaced out at the end', 'draw k r a k e n'],
    ['with dots between', 'a k.r.a.k.e.n'],
    ['with stars between', 'a k*r*a*k*e*n'],
    ['with one hyphen', 'a kra-ken'],
    ['with an underscore', 'a kra_ken'],
    ['with one letter apart', 'a k raken'],
    ['with an apostrophe', "a kra'ken"],
    ['in leet', 'a kr4k3n'],
    ['in leet with symbols', 'a kr@k€n'],
    ['spaced leet', 'a k r 4 k 3 n'],
    ['with letters repeated', 'a kraaaakeeeen'],
    ['inside brackets and marks', 'a ((kraken:1.3)), !kraken!'],
    ['over a line break', 'sea\nkraken'],
  ])('%s', (_, prompt) => {
    expect(findingOf(['kraken'], prompt)).toBe('kraken');
  });

  it('also if the list itself uses the disguise', () => {
    expect(findingOf(['KRÁKÉN'], 'a kraken')).toBe('KRÁKÉN');
    expect(findingOf(['kraken'], 'a hill')).toBeUndefined();
  });

  it.each([
    ['кракен', 'большой КРАКЕН'],
    ['κράκεν', 'ΚΡΑΚΕΝ'],
    ['海怪', '巨大な海怪が現れる'],
    ['krökodil', 'ein KROKODIL'],
  ])('in another script: %s', (entry, prompt) => {
    expect(findingOf([entry], prompt)).toBe(entry);
  });

  it.each([
    ['krak*', 'krakens', 'a cracker'],
    ['*raken', 'a seakraken', 'rakenne'],
    ['*rake*', 'unbrakeable', 'a rak'],
    ['sea monster', 'a Sea-Monster', 'a monster of the sea'],
    ['sea monst*', 'sea  monsters', 'sea of monsters'],
    ['/kra(k|ck)en\\w*/', 'two kracken', 'two crackers'],
  ])('%s finds "%s" and not "%s"', (entry, guilty, innocent) => {
    expect(findingOf([entry], guilty)).toBe(entry);
    expect(findingOf([entry], innocent)).toBeUndefined();
  });
});

describe('innocent prompts pass', () => {
  it.each([
    'a view of Scunthorpe at dawn',
    'Penistone market, Essex and Middlesex on a map of Sussex',
    'the assassin’s class assembly passes the grass',
    'Arsenal, a cockatoo, a peacock and a cocktail',
    'Dick Whittington with his shitake mushrooms in Shitterton',
    'Cummings, document, circumstance, cucumber',
    'a therapist on the grapevine with scraped knees',
    'Nigeria, niggling, snigger, Montenegro',
    'analysis of a banal canal in a carnal… I mean carnival',
    'titmouse, title, constitution, Titan, attitude',
    'a pussycat and pussy willow, octopuses',
    'Uranus, Manuscript, tetanus, Janus',
    'swank, twinkling, homework, homogeneous',
    'Al Gore in a Gore-Tex jacket, bougainvillea and gorse',
    'stars visible to the naked eye above a naked mole rat',
    'a unisex sextet playing sextants, sixty six saxophones',
    'Nude lipstick adverts, denude',
    'suicide squad comics',
    'mother’s exam, Anna’s ex, x-ray of a b c d e',
    'the A55 road, 455 cars, size 5 shoes, mp3, 4k, 8k uhd, f1.8, 1990s',
    'porcelain, portion, important, export',
    'Hello! What? 100% @ 3 o’clock + $5 | 16:9',
    'skill, killer whale, killing joke, ill',
    'lollipops, lolita fashion, Lola, jail and bait shop',
    'ein Mädchen mit Äpfeln, größer, straße',
    'кот сидит на окне, женщина в поле',
    '海辺の猫、夕焼け',
    '🎨 🌊 🇩🇪 🇺🇸 family 👨‍👩‍👧',
  ])('%s', (prompt) => {
    const every: ModerationSettings['categories'] = {
      explicit: 'refuse',
      minors: 'refuse',
      hate: 'refuse',
      gore: 'refuse',
      selfHarm: 'refuse',
    };
    const rude = ['penis', 'ass', 'arse', 'cock', 'dick', 'shit', 'cum', 'rape', 'rapist', 'anal', 'tit', 'pussy'];
    const words = createWordRules({
      words: {
        refuse: [...rude, 'anus', 'wank', 'homo', 'kill', 'sex', 'cunt', 'nigga'],
        allow: ['dick whittington', 'pussy willow'],
        review: [],
        explicit: [],
      },
      categories: every,
    });
    expect(words.check({ prompt, sources: [] }, { ageRestricted: false })).toBeUndefined();
  });
});

describe('exceptions', () => {
  it('cover a listed word only within the exception', () => {
    expect(findingOf(['blood'], 'a blood orange', ['blood orange'])).toBeUndefined();
    expect(findingOf(['blood'], 'a blood orange in blood', ['blood orange'])).toBe('blood');
    expect(findingOf(['/blood/'], 'a blood orange', ['blood orange'])).toBeUndefined();
  });
});

describe('categories', () => {
  const look = (prompt: string, categories: Partial<ModerationSettings['categories']>, ageRestricted = false) =>
    createWordRules({ words: NEW_SETTINGS.words, categories: { ...OFF, ...categories } }).check(
      { prompt, sources: [] },
      { ageRestricted },
    );

  it('apply if they are switched on', () => {
    expect(look('a gory scene', { gore: 'off' })).toBeUndefined();
    expect(look('a gory scene', { gore: 'refuse' })).toEqual({ refusal: { reason: 'words', entry: 'gory' } });
    expect(look('a gory scene', { gore: 'review' })).toEqual({ reviewLine: 'gory' });
  });

  it('explicit applies only outside age-restricted channels', () => {
    expect(look('a nude', { explicit: 'refuse' })).toEqual({ refusal: { reason: 'explicit', entry: 'nude' } });
    expect(look('a nude', { explicit: 'review' })).toEqual({ reviewLine: 'nude' });
    expect(look('a nude', { explicit: 'refuse' }, true)).toBeUndefined();
    expect(look('a nude', { explicit: 'review' }, true)).toBeUndefined();
  });

  it('the most severe finding counts', () => {
    const words = createWordRules({
      words: { refuse: ['kraken'], review: ['sea'], explicit: ['nude'], allow: [] },
      categories: OFF,
    });
    const lineIn = (prompt: string, ageRestricted: boolean): string | undefined =>
      foundLine(words.check({ prompt, sources: [] }, { ageRestricted }));
    expect(lineIn('a nude kraken at sea', false)).toBe('kraken');
    expect(lineIn('a nude at sea', false)).toBe('nude');
    expect(lineIn('a nude at sea', true)).toBe('sea');
  });

  it('each sent prompt is checked on its own, instead of the text that was typed', () => {
    const words = listed(['kraken', 'sea monster']);
    const lineIn = (prompt: string): string | undefined =>
      foundLine(words.check({ prompt, isVaried: true, sources: [] }, { ageRestricted: false }));
    expect(lineIn('a {kra|x}{ken|y} at sea')).toBe('kraken');
    expect(lineIn('{a boat|a hill}{, calm|, kraken}')).toBe('kraken');
    expect(lineIn('{by the sea|monster trucks}')).toBeUndefined();
  });
});

describe('unusable lines', () => {
  it.each([
    ['', 'empty'],
    ['***', 'empty'],
    ['ab*', 'too short'],
    ['x'.repeat(81), 'too long'],
    ['/(/', 'bad pattern'],
    ['/(?=a)b/', 'bad pattern'],
    ['/(a)\\1/', 'bad pattern'],
    ['/a*/', 'bad pattern'],
    ['/a{2000}/', 'bad pattern'],
    ['/(a{1,50}){1,20}/', 'too large a pattern'],
  ])('%s is %s', (line, fault) => {
    expect(findFault([line])).toEqual({ line, fault });
  });

  it('are patterns among exceptions', () => {
    expect(findFault(['/a+b/'], { mayBePatterns: false })?.fault).toBe('no patterns here');
    const words = { refuse: ['/a+b/'], review: [], explicit: [], allow: ['/a+b/'] };
    expect(settingsSchema.safeParse({ words }).success).toBe(false);
    expect(settingsSchema.safeParse({ words: { ...words, allow: ['ab'] } }).success).toBe(true);
  });

  it('stay in a record if they merely match nothing', () => {
    const words = { refuse: ['sci–fi*', '—', 'kraken'], review: [], explicit: [], allow: [] };
    expect(settingsSchema.safeParse({ words }).success).toBe(true);
    expect(findingOf(words.refuse, 'a sci–fi film — with a kraken')).toBe('kraken');
    expect(settingsSchema.safeParse({ words: { ...words, refuse: ['/(/'] } }).success).toBe(false);
  });

  it('are too many', () => {
    expect(findFault(Array.from({ length: 201 }, (_, index) => `word${index}`))?.fault).toBe('too many');
    const patterns = Array.from({ length: LIST_MAX_PATTERNS + 1 }, (_, index) => `/a${index}/`);
    expect(findFault(patterns)?.fault).toBe('too many patterns');
    expect(findFault(patterns.slice(1))).toBeUndefined();
  });
});

/** In a backtracking engine these would run for longer than the universe is old: the test could not end. */
describe('no pattern can stall the bot', () => {
  it.each(['/(a+)+$/', '/(a|a)+b/', '/(x+x+)+y/', '/(.*)*z/', '/([a-z]+)*1/'])('%s', (pattern) => {
    expect(findFault([pattern])).toBeUndefined();
    expect(findingOf([pattern], `${'a'.repeat(3000)}! ${'x'.repeat(2000)}`)).toBeUndefined();
  });

  it('stars and a thousand single letters cannot either', () => {
    const stars = '*aaa*aaa*aaa*aaa*aaab';
    expect(findingOf([stars], 'a'.repeat(4000))).toBeUndefined();
    expect(findingOf(['kraken'], 'a '.repeat(2000))).toBeUndefined();
  });
});
