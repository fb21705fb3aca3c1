import { combine, splitLines, splitsOf } from '../words/phrases.ts';
import type { FloorLists } from './lists.ts';

/** Verbs that reach a garment over any words in between. */
const REMOVE = [
  combine(
    'put, clear, drag, lay, draw, toss, snatch, get, leave, let, send, throw, click, move, push, fling, work',
    'off, away, out',
  ),
  ...splitLines(`shrink, shrinks, shrinking, shrunk, toss, tosses, dump, dumps, dumping, omit, omits, omitting,
    exclude, excludes, cancel, cancels, do without, does without, don't want to see, don't wanna see,
    do not want to see, rather not see, don't need to see, don't show, no need for, steal away, swipe away, make off,
    make out, take down, let fall, let drop, wipe, wipes, wiping, blow off, blows off, whisk off, whisks off, ditched,
    ditches, binned, lost her, lost his, what's beneath, what is beneath, hidden under, hides under, hiding under,
    shows under, dissolve, dissolves, dissolving, melt, melts, melting, vaporizes, vaporises, zap, zaps, zapping,
    magic away, wish away, peel, peels, peeling, steal, steals, stole, pop open, pops open, pop off, pops off,
    whip off, whips off, whipping off, hoist, hoists, yank, yanks, undoes, part with, be rid of, eradicate, purge,
    blot out, make disappear, make vanish, dispense with, forgo, tear through, remove, removes, removed, removing,
    removal of, take off, takes off, taking off, took off, taken off, take away, takes away, taking away, rip off,
    rips off, ripping off, ripped off, tear off, tears off, tearing off, pull off, pulls off, pulling off, pull down,
    pulls down, pulling down, pull up, pulls up, pull aside, slip off, slips off, slipping off, out of her,
    out of his, out of their, out of those, out of all, peel off, peels off, peeling off, cut off, cut away, burn off,
    burn away, strip, strips, stripping, strip off, strips off, stripping off, stripped of, strip away,
    stripping away, get rid of, rid of, shed, sheds, shedding, discard, discards, discarding, ditch, ditches,
    ditching, doff, doffs, erase, erases, erasing, delete, deletes, deleting, eliminate, subtract, unbutton,
    unbuttons, unbuttoning, unbuttoned, unzip, unzips, unzipping, unzipped, unhook, unhooks, unhooking, unclasp,
    unlace, untie, unties, untying, loosen, loosens, loosening, unfasten, what is under, what's under,
    what is underneath, see under, look under, undo, undoes, undoing, lift up, lifting up, lifts up, raise up,
    hike up, hikes up, hiking up, out of that, out of this, out of the, remove all, edit out, edits out, edit away,
    crop out, photoshop out, photoshop away, photoshop off, paint out, paint over, inpaint, mask out, take out,
    cut out, airbrush out, airbrush away, rub out, scrub, blur away, wipe away, wipe off, get out of, slip out of,
    slips out of, slipping out of, wriggle out of, wriggling out of, wiggle out of, step out of, steps out of,
    stepping out of, climb out of, kick off, kicks off, kicking off, shrug off, shrugs off, shrugging off, throw off,
    throws off, throwing off, toss off, toss aside, tosses aside, fling off, yank off, yank down, yanks down, tug off,
    tug down, tugging down, push down, slide off, slides off, sliding off, slide down, roll down, peel back,
    pull open, pulls open, rip open, rips open, ripping open, tear open, tears open, rip apart, tear apart, shred,
    shreds, shredding, rip, rips, tear, tears, bin, chuck, banish, evaporate, vaporise, vaporize, obliterate, destroy,
    burn, burns, burning, eats away, unwrap, unwraps, unwrapping, unpeel, unstrap, unsnap, untuck, unlacing, unbuckle,
    unbuckles, unfastens, undoing, hide, nix, scrap, axe, x out, dispose of, do away with, stripped from, cut through,
    slice off, snip off, blow away, blows away, blow up, blows up, raise, raises, raising, hitch up, hitches up,
    flip up, flips up, fade out, fade away, make away with, undraw, de layer, depants, pants down`),
];

