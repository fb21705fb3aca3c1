import { splitLines } from './word-list.ts';

/** The words that the floor knows. `floor.ts` says how they go together. */

/** Combines each first part with each next one. */
const each = (...parts: readonly string[]): string[] =>
  parts.map(splitLines).reduce((starts, ends) => starts.flatMap((start) => ends.map((end) => `${start} ${end}`)));

const NUMBERS = `one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen, fourteen, fifteen,
  sixteen, seventeen`;
const AGES = `1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, ${NUMBERS}`;
const GRADES = `first, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth, eleventh, twelfth, 1st, 2nd, 3rd,
  4th, 5th, 6th, 7th, 8th, 9th, 10th, 11th, 12th`;
const SCHOOLS = 'high school, middle school, elementary school, primary school, secondary school, grade school';
const STRIP = 'strip, strips, stripping, stripped';

const glued = (phrase: string): string => phrase.replaceAll(' ', '');

const MINOR = [
  ...splitLines(`child, children, childlike, kid, kiddie, kiddo, toddler, infant, newborn, baby, babies, loli, shota,
    preteen, pre teen, tween, teen, teenage, teenaged, teenager, adolescent, minors, minor girl, minor boy,
    nude minor, naked minor, underage, underaged, under age, under 18, under eighteen, under 16, under sixteen, juvenile,
    youngster, prepubescent, pre pubescent, pubescent`),
  ...splitLines(`schoolgirl, schoolboy, schoolkid, schoolchild, schoolchildren, schoolmate, schooler, school girl,
    school boy, school student, school pupil, school uniform, school age, school aged, highschool*, middleschool*,
    junior high, elementary student, elementary pupil, kindergart*, preschool*, playschool, nursery school, daycare, pupil,
    cub scout, boy scout, girl scout, brownie scout, girl guide, daughter, son, stepdaughter, stepson, niece, nephew`),
  ...splitLines(SCHOOLS),
  ...each(GRADES, 'grade, grader'),
  ...each('year, grade', AGES, 'student, pupil, girl, boy'),
  ...each('little, young, small, underage', 'girl, boy, sister, brother, lad'),
  ...each('girl, boy', '10, 11, 12, 13, 14, 15, 16, 17'),
  ...each('younger, kid, baby', 'sister, brother'),
  ...each(AGES, 'year old, years old, year olds, years of age, yr old, yrs old, yo, y o, yr, yrs'),
  ...each('girl of, boy of, age, aged, age of, turning, barely', AGES),
  ...splitLines(AGES).flatMap((age) => [`${age}yo`, `${age}yr`, `${age}yrs`]),
];

const SEXUAL = [
  ...splitLines(`nude, nudity, nudist*, nudif*, deepnude, naked, naked*, topless, topless*, nekkid,
    undress*, disrob*, unclothe*, unclad, undraped, unrobe, unrobed, striptease*, strip tease, stripped naked,
    stripped bare, strip her, strip him, strip them, strip naked, strip nude, strips naked, braless, bra less, clothesless,
    clotheless, clothing free, clothes free, wearing nothing, wears nothing, wear nothing, nothing but her skin,
    nothing but his skin, wearing only her skin, wearing only his skin, birthday suit, not wearing anything, isn't wearing anything, in the buff, in the altogether,
    day she was born, day he was born, day they were born, as nature intended, bare breast*, bare chested woman,
    bare chested girl, bare butt*, bare bottom, bare ass, bare bum, barely clothed, barely dressed, scantily clad,
    scantily dressed, half dressed, boob, tits, titty, titties, breasts, underboob, under boob, sideboob, side boob,
    nip slip, nipslip, areola, thong, cleavage, cameltoe, upskirt, up skirt, downblouse, g string, gstring, genital*, crotchless,
    penis, vagina*, vulva, buttocks, sex, sexy, sexier, sexiest, sexily, sexual, sexually, sexualis*, sexualiz*, sexting,
    seductive*, erotic*, lewd, lewdly, lewdness, nsfw, x rated, porn*, hentai, ecchi, ahegao, orgasm*, masturbat*, blowjob, blow job,
    handjob, hand job, cum, cumming, cumshot, bukkake, creampie, gangbang, threesome, fellatio, cunnilingus, dildo, clitoris, testicles, scrotum, anus, pubic hair, pubes, semen, fetish*, bdsm, bondage, dominatrix, lingerie, negligee, panties, panty, pantyless, pantiless, slutty, slut, whore,
    molest*, onlyfans, camgirl`),
  ...each('nude, sexy', 'woman, women, girl, man, men, boy, lady, model, body, photo, selfie, child, kid, teen').map(
    glued,
  ),
];

