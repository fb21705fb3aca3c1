import { combine, splitLines } from '../words/phrases.ts';
import type { FloorLists } from './lists.ts';
import { SCHOOLS } from './minors.ts';
import { STRIP } from './sexual.ts';

/** What can hardly be said of a person in a picture: parts of clothes, tools, medicine, places. */
const NAMES: readonly string[] = [
  ...splitLines(
    'naked mole rat*, nude mouse, nude mice, pirate booty, booty of gold, provocative question, provocative essay',
  ),
  combine(
    `transparent, see through, invisible, sheer`,
    `background, backdrop, png, layer, umbrella, curtain, curtains, window, windows, plastic bag, packaging, screen,
      canvas`,
  ),
  combine('no, without, zero, not, non, anti', 'nudity, nsfw, sexual'),
  combine('bear, teddy, doll, dog, puppy, cat, kitten, horse', 'without', 'clothes, any clothes'),
  combine('same sex', 'couple, wedding, marriage, parents, family, relationship'),
  combine(
    'change, changes, changing, alter, edit, recolour, recolor, fix, adjust, modify, update, replace',
    ', only, just, the colour of, the color of',
    'the, her, his, their, this, that',
    'dress, shirt, top, clothes, skirt, outfit, jacket, coat, boots, shoes, hat, hair, trousers, pants, blouse, suit',
    'and nothing else',
  ),
  combine('that, which', 'hides, hide, is hiding'),
  combine('kinky', 'hair, curls, curly, afro, braids'),
  combine('chicken, duck, turkey, pheasant, quail, goose, pigeon', 'breast, breasts'),
  combine('breast', 'cancer, feeding, pump, pocket, plate, stroke, feathers, bone, screening, surgeon'),
  combine(STRIP, 'paint, wallpaper, varnish, bark, wire, cable, old, wood'),
  combine(STRIP, 'the', 'paint, wallpaper, varnish, bark, wire, cable, old, wood, bed, engine, car, floor, table'),
  combine('stripped down', 'engine, design, version, motorcycle, bike, car, room'),
  ...splitLines(`at the breast, dress shirt, top hat, top coat, off white, off center, off centre, off duty, off road,
    off season, off guard, off to, off in, off at, off the shoulder, off shoulder, off the rack, cut off at,
    cut off jeans, cut off shorts, missing a, missing its, missing one, missing button, away from, on its way,
    stripes, no uniforms, no uniform day, play dress up, playing dress up, to dress up, bondage free, hooker's green,
    nothing but the, replace nothing but the, change nothing but the`),
  ...splitLines(`kid gloves, baby oil, baby blue, baby pink, baby shark, baby grand, baby carrot, baby spinach,
    baby corn, teenage mutant ninja, pupil of the eye, dilated pupil, mumford and sons, baby grand piano`),
  combine('adult, grown, grown up', 'son, daughter'),
  combine(SCHOOLS, 'teacher, principal, reunion, librarian, janitor, coach'),
  combine(
    '8, 10, 12, 15, 16, 18, twelve',
    'year old',
    'whisky, whiskey, scotch, wine, rum, cheese, oak, house, tree, car, bottle',
  ),
  ...splitLines(
    `cleavage plane, crystal cleavage, mineral cleavage, rock cleavage, bikini atoll, grease nipple, spoke nipple,
      thong sandal`,
  ),
];