/** Like `REMOVE`, with few words in between. */
const WITHOUT =
  splitLines(`without, no, sans, minus, not wearing, isn't wearing, doesn't wear, free of, zero, see through,
    seethrough, see thru, transparent, sheer, translucent, invisible, nonexistent, x ray, xray, x ray vision,
    xray vision, less, fewer, barely any, hardly any, disappear, vanish, lose, loses, losing, lost her, lost his,
    forgot her, forgot his, drop, drops, dropping, lift, lifts, lifting, lifted, dissolve, melt away, open her,
    opens her, opening her, devoid of, void of, free from, bare of, lacking, lacks, lacks any, lack of, wears no,
    wearing no, wore no, has no, have no, with no, never wore, without her, isn't in, not wearing any, not dressed in,
    imaginary, absent, vanishing, opacity of, see through version of her, x ray look at, no longer wearing,
    no longer in, had no, needs no, left off, leave off, minus the, skip, forgets, forgot`);

const FILLER =
  splitLines(`a, an, the, any, all, of, every, each, some, both, more, most, piece, her, hers, his, their, its, my,
    your, this, that, these, those, them, it, woman, women, man, men, girl, boy, lady, ladies, guy, person, people,
    model, actress, teacher, wife, girlfriend, female, everyone, everybody, whole, entire, remaining, rest, red, blue,
    black, white, green, pink, yellow, purple, grey, gray, brown, orange, dark, light, long, short, tight, loose,
    little, tiny, old, new, wet, dirty, summer, winter, evening, wedding, silk, satin, lace, leather, denim, cotton,
    linen, wool, floral, striped, very, really, pretty, damn, knee high, thigh high, tall, outer, inner, upper, own, current, visible, and, or,
    for me, for us, for him, on her body, in the photo, in the picture, in this photo, in this picture, in the image,
    please, now, right now, completely, slowly, just, only, also, too, then, gently, quickly, immediately, digitally,
    everybody's, layer of, layers of, kind of, type of, item of, items of, article of, articles of, scrap of,
    shred of, stitch of, bit of, bits of, that lovely, beautiful, gorgeous, nice, fancy, stupid, ugly, lovely, sexy,
    cute, crimson, gold, golden, silver, beige, navy, turquoise, violet, embroidered, wedding, evening, bathing,
    flowing, matching, stunning, clinging, revealing, sort of, fabric of, fabric, material, material of, opacity of,
    front of, back of, top of, bottom of, i, he, she, he's, she's, s, what, whatever, even, more, ll, ones, one,
    single, of the, off of, he is wearing, she is wearing`);

const CLOTHES = [
  ...splitsOf('clothes'),
  ...splitLines(`wetsuit, swim suit, tutu, two piece, one piece, scrubs, textile, textiles, sarong, pareo, cardigan,
    blazer, swim shorts, swim trunks, hospital gown, fishnet dress, mesh dress, bathrobe, leotards, dressing gown,
    capris, jeggings, hot pants, dungarees, clothes, clothing, garment, garb, outfit, attire, apparel, dress, gown,
    robe, sundress, nightgown, nightdress, blouse, bra, bralette, panties, panty, knickers, undies, underwear,
    undergarment, underpants, pants, trousers, slacks, jeans, shorts, skirt, miniskirt, leggings, tights, stockings,
    pantyhose, swimsuit, swimwear, bathing suit, swimming costume, bikini, bodysuit, leotard, catsuit, romper,
    jumpsuit, lingerie, corset, costume, uniform, pyjamas, pajamas, pyjama top, pajama top, tank top, crop top,
    tube top, halter top, bikini top, bikini bottoms, camisole, loincloth, shirt, tshirt, t shirt, tee shirt, suit,
    tuxedo, tux, kimono, yukata, sari, saree, kilt, toga, hanbok, cheongsam, qipao, tunic, negligee, nightie, boxers,
    briefs, thong, bloomers, chinos, joggers, sweatpants, tracksuit, dungarees, overalls, boxer shorts,
    swimming trunks, trunks, polo shirt, polo, tee, vest top, onesie, unitard, playsuit, bodice, petticoat, sundress,
    cocktail dress, ballgown, ball gown, frock, duds, threads, togs, wardrobe, getup, ensemble, garb, kecks, strides,
    clobber, breeches, robes, gowns, fabric of her dress, cloth, stitch of clothing, piece of clothing,
    article of clothing, clothing layer, undershirt, undervest, slip dress, nighty, knickers, under garments,
    outerwear, pullover`),
];