const REVEALING = [
  ...splitLines(`bikini, *bikini, microkini, monokini, bra, bralette, underwear, undies, undergarment, knickers, nipple, busty,
    breast, twerk*, bottomless, horny, aroused, voluptuous, skimpy, skimpier, skimpiest, sensual, sensually, raunchy, smutty,
    kinky, provocative pose, provocatively, suggestive pose, suggestively, pin up, pinup, boudoir, pole dancing,
    pole dancer, stripper, strip dance, strip club, strip poker, strip show, playboy bunny, playboy cover, playboy centerfold,
    playboy centrefold, rule 34, adult film star, adult content, pantless, pantsless, trouserless, skirtless, barechest*,
    bare chest*, bare skin, bare body, bare torso, wet t shirt, wet tshirt, wet blouse, going commando, au naturel, clothing optional, lap dance, wardrobe malfunction,
    crotch, camel toe, plunging neckline, thicc, doggy style, moaning, gagged, xxx, r18, rule34, adult version, open blouse, open robe, open bathrobe, sultry look, sultry pose, sultry gaze, showing skin, shows skin, exposing skin, exposed skin, showing her skin, only body paint, body paint only, covered only by, covered only with, nothing underneath her, nothing underneath his, spreading legs, spread legs, legs spread, spreads her legs, spread her legs, spreading her legs, opens her legs, open her legs,
    expose her body, expose her chest, exposing her body, exposing her chest, expose herself, exposes herself,
    exposing herself, flashing the camera, flashes the camera, bares all, bare all, baring all, bares it all, hot babe,
    hotter body, make her hotter, make him hotter, make them hotter, more revealing, less modest, bigger bust, larger bust, enlarge her chest, enlarge her bust, look under her, see under her,
    whats under her, what is under her, underneath her clothes, under her clothes, under his clothes, under their clothes,
    beneath her clothes, through her clothes, through his clothes, through their clothes, through her dress,
    through her shirt, up her dress, under her skirt, up her skirt, down her shirt, down her top, down her blouse,
    only a towel, just a towel, tied to the bed, handcuffed to the bed`),
  ...each('show, shows, showing, reveal, revealing', 'more skin'),
  ...each('big, bigger, huge, larger, bubble, show her, show his, exposed', 'butt, ass, booty, bum'),
  ...each('her, his, their', 'chest, bust, butt, ass, booty', 'bigger, larger, exposed, bare, out'),
  ...each('towel', 'falling off, falls off, slipping off, slips off, dropping'),
  ...each('only wearing, just wearing, dressed only in, clad only in', 'a, an, her, his, socks, heels, boots'),
  ...each(
    'drop, drops, dropping, lose, remove, removes, take off, takes off',
    'her, his, their, the',
    'towel, bathrobe',
  ),
  ...each('her, his, their', 'towel', 'drops, dropped, falls, falling, slips, off, gone, removed'),
  ...each(STRIP, 'off, down, for me, for him, for the camera, to her, to his, to their'),
  ...each(STRIP, 'the, this, that', 'woman, man, girl, boy, lady, guy, person, people, model, actress'),
  ...each(
    'wearing, wears, wear, clad in, dressed in',
    'only, just, nothing but',
    'a, an, her, his, socks, heels, boots',
  ),
];

