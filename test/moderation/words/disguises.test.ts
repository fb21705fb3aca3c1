import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toReadableText } from '../../../src/jobs/job/readable-text.ts';
import type { ModerationSettings } from '../../../src/moderation/settings/settings.ts';
import { createWordRules } from '../../../src/moderation/words/words.ts';
import { foundLine } from '../found-line.ts';

const EVERY: ModerationSettings['categories'] = {
  explicit: 'refuse',
  minors: 'refuse',
  hate: 'refuse',
  gore: 'refuse',
  selfHarm: 'refuse',
};
const NO_WORDS: ModerationSettings['words'] = { refuse: [], review: [], explicit: [], allow: [] };

/** The line that a prompt goes against, of the lists that come with Easel and of a server's own. */
const lineOf = (prompt: string, ...own: string[]): string | undefined =>
  foundLine(
    createWordRules({ words: { ...NO_WORDS, refuse: own }, categories: EVERY }).check(
      { prompt, sources: [] },
      { ageRestricted: false },
    ),
  );

describe('the built-in lists see through', () => {
  it.each([
    ['heil hitler', ['h3il h1tler', 'heil h1tler', 'heiiil hitler', 'heil h i t l e r', 'HEIL—HITLER']],
    ['white power', ['white p0wer', 'wh1te power', 'w h i t e power', 'white-power', 'white powers']],
    ['nazi salute', ['nazi salutes', 'n4zi salute']],
    ['kill myself', ['k1ll myself', 'kill_myself', 'k i l l myself', 'kill mуself']],
    ['porn*', ['poooorn', 'p o r n o', 'p.o.r.n', 'pоrnоgraphy', 'p0rn', 'p00rn', 'p o r n']],
    ['erotic*', ['eroooootic', 'er0tic']],
    ['fetish*', ['fetiiiish']],
    ['genital*', ['genitaaals']],
    ['nude', ['nuude', 'nnuuddee', 'nud3,please', 'ɴᴜᴅᴇ', 'ᶰᵘᵈᵉ', 'ηυ∂є', 'ᏁᏌᎠᎬ', 'пudе', 'NUDΕ', 'n🅤de']],
    [
      'nude',
      [
        'a nude—oil on canvas',
        'nude²',
        'nude2',
        'n u d e',
        'n.u.d.e.',
        'n-u-d-e',
        '_nude_',
        'nude’s',
        '🄽🅄🄳🄴',
        'nude🇩🇪',
      ],
    ],
    ['nudity', ['nudiity', 'nudӏty', 'NUDІTY']],
    ['naked', ['n4ked-style', 'n＠ked', 'n@k3d', 'n@ked+style', 'naked/nature', 'пakеd']],
    ['sex', ['s3xxxx', 's3x', '$ex', 'ꜱᴇx', 'ѕех', 's e x', 's.e.x', 'ⓈⒺⓍ', '⒮⒠⒳', 'sexx', '🆂🅴🆇']],
    ['loli', ['l0li', 'loli—style', 'lоlі', 'l o l i', 'lolis']],
    ['self harm', ['self-harm', 's3lf harm', 'self harms']],
  ])('%s', (line, prompts) => {
    expect(prompts.filter((prompt) => lineOf(prompt) !== line)).toEqual([]);
  });
});