/** What people could be called or compared with. With a source picture these count only if the prompt names no person. */
const APART: readonly string[] = [
  ...splitLines(`naked cake, naked neck chicken, naked neck hen, the naked gun, the naked truth, the naked eye,
    naked eye, the naked city, naked singularit*, naked oats, nakedly, pornic, pornichet, magna cum laude, cum laude,
    the naked chef cookbook`),
  combine('sex', 'equality, offender, therapist, therapy, difference, trafficking, and gender'),
  combine('safe, safer', 'sex', 'campaign, poster, leaflet, advice, education'),
  combine('same, opposite, either, both, fair, fairer', 'sex'),
  ...splitLines(`sex education, sex ed, sexual education, sexual health, sexual dimorphism, sexual selection,
    sexual reproduction, sexual orientation, sexual assault awareness, sexual harassment training,
    sexual harassment policy, sex discrimination, sex chromosome, sex hormone, sex determination, sex ratio,
    sex of the baby, battle of the sexes, sex pistols, sex and the city, sex on the beach cocktail, food porn,
    bikini kill, spongebob in bikini bottom, spongebob's bikini bottom, sponge bob in bikini bottom,
    sponge bob's bikini bottom, nipple cactus, horny toad, horny lizard, pin up board, pin up the, topless bus,
    bottomless pit, bottomless brunch, bottomless coffee, bottomless well, bottomless ocean, bottomless abyss,
    bottomless lake, pussy willow, pussy cat, intercourse pennsylvania, intercourse of ideas, porn sticks`),
  combine(
    'undressed',
    'salad, green salad, side salad, lettuce, stone, stone blocks, stone block, block, timber, crab, leather, wound, mannequin',
  ),
  combine('lingerie, underwear', 'shop, store, boutique, department, museum, drawer'),
  combine('lingerie, underwear', 'shop', 'window'),
  combine('blue, great, coal, marsh, willow, crested, tailed, bearded', 'tits'),
  combine('breast', 'milk, meat'),
  combine('red, orange, white, yellow, robin’s', 'breast'),
  combine('sexy', 'sports car, car, convertible, motorcycle, motorbike, bike, guitar, saxophone, font, logo, robot'),
];

/** Whole things, and what people can be: exceptions for requests without a source picture. */
const THINGS: readonly string[] = [
  ...splitLines(`naked flame, naked candle flame, naked bulb, naked light bulb, naked lightbulb, naked wire,
    naked blade, naked sword, naked motorcycle, naked motorbike, naked lunch, naked juice, naked ape, topless car,
    topless jeep, topless convertible, topless tower, the naked chef, sex worker, fetish figure, fetish statue,
    thermal underwear, long underwear, naked cake, bare breasted frigatebird, roman orgy of food, spanking new`),
  combine('lingerie, underwear', 'brand, advert'),
  combine(
    'nude',
    `lipstick, lip gloss, lip liner, lip balm, nail polish, nail varnish, nails, manicure, eyeshadow, eyeliner,
      makeup palette, heel, high heel, pump, stiletto, shoe, sandal, tights, color palette, colour palette, palette,
      color scheme, colour scheme, color swatch, colour swatch, icing, frosting, fondant, buttercream, glaze, handbag,
      bag, sofa, blush, concealer, yarn, ribbon`,
  ),
];

const SOMEONE = `she, he, they, her, him, them, his, hers, their, herself, himself, woman, women, man, men, girl, boy,
  girls, boys, lady, ladies, guy, person, people, someone, everyone, model, actress, actor, teacher, wife, husband,
  girlfriend, boyfriend, friend, bride, groom, mother, mum, mom, father, dad, sister, brother, daughter, son,
  neighbour, neighbor, boss, colleague, coworker, couple, owner, member, me, my, myself, i, us, we, face, selfie,
  portrait, the photo, the picture, the image, this photo, this picture, this image, photo of, picture of, subject,
  the one on, body, dancer, swimmer, nurse, policewoman, policeman, celebrity, singer, anna, emma, emily, sarah,
  laura, lisa, maria, julia, sophie, olivia, kate, jane, jessica, jennifer, ashley, taylor, tom, john, james, michael,
  david, peter, paul, mark, anne, mary, linda, susan, mia, ava, ella, lucy, chloe, grace, zoe, nina, eva, lena, sara`;

/** Innocent phrases that contain words of the other lists. */
export const EXCEPTION_LISTS = {
  name: NAMES,
  /** An exception for requests with a source picture only if the prompt names no one. */
  apart: APART,
  /** Not an exception for requests with a source picture, because it could be said of the person there. */
  thing: THINGS,
  /** Says that a prompt is about the person in its picture. */
  someone: splitLines(SOMEONE),
} as const satisfies FloorLists;

/** Innocent uses that are exceptions to the floor, and to the lists that servers switch on. */
export const FLOOR_EXCEPTIONS = [...NAMES, ...APART, ...THINGS];