const SAID =
  splitLines(`shrunk, shrinks, shrinking, into, area, areas, region, regions, mask, pixels, part, parts, zone,
    section, as, hangs, hang, hanging, left, you, you can, we can, i can, one can, right, is, are, was, were, be,
    being, been, has, have, had, get, gets, got, getting, gotten, to, all, completely, entirely, fully, totally,
    partly, partially, half, halfway, almost, just, now, already, slowly, and, it, them, made, comes, come, coming,
    came, falls, fall, falling, fell, fallen, slips, slip, slipping, slipped, slides, sliding, slid, melts, melted,
    melting, burned, burnt, wide, pulled, pulls, taken, takes, torn, ripped, cut, flung, thrown, tossed, peeled,
    stripped, blown, pushed, rolled, yanked, should, must, needs, need, will, become, becomes, becoming, turned,
    turns, turn, goes, go, went, digitally, looks, look, appears, very, really, nearly, her, his, their, of, on, so,
    it, they, that, that you can, can, fabric, material, colour, color, layer, set, ends up, end up, lies, lie, lying,
    slowly, quietly, suddenly, simply, does, do, did, not, equals, equal, value, level, style, hiked, hitched, lifted,
    ripped, wearing, and let it, and let them, open, the, a, some, in a heap, from, back, magically, please, somehow,
    poof, never, did, off her shoulders`);

const GONE = [
  combine('up', 'to, over, above', 'her, his, their, the', 'neck, chin, chest, shoulders, head, breasts, waist, hips'),
  combine('ride, rides, riding, hike, blow, blows, blowing, fly, flies, flying', 'up'),
  combine(
    'that, which, and',
    'covers, cover, hides, conceals, hide, conceal',
    'nothing, nothing at all, little, very little, almost nothing, barely anything',
  ),
  combine('you, that you, so you, we, that we', ', can, could', 'see everything'),
  combine('at, about, by', 'her, his, their, the', 'ankles, knees'),
  combine('round, around, past', 'her, his, their, the', 'ankles, knees, feet, thighs'),
  // "A dress that goes down to her knees" is only long.
  combine(
    `slips, slip, slipped, slipping, slides, slide, slid, sliding, drops, drop, dropped, dropping, fell, fallen, pulled, pushed, yanked, tugged,
      rolled, shoved`,
    ', down, all the way, all the way down, halfway down',
    'to, past, below, over, off',
    'her, his, their, the',
    'shoulders, elbows, waist, navel, hips, thighs, knees, ankles, feet',
  ),
  combine(
    'to, into',
    `glass, cellophane, plastic wrap, cling film, clear plastic, transparent plastic, clear film, see through fabric,
      sheer fabric, sheer silk`,
  ),
  combine('to, into', 'water, smoke, mist, dust, ash, fog, steam, light, mesh, netting, fishnet, strings, a string'),
  combine(
    'tiny, teeny, skimpy, skimpier, minuscule, microscopic, barely there, itsy bitsy',
    'strip, strips, scrap, triangles, string, shreds, piece of cloth, bit of cloth',
  ),
  combine('as small, as short, as tiny, as skimpy, as tight', 'as possible, as it gets, as can be'),
  ...splitLines(`tiny, teeny, teeny tiny, skimpy, minuscule, microscopic, barely there, smaller and tighter,
    shorter and tighter, way shorter, way too small, way too tight, wide open, hangs open, hang open, hanging open,
    falling open, falls open, fall open, open at the back, open in the back, open at the front, open in front,
    open down the front, clean off, straight off`),
  combine(
    `fall, falls, falling, drop, drops, dropping, slide, slides, sliding, slip, slips, slipping, tumble, tumbles`,
    'to the floor, to the ground, down her body, down her legs',
  ),
  ...splitLines(`begone, be gone, bye, bye bye, outta here, stolen, nicked, confiscated, to the floor in a heap,
    into nothingness, into oblivion, disintegrating, disintegrate, disintegrates, disintegrated, bursting open,
    bursts open, popping open, pops open, pop open, falling apart, falls apart, fall apart, hits the floor,
    hit the floor, hitting the floor, comes undone, coming undone, come undone, off, removed, gone, missing, away,
    invisible, transparent, see through, seethrough, see thru, translucent, sheer, nonexistent, erased, deleted,
    vanished, vanishes, vanishing, vanish, disappear*, dissolved, dissolves, dissolving, dropped, shed, discarded,
    unbuttoned, unzipped, undone, unhooked, unlaced, lowered, lifted, remover, removal, around her ankles,
    around his ankles, around their ankles, need to go, needs to go, has to go, have to go, must go,
    slipped to the floor, falls to the floor, for skin, with skin, into skin, to skin, by skin, as skin, as bare skin,
    for bare skin, with bare skin, to nothing, into nothing, for nothing, with nothing, by nothing,
    for nothing at all, for air, with air, into air, into thin air, to thin air, for body paint, with body paint,
    into body paint, into cling film, none, nothing, nil, nada, zilch, null, nowhere, absent, not included,
    not needed, not required, not wanted, not allowed, unnecessary, optional, isn't there, is not there, wasn't there,
    weren't there, isn't there anymore, not there, not there any more, never existed, did not exist, doesn't exist,
    don't exist, didn't exist, does not exist, existed no more, no more, no longer there, no longer exists, on no one,
    at her feet, around her feet, round her feet, round her ankles, round his ankles, pooled at, poof, go away,
    goes away, went away, evaporate, evaporates, evaporating, to zero, at zero, at 0, at 0 opacity, 0, to 0, zero,
    history, open to the waist, undone to the navel, unbuttoned all the way, torn open, ripped open, ripped to pieces,
    to pieces, to shreds, in shreds, shredded, apart, fade, fades, faded out, fades away, fade out, off her, off him,
    off his body, off her body, off them, over her head, up to her waist, up around her waist, round her waist,
    around her waist, away completely, banished, deleted,
    burnt off, burned off, sticks to her, stick to her skin, clings to her curves, clinging to her curves,
    soaked through, half off, halfway off, coming off, comes off, came off, to the navel`),
];