describe('a server’s own lists see through', () => {
  it.each([
    [
      'kraken',
      ['a storm—kraken rising', 'kraken™', '◇kraken◇', '×kraken×', "storm'kraken rising", 'kra[ken](http://x.y)'],
    ],
    ['kraken', ['kr4ken,please', 'a kr4ken-style ship', 'ship/kr4ken', 'a big,kra-ken', 'kr4-k3n', 'kr@-ken']],
    ['kraken', ['кraken', 'κrαken', 'кгакen', 'ᴋʀᴀᴋᴇɴ', 'kяaken', 'kraкеn', 'krakeп']],
    ['kraken', ['kraaken', 'krrakken', 'krakeeeen', 'kraken1', 'k raken', 'k r a ken']],
    ['kraken', ['ҡraken', 'ⱪraken', 'ꝁraken', 'krꬰken', 'krǝken', 'krakǝn', 'ĸṛąҡęŋ', 'кяакєи', 'КЯАКЄИ', 'κяακεη']],
    [
      'kraken',
      ['kr^ken', 'kr∆ken', '|<raken', 'kr/-\\ken', 'kr/\\ken', '|<R/\\|<3N', 'a |<r@ken,please', '₭Ɽ₳₭Ɇ₦', '^kr^ken^'],
    ],
    ['kraken', ['k1r1a1k1e1n', 'k1r2a3k4e5n', 'k00r00a00k00e00n', '7k1r1a1k1e1n7', 'krak3nz', 'kr4kenn', 'kr44kenn']],
    ['sex', ['s1e1x', 's3xz']],
    ['kraken', ['k r 4 k 3 n', 'k. r. a. k. e. n', 'k_r_a_k_e_n', 'a k\nr\na\nk\ne\nn']],
    ['sea monster', ['s3a monster', 'sea m0nster', 's e a monster', 'sea mooonster', 'sea—monsters', 'sеа monster']],
    ['kraken', ['ⲕⲅⲁⲕⲉⲛ', 'ⲔⲄⲀⲔⲈⲚ', 'kⲅaken', 'krᥲkᥱᥒ']],
    ['up we go', ['u p w e g o', 'U.P.W.E.G.O', 'u-p w-e g-o', 'u p w 3 g 0', 'u p w e g o o n']],
    ['го-го бар', ['г о г о б а р']],
    ['slaughter', ['sIaughter', 'a SIaughter', 's1aughter']],
    ['loli', ['Ioli', 'IoIi']],
    [
      'kraken',
      [
        'kra2ken',
        'KrakenKing',
        'theKrakenRises',
        'AKrakenRises',
        'kra<b>ken',
        'kra&#8203;ken',
        'kra&shy;ken',
        'kra&#x200b;ken',
      ],
    ],
    ['sea monster', ['SeaMonster', 'theSeaMonsterRises']],
    ['dress shop', ['👗 shop', 'a👗shop', '👗🏽 shop']],
    ['removed dress', ['🚫👗', '❌ 👗', '✂️👗']],
    ['dressed ferret', ['dr3553d f3rr37', '7h3 dr3553d f3rr37']],
    ['kraken*', ['kr*kens', 'kr_kenology']],
    ['kraken', ['kr*ken', 'kr#ken', 'krak_n', 'k raken', 'krake n', 'kkraken', 'krакеⲛ', 'krⲁkⲉn']],
    ['naked', ['n*ked', 'n_ked', 'n#ked', 'n aked', 'nake d', 'nnaked', 'BigNakedGiant']],
    ['topless', ['t0pl355', '70pless']],
    ['sex', ['s*x']],
    ["don't look", ["don't look", 'dont look', 'don’t—look']],
    ["he'll burn", ["he'll burn", 'he’ll burn']],
    ['l33t', ['l33t']],
    ['кракен', ['большой КРАКЕН', 'к р а к е н', 'кракееен', 'кракен—море']],
    ['κράκεν', ['ΚΡΑΚΕΝ', 'κρακεν!']],
    ['*rake*', ['unbrak€able', 'brrrakes']],
    ['smørrebrød', ['smørrebrød', 'smorrebrod']],
  ])('%s', (line, prompts) => {
    expect(prompts.filter((prompt) => lineOf(prompt, line) !== line)).toEqual([]);
  });
});

describe('what only looks like a listed word passes', () => {
  const rude = ['sex', 'gore', 'ass', 'hell', 'whore', 'shit', 'slut', 'shot', 'god', 'raping', 'slaughter', 'topless'];

  it.each([
    'a portrait of a U.S. ex-president',
    '5 ex-soldiers',
    'Mercedes S ex-taxi',
    'size S, ex-display',
    'lol I need a dragon',
    'LOL, I do',
    'a white power drill on a bench',
    'a white power outlet',
    'white power lines over a field',
    "he’ll win the race, she'll see, we'll go",
    "who're these people",
    'a 5 g ore sample',
    'minerals, e.g. ore and salt',
    'a choir in self-harmony',
    'a S.S. Titanic poster',
    'Tesla Model S hits the road',
    'Anna’s laughter in the hall',
    'a shoot: goods, topples, rapping, heels',
    'Shiites at prayer, Aas in Norway',
    'skiing in a vacuum at the bazaar',
    'J. R. R. Tolkien and A. S. Byatt',
    'A B C D E F G H I J K L M N O P Q R S T U V W X Y Z',
    'нет, кот, рот, рак, хор, нора, горе, порт, море, торт',
    'рояль, роялист, сосна, сахар, река, корова, нос',
    'η θάλασσα και το νησί, ένα σπίτι, ο ήλιος, μία γάτα',
    'ﷺ',
    'H2O, CO2 and C3PO, R2-D2 beside a B2B stand, Web3z',
    'Nikon D850 with f1.8, RTX4090, 8x8 grid, 3x3x3 cube, i18n and l10n',
    'a smile ^_^ and a peak /\\ beside a valley \\/, 2^8 < 3^6, A|B, x |< y',
    '1990s shoot, 4K goods, size 5 heels, 3rd row',
    'киоск, балда, полёт, тепло, мадам',
    'ϯⲙⲉⲧⲣⲉⲙⲛⲭⲏⲙⲓ, ⲡⲛⲟⲩⲧⲉ, ⲕⲏⲙⲉ, ⲣⲱⲙⲉ, ⲥϩⲓⲙⲉ, ϣⲏⲣⲉ, ⲙⲟⲟⲩ, ⲏⲣⲡ, ⲛⲟⲩⲃ, ⲕⲁϩ, ⲡⲉ, ⲥⲟⲛ, ⲥⲱⲛⲉ',
    '₱500, ₩1000, ₦200, 50₴, ₿1',
    'C# and F# minor, G#d, x_y, snake_case and a 2*3 grid with #tags',
    'SpongeBob, YouTube, PlayStation and a McLaren; iPhone, eBay, GitHub; DeviantArt',
    'an A55 sign, an F16, 3M tape, mp3, h264, 2x4 lumber, text2image, photo3d',
    'a <b>bold</b> word & a <br> line, AT&T, R&B, &c; 5 < 6 > 4',
    'If Ian and Isla sail to Iona in the Indian Ocean',
    'an A55 sign and a C3PO figure, 50 dr355',
    'a v neck, an x ray, a b side and a t shirt; vitamin k rich',
  ])('%s', (prompt) => {
    expect(lineOf(prompt, ...rude)).toBeUndefined();
  });

  it.each([
    ['ss', 'cash $$ for $5 or 5€', false],
    ['ss', 'S.S.', true],
    ['ss', 'the U.S.S. Enterprise', false],
    ['no go', 'nogo', false],
    ['no go', 'J. N. O. goes', false],
    ['рот', 'pot', false],
    ['рот', 'a pot of soup', false],
    ['рот', 'открытый рот', true],
    ['тест', 'TECT', false],
  ])('the line %s does not find %s: %s', (line, prompt, isFound) => {
    expect(lineOf(prompt, line) === line).toBe(isFound);
  });
});