const REMOVE = splitLines(`remove, removes, removed, removing, removal of, take off, takes off, taking off, took off,
  taken off, take away, takes away, taking away, rip off, rips off, ripping off, ripped off, tear off, tears off,
  tearing off, pull off, pulls off, pulling off, pull down, pulls down, pulling down, pull up, pulls up, pull aside,
  slip off, slips off, slipping off, out of her, out of his, out of their, out of those, out of all, peel off, peels off,
  peeling off, cut off, cut away, burn off, burn away, melt away, dissolve, strip, strips, stripping, strip off, strips off,
  stripping off, stripped of, strip away, stripping away, get rid of, rid of, rid her of, lose, loses, losing, lost her, lost his, forgot her, forgot his, drop, drops,
  dropping, shed, sheds, shedding, discard, discards, discarding, ditch, ditches, ditching, doff, doffs, erase, erases,
  erasing, delete, deletes, deleting, eliminate, subtract, unbutton, unbuttons, unbuttoning, unbuttoned, unzip, unzips,
  unzipping, unzipped, unhook, unhooks, unhooking, unclasp, unlace, untie, unties, untying, loosen, loosens, loosening, unfasten, open her, opens her, opening her, what is under, what's under, what is underneath, see under, look under, undo, undoes, undoing, lift, lifts, lifting, lifted, lift up, lifting up, lifts up, raise up, hike up, hikes up, hiking up, without, no, sans, minus, not wearing,
  isn't wearing, doesn't wear, free of, zero, see through, seethrough, see thru, transparent, sheer, translucent, invisible,
  nonexistent, x ray, xray, x ray vision, xray vision, less, fewer, barely any, hardly any, disappear, vanish`);

const FILLER =
  splitLines(`a, an, the, any, all, of, every, each, some, both, more, most, piece, her, hers, his, their, its,
  my, your, this, that, these, those, them, it, woman, women, man, men, girl, boy, lady, ladies, guy, person, people, model,
  actress, teacher, wife, girlfriend, female, everyone, everybody, whole, entire, remaining, rest, red, blue, black, white,
  green, pink, yellow, purple, grey, gray, brown, orange, dark, light, long, short, tight, loose, little, tiny, old, new,
  wet, dirty, summer, winter, evening, wedding, silk, satin, lace, leather, denim, cotton, linen, wool, floral, striped,
  very, really, pretty, damn, outer, inner, upper, own, current, visible, and, or`);

const CLOTHES =
  splitLines(`clothes, clothing, garment, garb, outfit, attire, apparel, dress, gown, robe, sundress, nightgown,
  nightdress, blouse, bra, bralette, panties, panty, knickers, undies, underwear, undergarment, underpants, pants, trousers,
  slacks, jeans, shorts, skirt, miniskirt, leggings, tights, stockings, pantyhose, swimsuit, swimwear, bathing suit,
  swimming costume, bikini, bodysuit, leotard, catsuit, romper, jumpsuit, lingerie, corset, costume, uniform, pyjamas,
  pajamas, pyjama top, pajama top, tank top, crop top, tube top, halter top, bikini top, bikini bottoms, camisole,
  loincloth, shirt, tshirt, t shirt, tee shirt`);

const GARMENT = [
  ...CLOTHES,
  ...each(
    'what, whatever, everything, anything, all',
    'she, he, they, that she, that he, the woman, the man, the girl, this woman, this girl, that',
    "wears, wore, wear, is wearing, are wearing, is dressed in, has on, have on, 's wearing, 're wearing",
  ),
];

const SAID = splitLines(`is, are, was, were, be, being, been, has, have, had, get, gets, got, getting, gotten, to, all,
  completely, entirely, fully, totally, partly, partially, half, halfway, almost, just, now, already, slowly, and, it,
  them, made, comes, come, coming, came, falls, fall, falling, fell, fallen, slips, slip, slipping, slipped, slides,
  sliding, slid, melts, melted, melting, burned, burnt, wide, pulled, pulls, taken, takes, torn, ripped, cut, flung, thrown, tossed, peeled, stripped, blown, pushed,
  rolled, yanked, should, must, needs, need, will, become, becomes, becoming, turned, turns, turn, goes, go, went,
  digitally, looks, look, appears, very, really, nearly, her, his, their, of, on`);

const GONE = splitLines(`off, removed, gone, missing, away, invisible, transparent, see through, seethrough, see thru,
  translucent, sheer, nonexistent, erased, deleted, vanished, vanishes, vanishing, vanish, disappear*, dissolved, dissolves,
  dissolving, dropped, shed, discarded, unbuttoned, unzipped, undone, unhooked, unlaced, lowered, lifted, remover, removal, around her ankles, around his ankles, around their ankles, need to go, needs to go, has to go, have to go,
  must go, for skin, with skin, into skin, to skin, by skin`);