const NOT_WORN = [
  ...splitLines(`mud, dirt, ketchup, sauce, hair, crumb, thread, sticker, badge, emblem, number, name, writing,
    letters, graphic, belt, strap, tie, ribbon, bow, patch, ruffle, lapel, waistband, fold, thing, stitching,
    embroidery, paint, ink, blood, sand, snow, water drops, noise, artifact, blemish, slogan, stone, rack, shop, pin,
    stain*, spot, button, hole, pocket, collar, cuff, sleeve, hem, seam, zip, zipper, logo, print, text, label, tag,
    wrinkle, crease, pattern, stripe, lint, dust, glare, shadow, reflection, hanger, rack, rail, peg, pin, line,
    store, shop, advert*, ad, sale, dryer, washer, iron, drawer, designer, maker, code, shoe, jacket, rehearsal,
    fitting, mannequin, collection, catalogue, catalog, brand, moth, swap, donation, bag, pile, swatch, colour, color`),
  combine(
    'from the, off the, on the, in the',
    `hanger, rack, rail, line, clothesline, washing line, hook, peg, bed, chair, sofa, shelf, window, shop window,
      display, mannequin, dummy, pile, basket, drawer, closet, wardrobe, cupboard, floor, background, suitcase, table,
      door, dryer`,
  ),
];