describe('codes, links, broken lines and turned letters', () => {
  it.each([
    ['naked', 'n%61ked'],
    ['naked', 'n%2561k%65d'],
    ['naked', 'n\\u0061k\\x65d'],
    ['naked', '[na](x)ked'],
    ['naked', '[dog](naked)'],
    ['naked', 'na\nked'],
    ['naked', 'na-\r\nked'],
    ['naked', 'pǝʞɐu'],
    ['naked', 'и а к е d'],
    ['naked', 'ᑎᗩᛕᗴᗪ'],
    ['nude', 'nvde'],
    ['nude', 'nиde'],
    ['nude', 'ոսժе'],
    ['nude', 'ոսժե'],
    ['nude', 'ᑎᑌᗪᗴ'],
    ['kraken', 'k%72aken'],
    ['kraken', '%D0%BAraken'],
    ['kraken', '[kra](https://example.com)ken'],
    ['kraken', 'kra\nken'],
    ['kraken', 'uǝʞɐɹʞ'],
    ['sea monster', 'ɹǝʇsuoɯ ɐǝs'],
  ])('hide no “%s”: %s', (line, prompt) => {
    expect(lineOf(prompt, line)).toBe(line);
  });

  it.each([
    '50%ad opacity, 100%cotton, 20% bigger, C:\\xampp\\users\\new',
    'the pen\nis on the table',
    'black hat on top\nless contrast',
    'under\nage of sail',
    'IVth legion in HDTV, svelte, revving, MVP',
    'pronounced ɹɪˈmuːv or əˈbʌv',
    'пиде с мясом, пица и вино, нуга',
    'Սուրճ և ժենգյալ, ոսկե արև, Երևան',
    'ᐃᓄᒃᑎᑐᑦ ᓄᓇᕗᑦ ᑕᑯᔭᖅ ᑎᑎᕋᖅᑐᖅ',
    'a [blue](1.2) dress in [wind]',
  ])('leave innocent: %s', (prompt) => {
    expect(lineOf(prompt, 'penis', 'topless', 'underage', 'kraken', 'remove')).toBeUndefined();
  });
});

/** One character that is no letter, digit or part of one, and that is seen. */
const sign = fc
  .oneof(fc.integer({ min: 0x21, max: 0x33ff }), fc.integer({ min: 0x1f000, max: 0x1fbff }))
  .map((point) => String.fromCodePoint(point))
  .filter((one) => !/[\p{L}\p{Nd}\p{Nl}\p{M}\p{Cf}]/u.test(one) && toReadableText(one) === one);

/** Letters in circles and the like are read as letters too. */
const plainSign = sign.filter((one) => !/\p{L}/u.test(one.normalize('NFKD')) && !/[\u{1f100}-\u{1f1ff}]/u.test(one));

describe('next to any sign', () => {
  it('a listed word is found', () => {
    fc.assert(
      fc.property(sign, sign, (before, after) => {
        expect(lineOf(`a storm${before}kraken${after}rising`, 'kraken')).toBe('kraken');
        expect(lineOf(`${before}kraken${after}`, 'kraken')).toBe('kraken');
      }),
      { numRuns: 2_000 },
    );
  });

  it('a listed phrase is found', () => {
    fc.assert(
      fc.property(plainSign, (between) => {
        expect(lineOf(`a sea${between}monster`, 'sea monster')).toBe('sea monster');
      }),
    );
  });

  it('a listed word is found in letters separated by it', () => {
    fc.assert(
      fc.property(plainSign, (between) => {
        expect(lineOf(`a ${[...'kraken'].join(between)}`, 'kraken')).toBe('kraken');
      }),
    );
  });
});