const NOT_WORN = [
  ...splitLines(`stain*, spot, button, hole, pocket, collar, cuff, sleeve, hem, seam, zip, zipper, logo, print, text, label,
    tag, wrinkle, crease, pattern, stripe, lint, dust, glare, shadow, reflection, hanger, rack, rail, peg, pin, line, store,
    shop, advert*, ad, sale, dryer, washer, iron, drawer, designer, maker, code, shoe, jacket, rehearsal, fitting, mannequin,
    collection, catalogue, catalog, brand, moth, swap, donation, bag, pile, swatch, colour, color`),
  ...each(
    'from the, off the, on the, in the',
    `hanger, rack, rail, line, clothesline, washing line, hook, peg, bed, chair, sofa, shelf, window, shop window, display,
      mannequin, dummy, pile, basket, drawer, closet, wardrobe, cupboard, floor, background, suitcase, table, door, dryer`,
  ),
];

/** Fixed names and phrases. */
const NAMES: readonly string[] = [
  ...splitLines(`naked mole rat*, naked cake, naked neck chicken, naked neck hen, the naked gun, the naked truth,
    the naked eye, the naked chef, the naked city, naked singularit*, naked oats, nakedly, nude mouse, nude mice, pornic, pornichet, magna cum laude, cum laude, stripes, no uniforms, no uniform day, play dress up, playing dress up, to dress up`),
  ...each('no, without, zero, not, non, anti', 'nudity, nsfw, sexual'),
  ...each('sex', 'equality, offender, therapist, therapy, difference, trafficking, worker, and gender'),
  ...each('safe, safer', 'sex', 'campaign, poster, leaflet, advice, education'),
  ...each('bear, teddy, doll, dog, puppy, cat, kitten, horse', 'without', 'clothes, any clothes'),
  ...each('kinky', 'hair, curls, curly, afro, braids'),
  ...each('same, opposite, either, both, fair, fairer', 'sex'),
  ...splitLines(`sex education, sex ed, sexual education, sexual health, sexual dimorphism, sexual selection,
    sexual reproduction, sexual orientation, sexual assault awareness, sexual harassment training, sexual harassment policy,
    sex discrimination, sex chromosome, sex hormone, sex determination, sex ratio, sex of the baby, battle of the sexes,
    sex pistols, sex and the city, sex on the beach cocktail, food porn, fetish figure, fetish statue, bikini atoll,
    bikini kill, spongebob in bikini bottom, spongebob's bikini bottom, thong sandal, thermal underwear, long underwear,
    grease nipple, spoke nipple, nipple cactus, horny toad, horny lizard, pin up board, pin up the, topless bus,
    bottomless pit, bottomless brunch, bottomless coffee, bottomless well, bottomless ocean, bottomless abyss,
    bottomless lake, crystal cleavage, mineral cleavage, rock cleavage, cleavage plane`),
  ...each('lingerie, underwear', 'shop, store, boutique, department, brand, museum, advert, drawer'),
  ...each('blue, great, coal, marsh, willow, crested, tailed, bearded', 'tits'),
  ...each('chicken, duck, turkey, pheasant, quail, goose, pigeon', 'breast, breasts'),
  ...each('breast', 'cancer, feeding, milk, pump, pocket, plate, stroke, feathers, bone, screening, surgeon, meat'),
  ...each('red, orange, white, yellow, robin’s', 'breast'),
  ...each(STRIP, 'paint, wallpaper, varnish, bark, wire, cable, old, wood'),
  ...each(STRIP, 'the', 'paint, wallpaper, varnish, bark, wire, cable, old, wood, bed, engine, car, floor, table'),
  ...splitLines(`at the breast, dress shirt, top hat, top coat, off white, off center, off centre, off duty, off road,
    off season, off guard, off to, off in, off at, off the shoulder, off shoulder, off the rack, cut off at, cut off jeans,
    cut off shorts, missing a, missing its, missing one, missing button, away from, on its way`),
  ...splitLines(`kid gloves, inner child, billy the kid, kid cudi, kid rock, karate kid, baby oil, baby blue, baby pink,
    baby shark, baby yoda, baby groot, baby grand, baby carrot, baby spinach, baby corn, teenage mutant ninja,
    pupil of the eye, dilated pupil, sons of anarchy, son of man, mumford and sons`),
  ...each('adult, grown, grown up', 'son, daughter'),
  ...each(SCHOOLS, 'teacher, principal, reunion, librarian, janitor, coach'),
];