/** How clothes come off, and what is no undressing. */
export const UNDRESSING_LISTS = {
  /** Undresses where a garment follows in the same clause: "take off that lovely shirt". */
  remove: REMOVE,
  /** The same with at most two words that no list knows in between: "without a dress", "a see-through blouse". */
  without: WITHOUT,
  /** Like `remove`, with a person and `outOf` after it: "help the bride out of her dress". */
  free: splitLines(`free, frees, freeing, rid, rids, liberate, liberates, liberating, relieve, relieves, divest,
    deprive, rob, get, gets, help, helps, ease, coax, talk, peel, slip, wrestle, take, strip, pull`),
  outOf: splitLines('of, from, out of'),
  /** May stand between the two, across commas as well: "take off all of her clothes". */
  filler: FILLER,
  /** Ends what is removed: "the logo from her shirt", "the hat and make her dress blue". */
  stop: splitLines(`from, off, behind, in, inside, at, by, to, near, next to, above, below, below the, around, across,
    through, under, underneath, beneath, over, with, for, into, onto, on, and make, make, makes, making, add, adds,
    adding, put, puts, give, gives, change, changes, keep, keeps, keeping, replace, wear, wears, wearing, is, are,
    who, which, that blocks, that crosses, that hides her, that hides his, that hides the, that hides their, while, but, except, instead, like, as, turn, turns, so, where, between, against, printed, holding,
    until, dress him, dress her, dress them, during, after, before`),
  /** Ends what is missing: "without changing her dress". */
  stopWithout: splitLines(
    '*ing, stain*, wrinkle*, change, changes, touch, one, people, collar*, text, shoes, hat, tie, belt',
  ),
  /** Looks under a garment that follows: "what does she look like under that dress". */
  look: splitLines(
    `see, sees, show, shows, showing, look, looks, looking, peek, peeks, peep, peeping, imagine, reveal, reveals,
      revealing, what, what's, whats, view, guess, expose, exposing, glimpse, body, skin, naked`,
  ),
  under: splitLines('under, underneath, beneath, below, inside, through'),
  /** Says not to remove: "don’t remove her dress". */
  negation: splitLines("do not, don't, dont, never, without, please don't"),
  /** Says not to undress, where a clause ends after it: "don't undress her", but not "don't undress her slowly". */
  negated: [
    combine(
      "do not, don't, dont, never, without",
      `undress, undressing, undress her, undressing her, undress him, undressing him, undress them, undressing them,
        undress anyone, undressing anyone, undress the woman, undress the man, undress the person, sexualise her,
        sexualising her, sexualize her, sexualizing her, sexualise him, sexualize him`,
    ),
    combine('not, no one, nobody', 'naked, nude, topless, sexy, sexual, undressed'),
  ],
  /** What someone wears is a garment too: "remove everything she is wearing". */
  whatever: splitLines('what, whatever, everything, anything, all, every stitch, all that'),
  wearer: splitLines(
    "she, he, they, that she, that he, the woman, the man, the girl, this woman, this girl, that, she's, he's, she has, he has",
  ),
  wears: splitLines(
    "wears, wore, wear, is wearing, are wearing, wearing, is dressed in, has on, have on, got on, has got on, 's got on, on, 's wearing, 're wearing, has worn",
  ),
  garment: CLOTHES,
  /** The same for "n o d r e s s", because "no" alone is too short to be read from single letters. */
  noGarment: [combine('no', CLOTHES.join(','))],
  /** Garments, where they end a clause or belong to someone: "take her top off", but not "the top of the page". */
  top: splitLines(
    'top, tops, bottoms, vest, sweater, sweatshirt, fleece, jumper, hoodie, uniform, cardigan, slip, jersey, turtleneck',
  ),
  /** Covers a body, where a person follows or owns it: "the towel around him". */
  cover: splitLines(
    'towel, sheet, bedsheet, blanket, duvet, quilt, cover, covers, bathrobe, dressing gown, fabric, cloth, layers, straps',
  ),
  around: [
    combine(
      'around, covering, over, wrapped around, hiding, on, that covers, off',
      'her, him, them, his body, her body, the woman, the man, the girl',
    ),
  ],
  owner: splitLines(
    `her, his, their, hers, woman, women, girl, lady, man, model, actress, woman's, man's, girl's, lady's, person's,
      everyone's, everybody's, their own, my wife's, my girlfriend's`,
  ),
  /** Puts something else in a garment's place: "swap her jeans for a towel". */
  swap: splitLines(`swap, swaps, swapping, swapped, exchange, exchanges, replace, replaces, replacing, replaced,
    change, changes, changing, changed, turn, turns, turning, switch, switches, trade, convert, transform, substitute,
    morph`),
  into: splitLines('into, to, with, for, by'),
  /** Covers less than a garment, in its place. */
  less: splitLines(`glass, water, smoke, mist, air, thin air, mesh, netting, fishnet, see through lace, string,
    strings, see through, seethrough, see thru, transparent, sheer, towel, swimsuit, swimwear, bathing suit,
    swim trunks, swimming trunks, less, much less, something skimpy, something skimpier, something more revealing,
    something revealing, something smaller, something tiny, something sexy, petals, leaves, flowers, body paint,
    paint, bedsheet, sheet, harness, straps, latex, dust, skin, flesh, chains, bubbles, foam, tape, ribbons, nothing,
    none, a strip, tiny strip, thin strip, narrow strip, cellophane, plastic, cling film, scraps, rags, chest hair`),
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
  bathing: splitLines(`diaper, nappy, nappies, beach, pool, poolside, lake, river, seaside, swim*, paddling,
    sprinkler, boxing, boxer, wrestl*, rugby, surf*`),
  /** It isn't innocent for these people, or as a wish. */
  undressed: splitLines(`she, her, hers, woman, women, girl, lady, ladies, female, daughter, mother, mum, mom, wife,
    girlfriend, actress, sister, niece, schoolgirl, make*, turn*, remove*, take, pull*, strip*`),
} as const satisfies FloorLists;