/** Whole things. */
const THINGS: readonly string[] = [
  ...splitLines(`naked flame, naked candle flame, naked bulb, naked light bulb, naked lightbulb, naked wire, naked blade, naked sword,
    naked motorcycle, naked motorbike, naked lunch, naked juice, naked ape, topless car, topless jeep`),
  ...each(
    'nude',
    `lipstick, lip gloss, lip liner, lip balm, nail polish, nail varnish, nails, manicure, eyeshadow, makeup palette, heel, high heel, pump, stiletto, shoe, sandal, tights, color palette, colour palette, palette, color scheme, colour scheme,
      color swatch, colour swatch`,
  ),
];

/** Innocent uses that are exceptions to the floor, and to the lists that servers switch on. */
export const FLOOR_EXCEPTIONS = [...NAMES, ...THINGS];

export const FLOOR_LISTS = {
  always: splitLines(
    'lolicon, shotacon, toddlercon, jailbait, jail bait, barely legal, nudechild, nudekid, nudeteen, sexychild, sexyteen',
  ),
  /** Words for minors, stages of school among them. */
  minor: MINOR,
  /** "Mother of two children" isn't about the children, unless the prompt also says "all of them". */
  parent: each('mother, mum, mom, father, dad, parent', 'of'),
  counted: splitLines(`${NUMBERS}, 2, 3, 4, 5, 6, a, several, many, small, young`),
  together: splitLines('all, both, they, them, their, everyone, everybody, each, together, with, family, and'),
  /** Undressed or sexual, said of anyone. */
  sexual: SEXUAL,
  /** Counts only for requests with a source picture; otherwise these are ordinary words. */
  revealing: REVEALING,
  /** Like `revealing`, where it ends a clause. */
  ending: splitLines(
    'with nothing on, has nothing on, have nothing on, nothing underneath, completely bare, totally bare, make her hot, make him hot, make them hot',
  ),
  /** Like `sexual`, as a clause of its own or said of a person: "make her strip", but not "a comic strip". */
  pose: splitLines(`${STRIP}, on all fours`),
  person:
    splitLines(`she, he, they, her, him, them, woman, man, girl, lady, model, she is, he is, woman is, girl is, man is,
    they are, teen, child, kid, boy, schoolgirl`),
  /** Undresses where a garment follows: "take off her shirt", "without a dress", "a see-through blouse". */
  remove: REMOVE,
  /** May stand between the two: "take off all of her clothes". */
  filler: FILLER,
  garment: GARMENT,
  /** The same for "n o d r e s s", because "no" alone is too short to be read from single letters. */
  noGarment: CLOTHES.map((garment) => `no ${garment}`),
  /** Garments, where they end a clause or belong to someone: "take her top off", but not "the top of the page". */
  top: splitLines('top, tops, bottoms'),
  owner: splitLines('her, his, their, woman, women, girl, lady, man, model, actress'),
  /** Undresses after a garment: "clothes off", "dress: removed", "make the shirt invisible". */
  gone: GONE,
  /** Like `gone`, where it ends a clause: "shirt open", "her skirt, up". */
  moved: splitLines('up, down, aside, open'),
  /** May stand between the two: "her dress has been taken off". */
  said: SAID,
  /** Follows a garment that no one wears, or that isn't what is removed: "the dress from the hanger", "the shirt stain". */
  notWorn: NOT_WORN,
  /** A bare chest, which is innocent in some sports and, without a source picture, at the water. */
  chest: splitLines('shirts off, shirtless, no shirt, no shirts, without shirts, without a shirt, bare chested'),
  sport: splitLines('weigh in, weigh ins, sumo, bodybuilding, no service'),
  bathing:
    splitLines(`diaper, nappy, nappies, beach, pool, poolside, lake, river, seaside, swim*, paddling, sprinkler, boxing,
    boxer, wrestl*, rugby, surf*`),
  /** It isn't innocent for these people, or as a wish. */
  undressed: splitLines(`she, her, hers, woman, women, girl, lady, ladies, female, daughter, mother, mum, mom, wife,
    girlfriend, actress, sister, niece, schoolgirl, make*, turn*, remove*, take, pull*, strip*`),
  name: NAMES,
  /** Not an exception for requests with a source picture, because it could be said of the person there. */
  thing: THINGS,
} as const satisfies Readonly<Record<string, readonly string[]>>;
