import { splitLines } from './word-list.ts';

/** The words that the floor knows. `floor.ts` says how they go together. */

/** Combines each first part with each next one. */
const each = (...parts: readonly string[]): string[] =>
  parts.map(splitLines).reduce((starts, ends) => starts.flatMap((start) => ends.map((end) => `${start} ${end}`)));

const NUMBERS = `one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen, fourteen, fifteen,
  sixteen, seventeen`;
const AGES = `1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, ${NUMBERS}`;
const TEENS = AGES.split(',')
  .filter((age) => /1\d|[6-9]|teen|six|seven|eight|nine|ten|eleven|twelve/.test(age))
  .join(',');
const GRADES = `first, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth, eleventh, twelfth, 1st, 2nd, 3rd,
  4th, 5th, 6th, 7th, 8th, 9th, 10th, 11th, 12th`;
const SCHOOLS = 'high school, middle school, elementary school, primary school, secondary school, grade school';
const STRIP = 'strip, strips, stripping, stripped';

const glued = (phrase: string): string => phrase.replaceAll(' ', '');

const MINOR = [
  ...splitLines(`child, children, childlike, three girls, two girls, three boys, two boys, kid, kiddie, kiddo, toddler, infant, newborn, baby, babies, loli, shota,
    preteen, pre teen, tween, teen, teenage, teenaged, teenager, adolescent, minors, minor girl, minor boy,
    nude minor, naked minor, underage, underaged, under age, under 18, under eighteen, under 16, under sixteen, juvenile,
    youngster, prepubescent, pre pubescent, pubescent`),
  ...splitLines(`schoolgirl, schoolboy, schoolkid, schoolchild, schoolchildren, schoolmate, schooler, school girl,
    school boy, school student, school pupil, school uniform, school age, school aged, highschool*, middleschool*,
    junior high, elementary student, elementary pupil, kindergart*, preschool*, playschool, nursery school, daycare, pupil,
    cub scout, boy scout, girl scout, brownie scout, girl guide, daughter, son, stepdaughter, stepson, niece, nephew,
    granddaughter, grandson, grandchild, grandchildren, godchild, godchildren, orphan, choirboy, altar boy, nymphet, lass,
    lassie, prepuber*, pre puber*, puberty, of a minor, minor in, minor with, minor who, sexy minor, topless minor, sixth form, sixth former, fifth former, gcse, schoolies,
    boarding school, prep school, junior school, infant school, comprehensive school, grammar school, teeny, kiddy,
    kiddies, little one, littles, 1st grader, freshman in high school, k 12, foster child`),
  ...splitLines(SCHOOLS),
  ...each(GRADES, 'grade, grader'),
  ...each('year, grade', AGES, 'student, pupil, girl, boy'),
  ...each('little, young, small, wee, underage, tiny', 'girl, boy, sister, brother, lad'),
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
    molest*, onlyfans, camgirl, nudie, nakey, starkers, nekked, nekid, stark bollock naked, bollock naked, in the raw, in the nuddy,
    in the scud, skyclad, sky clad, unattired, ungarmented, denude her, denude him, denude the woman, declothe*, de clothe*,
    full frontal, full monty, skinny dipping, skinny dip, eve's costume, adam's costume, lady parts, private parts, privates visible,
    privates on show, boobies, bosoms, bare arse, erotica, spank*, groping, gropes, fondl*, making love, make love,
    doing it doggy style, orgy, foreplay, intercourse, anal, rape*, raping, incest, fuck*, pussy, cunt, big dick, his dick, his cock,
    huge cock, hard cock, dick pic, tits out, unclothing, sex bomb, sexed, sexpot, aroused, arousing, horny, skimpy, skimpier,
    skimpiest, sensual, sensually, sensuous*, raunchy, smut, smutty, kinky, provocative pose, sexual fantasy,
    provocatively, suggestive pose, suggestively, stripper, strip poker, lap dance, pole dancing, pole dancer, spreading legs,
    spread legs, legs spread, spreads her legs, spread her legs, spreading her legs, doggy style, rule 34, rule34, xxx, r18,
    adult film, adult movie, adult magazine, adult model, adult actress, adult site, thicc, twerk*, jockstrap, microkini, mankini`),
  ...each(STRIP, 'to', 'the waist, her waist, his waist, her skin, his skin, the skin, the buff, nothing'),
  ...each(
    'just, way, day, state, how, like, as',
    'she, he, they',
    'was born, were born, came into the world, came into this world',
  ),
  ...each(
    'way, as, how, like',
    'god, nature, the lord, his maker, her maker',
    'made, intended, created',
    'her, him, them',
  ),
  ...each(
    'without, not, minus, sans',
    'a, one, a single, any',
    'stitch, thread, scrap, rag, scrap of clothing, thing on',
  ),
  ...each(
    "isn't, not, is not, wasn't, aren't, without, never",
    'wearing',
    'a thing, any, a single thing, a stitch, much, a scrap, a thread, any of it',
  ),
  ...each(
    'nothing',
    'on at all, covering her, covering him, covering them, covers her, covers him, on her body, on his body, to wear, to cover her, to hide her, to cover him, to hide his',
  ),
  ...each(
    'wearing, wears, wear, put on, puts on, dressed in, dress her in, dress him in, clad in, clothed in',
    'nothing, no clothes, no clothing, not a thing, zilch, air, fresh air, thin air',
  ),
  ...each(
    'forgot, forgets, forgetting, refuses, neglected, failed',
    'to',
    'get dressed, put anything on, put any clothes on, put clothes on, put on any clothes, put on clothes, dress, wear anything, wear any clothes, wear clothes',
  ),
  ...each('got, has got, having', 'nothing', 'on'),
  ...each('naked, bare, uncovered, nude, undressed, exposed', 'from the, below the, above the', 'waist, hips, neck'),
  ...each('nothing', 'below, above, from', 'the waist, the waist up, the waist down'),
  ...each('nude, sexy', 'woman, women, girl, man, men, boy, lady, model, body, photo, selfie, child, kid, teen').map(
    glued,
  ),
];

const WEAR =
  'wearing, wears, wear, in, with, dressed in, clad in, clothed in, covered in, covered by, covered with, draped in, wrapped in';
const ONLY = 'only, just, nothing but, nothing except, nothing more than, nothing other than, solely, merely';
const ADORNMENTS = `heels, high heels, boots, socks, shoes, stockings, sandals, slippers, earrings, necklace, necklaces, jewellery, jewelry, pearls, hat,
  tie, bow tie, apron, ribbon, ribbons, gloves, scarf, smile, grin, shadows, moonlight, sunlight, bubbles, foam, soap, whipped cream, cream,
  chocolate, honey, petals, leaves, paint, body paint, tattoos, perfume, confidence, glitter, oil, sunglasses, cape, belt, chains, feathers, fur, hair`;
const UNDERTHINGS = 'undies, underwear, boxers, fishnets, briefs, pants, panties, shorts, shirt, bra, towel, thong';
const REVEALING = [
  ...splitLines(`bikini, *bikini, microkini, monokini, bra, bralette, underwear, undies, undergarment, knickers, nipple, busty,
    breast, bottomless, voluptuous, pin up, pinup, boudoir, strip dance, strip club, strip show, playboy bunny, playboy cover, playboy centerfold,
    playboy centrefold, adult content, pantless, pantsless, trouserless, skirtless, barechest*,
    bare chest*, bare skin, bare body, bare torso, wet t shirt, wet tshirt, wet blouse, going commando, au naturel, clothing optional, wardrobe malfunction,
    camel toe, plunging neckline, gagged, adult version, open blouse, open robe, open bathrobe, sultry look, sultry pose, sultry gaze, showing skin, shows skin, exposing skin, exposed skin, showing her skin, only body paint, body paint only, covered only by, covered only with, nothing underneath her, nothing underneath his, opens her legs, open her legs,
    expose her body, expose her chest, exposing her body, exposing her chest, expose herself, exposes herself,
    exposing herself, flashing the camera, flashes the camera, bares all, bare all, baring all, bares it all, hot babe,
    hotter body, make her hotter, make him hotter, make them hotter, more revealing, less modest, bigger bust, larger bust, enlarge her chest, enlarge her bust, look under her, see under her,
    whats under her, what is under her, underneath her clothes, under her clothes, under his clothes, under their clothes,
    beneath her clothes, through her clothes, through his clothes, through their clothes, through her dress,
    through her shirt, up her dress, under her skirt, up her skirt, down her shirt, down her top, down her blouse,
    only a towel, just a towel, tied to the bed, handcuffed to the bed, tied up and, tie her up, kit off, her kit off, gear off, clobber off,
    togs off, duds off, glad rags off, everything off, take it all off, takes it all off, taking it all off, take everything off,
    takes everything off, let it all hang out, hang it all out, get them out, gets them out, hooters, knockers, jugs, norks, bazookas, jubblies, melons out, her melons,
    her rack, ta tas, tatas, bosom, arse, bum out, bum up, bare bum, todger, willy out, his junk, her bits, his bits, lady bits, wobbly bits,
    private bits, privates, nether regions, family jewels, crotch, groin, bulge, speedo, in boxers, in his boxers, in briefs, in his briefs, in tight briefs, tight boxers, boxer briefs, underpants, y fronts,
    tighty whities, skivvies, unmentionables, pasties, nipple tassels, garter belt, garters, suspender belt, stockings and suspenders,
    stockings and heels, fishnet, fishnets, babydoll, baby doll dress, nightie, bustier, bodystocking, hot pants, booty shorts, latex, pvc, leather harness,
    two piece swimsuit, swimsuit edition, tankini, trikini, strings only, skin tight, skintight, low cut, lower cut, lower neckline, deeper neckline,
    lower her neckline, shorter and tighter, micro skirt, microskirt, micro dress, clinging to her, clings to her, clinging to his body, sticks to her skin, sticking to her skin, wet through, fig leaf, dental floss, cling film, whipped cream, body oil, oiled up,
    oiled body, page three girl, page 3 girl, playmate, playboy, centerfold, centrefold, victoria's secret, men's magazine, glamour model, glamour shoot, lads mag,
    escort, call girl, hooker, prostitute, harlot, courtesan, gigolo, milf, dilf, bimbo, hottie, sex kitten, thirst trap, bombshell, smoking hot, hot body,
    sexualized, burlesque, peep show, sex worker, webcam model, only fans, spicy version, spicy photo, spicy pic, spicier, spice it up, steamy photo, steamy scene, steamy pose, saucy pose, saucy photo,
    naughty pose, naughty photo, naughty outfit, naughty nurse, racy, risque, indecent, obscene, lecherous, immodest, explicit version, explicit photo, explicit pose, explicit content, uncensor*, unblur her,
    remove the censor, without censorship, no censorship, not safe for work, mature content, adults only, adult only, come hither, bedroom eyes, arching her back, arched back, arch her back,
    legs apart, legs wide apart, legs wide open, legs open, bent over bum, face down, straddling, grinding, moaning, climaxing, licking her lips, biting her lip, collar and leash, on a leash, bdsm slave, sex slave, love slave,
    mooning, flashes us, flash us, flashing us, flash me, she flashes, he flashes, and flashes, skin everywhere, only skin, all skin, nothing but skin, just skin, lots of skin, lot of skin, bare all over, flesh on show, flesh on display, more flesh, bare flesh, show flesh, showing flesh,
    nudist, naturist, naturism, wear less, wears less, wearing less, wearing much less, wearing very little, very little on, hardly anything on, barely anything on, next to nothing, almost nothing on, less on, less covered, fewer layers, less fabric, less material, less cloth,
    curvier, her curves, bigger curves, her assets, show the goods, her figure through, pokies, nipples, panty line, emphasise her bust, emphasize her bust, accentuate her bust,
    bust size*, out of uniform, hand over her crotch, hands on her breasts, unwrap her, unwrap him, unwraps her, sexual favors, sexual favours, opposite sex on the bed, adult entertainment, lady godiva, bare body, bare bodied, bare skinned,
    unbutton everything, buttons one by one, unbuttoned to, undone to, ripped wide open, clothes apart, nothing beneath, like eve before, all fours on the bed, nothing on underneath, nothing on under, nothing under it, nothing under that, nothing underneath, nothing below, without anything on, without anything underneath, without anything under, out of nothing`),
  ...each(ONLY, 'wearing, clad in, dressed in, clothed in, covered by, covered in'),
  ...each('clad, clothed, dressed, covered, draped, robed', 'only, just, solely, merely', 'in, by, with'),
  ...each(
    'in',
    'nothing but, nothing except, nothing more than, nought but, naught but, nothing other than, naught except',
  ),
  ...each('apron, coat, jacket, robe, shirt, trenchcoat', 'and nothing, with nothing, over bare'),
  ...each('skin, body paint, flowers, leaves, flesh', 'instead of', 'a, the, her, his, any, clothes'),
  ...each('under, beneath, underneath', 'her clothes, his clothes, their clothes'),
  ...each('can see, could see, you see, see, seeing, visible', 'through', 'her, his, their, the'),
  ...each('to, into, by', 'bare skin, naked skin, naked flesh'),
  ...each('where the, where her, where his', 'clothes, dress, shirt, clothing', 'was, were, used to be'),
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

/** Verbs that reach a garment over any words in between. */
const REMOVE =
  splitLines(`remove, removes, removed, removing, removal of, take off, takes off, taking off, took off, taken off, take away,
  takes away, taking away, rip off, rips off, ripping off, ripped off, tear off, tears off, tearing off, pull off,
  pulls off, pulling off, pull down, pulls down, pulling down, pull up, pulls up, pull aside, slip off, slips off,
  slipping off, out of her, out of his, out of their, out of those, out of all, peel off, peels off, peeling off,
  cut off, cut away, burn off, burn away, strip, strips, stripping, strip off, strips off, stripping off,
  stripped of, strip away, stripping away, get rid of, rid of, rid her of, shed, sheds, shedding, discard,
  discards, discarding, ditch, ditches, ditching, doff, doffs, erase, erases, erasing, delete, deletes, deleting,
  eliminate, subtract, unbutton, unbuttons, unbuttoning, unbuttoned, unzip, unzips, unzipping, unzipped, unhook,
  unhooks, unhooking, unclasp, unlace, untie, unties, untying, loosen, loosens, loosening, unfasten, what is under,
  what's under, what is underneath, see under, look under, undo, undoes, undoing, lift up, lifting up, lifts up,
  raise up, hike up, hikes up, hiking up, out of that, out of this, out of the, rid him of, rid of, free her of,
  free him of, relieve her of, divest, remove all, edit out, edits out, edit away, crop out, photoshop out,
  photoshop away, photoshop off, paint out, paint over, inpaint, mask out, take out, cut out, airbrush out,
  airbrush away, rub out, scrub, blur away, wipe away, wipe off, get her out of, get him out of, get out of,
  slip out of, slips out of, slipping out of, wriggle out of, wriggling out of, wiggle out of, step out of,
  steps out of, stepping out of, climb out of, kick off, kicks off, kicking off, shrug off, shrugs off,
  shrugging off, throw off, throws off, throwing off, toss off, toss aside, tosses aside, fling off, yank off,
  yank down, yanks down, tug off, tug down, tugging down, push down, slide off, slides off, sliding off,
  slide down, roll down, peel back, pull open, pulls open, rip open, rips open, ripping open, tear open,
  tears open, rip apart, tear apart, shred, shreds, shredding, rip, rips, tear, tears, bin, chuck, banish,
  evaporate, vaporise, vaporize, obliterate, destroy, burn, burns, burning, eats away, unwrap, unwraps, unwrapping,
  unpeel, unstrap, unsnap, untuck, unlacing, unbuckle, unbuckles, unfastens, undoing, hide, nix, scrap, axe, x out,
  dispose of, do away with, stripped from, cut through, slice off, snip off, blow away, blows away, blow up,
  blows up, raise, raises, raising, hitch up, hitches up, flip up, flips up, fade out, fade away, make away with,
  undraw, de layer, depants, pants down`);

/** Like `REMOVE`, with few words in between. */
const WITHOUT =
  splitLines(`without, no, sans, minus, not wearing, isn't wearing, doesn't wear, free of, zero, see through, seethrough,
  see thru, transparent, sheer, translucent, invisible, nonexistent, x ray, xray, x ray vision, xray vision, less,
  fewer, barely any, hardly any, disappear, vanish, lose, loses, losing, lost her, lost his, forgot her,
  forgot his, drop, drops, dropping, lift, lifts, lifting, lifted, dissolve, melt away, open her, opens her,
  opening her, devoid of, void of, free from, bare of, lacking, lacks, lacks any, lack of, wears no, wearing no,
  wore no, has no, have no, with no, never wore, without her, isn't in, not wearing any, not dressed in, imaginary,
  absent, vanishing, opacity of, see through version of her, x ray look at, no longer wearing, no longer in,
  had no, needs no, left off, leave off, minus the, skip, forgets, forgot`);

const FILLER =
  splitLines(`a, an, the, any, all, of, every, each, some, both, more, most, piece, her, hers, his, their, its,
  my, your, this, that, these, those, them, it, woman, women, man, men, girl, boy, lady, ladies, guy, person, people, model,
  actress, teacher, wife, girlfriend, female, everyone, everybody, whole, entire, remaining, rest, red, blue, black, white,
  green, pink, yellow, purple, grey, gray, brown, orange, dark, light, long, short, tight, loose, little, tiny, old, new,
  wet, dirty, summer, winter, evening, wedding, silk, satin, lace, leather, denim, cotton, linen, wool, floral, striped,
  very, really, pretty, damn, outer, inner, upper, own, current, visible, and, or, for me, for us, for him, off her, on her, on him, on her body,
  in the photo, in the picture, in this photo, in this picture, in the image, please, now, right now, completely, slowly, just, only, also, too, then, gently, quickly, immediately, digitally, everybody's, layer of, layers of, kind of, type of, item of, items of,
  article of, articles of, scrap of, shred of, stitch of, bit of, bits of, that lovely, beautiful, gorgeous, nice, fancy, stupid, ugly, lovely, sexy, cute, crimson, gold, golden, silver, beige, navy, turquoise, violet, embroidered, wedding, evening, bathing, flowing, matching, stunning, clinging, revealing,
  sort of, fabric of, fabric, material, material of, opacity of, front of, back of, top of, bottom of, i, he, she, he's, she's, s, what, whatever, even, more, ll, ones, one, single, of the, off of, he is wearing, she is wearing`);

const CLOTHES =
  splitLines(`clothes, clothing, garment, garb, outfit, attire, apparel, dress, gown, robe, sundress, nightgown,
  nightdress, blouse, bra, bralette, panties, panty, knickers, undies, underwear, undergarment, underpants, pants, trousers,
  slacks, jeans, shorts, skirt, miniskirt, leggings, tights, stockings, pantyhose, swimsuit, swimwear, bathing suit,
  swimming costume, bikini, bodysuit, leotard, catsuit, romper, jumpsuit, lingerie, corset, costume, uniform, pyjamas,
  pajamas, pyjama top, pajama top, tank top, crop top, tube top, halter top, bikini top, bikini bottoms, camisole,
  loincloth, shirt, tshirt, t shirt, tee shirt, suit, tuxedo, tux, kimono, yukata, sari, saree, kilt, toga, hanbok, cheongsam, qipao, tunic,
  negligee, nightie, boxers, briefs, thong, bloomers, chinos, joggers, sweatpants, tracksuit, dungarees,
  overalls, boxer shorts, swimming trunks, trunks, polo shirt, polo, tee, vest top, onesie, unitard, playsuit, bodice, petticoat,
  sundress, cocktail dress, ballgown, ball gown, frock, duds, threads, togs, wardrobe, getup, ensemble, garb, kecks, strides, clobber, breeches, robes, gowns, fabric of her dress,
  cloth, stitch of clothing, piece of clothing, article of clothing, clothing layer, undershirt, undervest, slip dress, nighty, knickers, under garments, outerwear, pullover`);

const GARMENT = CLOTHES;

const SAID = splitLines(`is, are, was, were, be, being, been, has, have, had, get, gets, got, getting, gotten, to, all,
  completely, entirely, fully, totally, partly, partially, half, halfway, almost, just, now, already, slowly, and, it,
  them, made, comes, come, coming, came, falls, fall, falling, fell, fallen, slips, slip, slipping, slipped, slides,
  sliding, slid, melts, melted, melting, burned, burnt, wide, pulled, pulls, taken, takes, torn, ripped, cut, flung, thrown, tossed, peeled, stripped, blown, pushed,
  rolled, yanked, should, must, needs, need, will, become, becomes, becoming, turned, turns, turn, goes, go, went,
  digitally, looks, look, appears, very, really, nearly, her, his, their, of, on, so, it, they, that, that you can, can, fabric, material, colour, color, layer, set, ends up, end up, lies, lie, lying, slowly, quietly, suddenly, simply,
  does, do, did, not, equals, equal, value, level, style, hiked, hitched, lifted, ripped, wearing, and let it, and let them, open, the, a, some, in a heap, from, back, magically, please, somehow, poof, never, did, off her shoulders`);

const GONE = splitLines(`off, removed, gone, missing, away, invisible, transparent, see through, seethrough, see thru,
  translucent, sheer, nonexistent, erased, deleted, vanished, vanishes, vanishing, vanish, disappear*, dissolved, dissolves,
  dissolving, dropped, shed, discarded, unbuttoned, unzipped, undone, unhooked, unlaced, lowered, lifted, remover, removal, around her ankles, around his ankles, around their ankles, need to go, needs to go, has to go, have to go,
  must go, slipped to the floor, falls to the floor, for skin, with skin, into skin, to skin, by skin, as skin, as bare skin, for bare skin, with bare skin, to nothing, into nothing, for nothing, with nothing, by nothing, for nothing at all,
  for air, with air, into air, into thin air, to thin air, for body paint, with body paint, into body paint, into cling film, none, nothing, nil, nada, zilch, null, nowhere, absent, not included, not needed, not required, not wanted, not allowed,
  unnecessary, optional, isn't there, is not there, wasn't there, weren't there, isn't there anymore, not there, not there any more, never existed, did not exist, doesn't exist, don't exist, didn't exist, does not exist, existed no more, no more, no longer there, no longer exists,
  on no one, at her feet, around her feet, round her feet, round her ankles, round his ankles, pooled at, poof, go away, goes away, went away, evaporate, evaporates, evaporating, to zero, at zero, at 0, at 0 opacity, 0, to 0, zero, history, open to the waist, undone to the navel, unbuttoned all the way, torn open, ripped open,
  ripped to pieces, to pieces, to shreds, in shreds, shredded, apart, fade, fades, faded out, fades away, fade out, off her, off him, off his body, off her body, off them, over her head, up to her waist, up around her waist, round her waist, around her waist, down to her knees, around her knees, round her knees, away completely, banished, deleted, burnt off, burned off, sticks to her, stick to her skin, clings to her curves, clinging to her curves, soaked through,
  half off, halfway off, coming off, comes off, came off, to the navel`);

const NOT_WORN = [
  ...splitLines(`mud, dirt, ketchup, sauce, hair, crumb, thread, sticker, badge, emblem, number, name, writing, letters, graphic, belt, strap, tie, ribbon, bow,
    patch, ruffle, lapel, waistband, fold, thing, stitching, embroidery, paint, ink, blood, sand, snow, water drops, noise, artifact, blemish, slogan, image, picture, stone, rack, shop, model, pin, stain*, spot, button, hole, pocket, collar, cuff, sleeve, hem, seam, zip, zipper, logo, print, text, label,
    tag, wrinkle, crease, pattern, stripe, lint, dust, glare, shadow, reflection, hanger, rack, rail, peg, pin, line, store,
    shop, advert*, ad, sale, dryer, washer, iron, drawer, designer, maker, code, shoe, jacket, rehearsal, fitting, mannequin,
    collection, catalogue, catalog, brand, moth, swap, donation, bag, pile, swatch, colour, color`),
  ...each(
    'from the, off the, on the, in the',
    `hanger, rack, rail, line, clothesline, washing line, hook, peg, bed, chair, sofa, shelf, window, shop window, display,
      mannequin, dummy, pile, basket, drawer, closet, wardrobe, cupboard, floor, background, suitcase, table, door, dryer`,
  ),
];

/** What can hardly be said of a person in a picture: parts of clothes, tools, medicine, places. */
const NAMES: readonly string[] = [
  ...each('no, without, zero, not, non, anti', 'nudity, nsfw, sexual'),
  ...each('bear, teddy, doll, dog, puppy, cat, kitten, horse', 'without', 'clothes, any clothes'),
  ...each('same sex', 'couple, wedding, marriage, parents, family, relationship'),
  ...each('kinky', 'hair, curls, curly, afro, braids'),
  ...each('chicken, duck, turkey, pheasant, quail, goose, pigeon', 'breast, breasts'),
  ...each('breast', 'cancer, feeding, pump, pocket, plate, stroke, feathers, bone, screening, surgeon'),
  ...each(STRIP, 'paint, wallpaper, varnish, bark, wire, cable, old, wood'),
  ...each(STRIP, 'the', 'paint, wallpaper, varnish, bark, wire, cable, old, wood, bed, engine, car, floor, table'),
  ...each('stripped down', 'engine, design, version, motorcycle, bike, car, room'),
  ...splitLines(`at the breast, dress shirt, top hat, top coat, off white, off center, off centre, off duty, off road,
    off season, off guard, off to, off in, off at, off the shoulder, off shoulder, off the rack, cut off at, cut off jeans,
    cut off shorts, missing a, missing its, missing one, missing button, away from, on its way, stripes, no uniforms, no uniform day,
    play dress up, playing dress up, to dress up, bondage free, hooker's green, nothing but the, replace nothing but the, change nothing but the`),
  ...splitLines(`kid gloves, baby oil, baby blue, baby pink, baby shark, baby grand, baby carrot, baby spinach, baby corn, teenage mutant ninja,
    pupil of the eye, dilated pupil, mumford and sons, baby grand piano`),
  ...each('adult, grown, grown up', 'son, daughter'),
  ...each(SCHOOLS, 'teacher, principal, reunion, librarian, janitor, coach'),
  ...each(
    '8, 10, 12, 15, 16, 18, twelve',
    'year old',
    'whisky, whiskey, scotch, wine, rum, cheese, oak, house, tree, car, bottle',
  ),
  ...splitLines(
    `cleavage plane, crystal cleavage, mineral cleavage, rock cleavage, bikini atoll, grease nipple, spoke nipple, thong sandal`,
  ),
];

/** What people could be called or compared with. With a source picture these count only if the prompt names no person. */
const APART: readonly string[] = [
  ...splitLines(`naked mole rat*, naked cake, naked neck chicken, naked neck hen, the naked gun, the naked truth,
    the naked eye, naked eye, the naked city, naked singularit*, naked oats, nakedly, nude mouse, nude mice, pornic, pornichet,
    magna cum laude, cum laude, the naked chef cookbook`),
  ...each('sex', 'equality, offender, therapist, therapy, difference, trafficking, and gender'),
  ...each('safe, safer', 'sex', 'campaign, poster, leaflet, advice, education'),
  ...each('same, opposite, either, both, fair, fairer', 'sex'),
  ...splitLines(`sex education, sex ed, sexual education, sexual health, sexual dimorphism, sexual selection,
    sexual reproduction, sexual orientation, sexual assault awareness, sexual harassment training, sexual harassment policy,
    sex discrimination, sex chromosome, sex hormone, sex determination, sex ratio, sex of the baby, battle of the sexes,
    sex pistols, sex and the city, sex on the beach cocktail, food porn, bikini kill, spongebob in bikini bottom,
    spongebob's bikini bottom, nipple cactus, horny toad, horny lizard, pin up board, pin up the, topless bus,
    bottomless pit, bottomless brunch, bottomless coffee, bottomless well, bottomless ocean, bottomless abyss,
    bottomless lake, pussy willow, pussy cat, intercourse pennsylvania, intercourse of ideas, porn sticks`),
  ...each(
    'undressed',
    'salad, green salad, side salad, lettuce, stone, stone blocks, stone block, block, timber, crab, leather, wound, mannequin',
  ),
  ...each('lingerie, underwear', 'shop, store, boutique, department, museum, drawer'),
  ...each('lingerie, underwear', 'shop', 'window'),
  ...each('blue, great, coal, marsh, willow, crested, tailed, bearded', 'tits'),
  ...each('breast', 'milk, meat'),
  ...each('red, orange, white, yellow, robin’s', 'breast'),
  ...each('sexy', 'sports car, car, convertible, motorcycle, motorbike, bike, guitar, saxophone, font, logo, robot'),
];

/** Whole things, and what people can be: exceptions for requests without a source picture. */
const THINGS: readonly string[] = [
  ...splitLines(`naked flame, naked candle flame, naked bulb, naked light bulb, naked lightbulb, naked wire, naked blade, naked sword,
    naked motorcycle, naked motorbike, naked lunch, naked juice, naked ape, topless car, topless jeep, topless convertible, topless tower, the naked chef,
    sex worker, fetish figure, fetish statue, thermal underwear, long underwear, naked cake, bare breasted frigatebird, roman orgy of food, spanking new`),
  ...each('lingerie, underwear', 'brand, advert'),
  ...each(
    'nude',
    `lipstick, lip gloss, lip liner, lip balm, nail polish, nail varnish, nails, manicure, eyeshadow, eyeliner, makeup palette, heel, high heel, pump, stiletto, shoe, sandal, tights, color palette, colour palette, palette, color scheme, colour scheme,
      color swatch, colour swatch, icing, frosting, fondant, buttercream, glaze, handbag, bag, sofa, blush, concealer, yarn, ribbon`,
  ),
];

const SOMEONE = `she, he, they, her, him, them, his, hers, their, herself, himself, woman, women, man, men, girl, boy, girls, boys, lady, ladies, guy, person, people,
  someone, everyone, model, actress, actor, teacher, wife, husband, girlfriend, boyfriend, friend, bride, groom, mother, mum, mom, father,
  dad, sister, brother, daughter, son, neighbour, neighbor, boss, colleague, coworker, couple, owner, member, me, my, myself, i, us, we, face, selfie, portrait,
  the photo, the picture, the image, this photo, this picture, this image, photo of, picture of, subject, the one on, body, dancer, swimmer, nurse, policewoman,
  policeman, celebrity, singer, anna, emma, emily, sarah, laura, lisa, maria, julia, sophie, olivia, kate, jane, jessica, jennifer, ashley, taylor, tom, john,
  james, michael, david, peter, paul, mark, anne, mary, linda, susan, mia, ava, ella, lucy, chloe, grace, zoe, nina, eva, lena, sara`;

/** Innocent uses that are exceptions to the floor, and to the lists that servers switch on. */
export const FLOOR_EXCEPTIONS = [...NAMES, ...APART, ...THINGS];

export const FLOOR_LISTS = {
  always: splitLines(
    'lolicon, shotacon, toddlercon, jailbait, jail bait, barely legal, nudechild, nudekid, nudeteen, sexychild, sexyteen',
  ),
  /** Words for minors, stages of school among them. */
  minor: MINOR,
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
  /** Undresses where a garment follows in the same clause: "take off that lovely shirt". */
  remove: REMOVE,
  /** The same with at most two words that no list knows in between: "without a dress", "a see-through blouse". */
  without: WITHOUT,
  /** May stand between the two, across commas as well: "take off all of her clothes". */
  filler: FILLER,
  /** Ends what is removed: "the logo from her shirt", "the hat and make her dress blue". */
  stop: splitLines(`from, behind, in, inside, at, by, to, near, next to, above, below, below the, around, across, through, under, underneath, beneath, over,
    with, for, into, onto, on, and make, make, makes, making, add, adds, adding, put, puts, give, gives, change, changes, keep, keeps, keeping, replace, wear, wears,
    wearing, is, are, who, which, while, but, except, instead, like, as, turn, turns, so, where, between, against, printed, holding, until, dress him, dress her, dress them, during, after, before`),
  /** Ends what is missing: "without changing her dress". */
  stopWithout: splitLines(
    '*ing, stain*, wrinkle*, change, changes, touch, one, people, collar*, text, shoes, hat, tie, belt',
  ),
  /** Looks under a garment that follows: "what does she look like under that dress". */
  look: splitLines(
    `see, sees, show, shows, showing, look, looks, looking, peek, peeks, peep, peeping, imagine, reveal, reveals, revealing, what, what's, whats, view, guess, expose, exposing, glimpse, body, skin, naked`,
  ),
  under: splitLines('under, underneath, beneath, below, inside, through'),
  /** Says not to remove: "don’t remove her dress". */
  negation: splitLines("do not, don't, dont, never, without, please don't"),
  /** What someone wears is a garment too: "remove everything she is wearing". */
  whatever: splitLines('what, whatever, everything, anything, all, every stitch, all that'),
  wearer: splitLines(
    "she, he, they, that she, that he, the woman, the man, the girl, this woman, this girl, that, she's, he's, she has, he has",
  ),
  wears: splitLines(
    "wears, wore, wear, is wearing, are wearing, wearing, is dressed in, has on, have on, got on, has got on, 's got on, on, 's wearing, 're wearing, has worn",
  ),
  /** Wearing nothing else: "in only her boots", "boots and nothing else". */
  wear: splitLines(WEAR),
  only: splitLines(ONLY),
  nothingBut: splitLines('nothing but, nothing except, naught but'),
  adorned: splitLines(`${ADORNMENTS}, ${UNDERTHINGS}`),
  nothingElse: splitLines('only, and nothing else, nothing else, and nothing more, but nothing else, over bare skin'),
  /** Says someone's age: "she is fourteen". */
  isAged: splitLines("she is, he is, she's, he's, who is, who's, is only, is just, she was, he was, only, just"),
  agedAs: splitLines(TEENS),
  /** Shows a body: "bare her chest", "her chest, uncovered". */
  bare: splitLines(
    `bare, bares, baring, bared, expose, exposes, exposing, exposed, uncover, uncovers, uncovering, uncovered, flash, flashes, flashing, flaunt, flaunts, flaunting, unveil, unveils, unveiling, display her, displays her, show off her, show off his, show us her, show me her, show her, show his, showing her, showing his, reveal her, reveal his, revealing her, revealing his, enlarge, enlarging, grope, squeeze, fondle, touch her, touching her, touching his, stroke her, grab her, holding her, cover her, covering her, hide her, hands on her, naked, nude, undressed`,
  ),
  body: splitLines(
    `body, bodies, chest, breast, boob, boobs, bosom, bust, backside, behind, rear, rear end, bottom, bum, butt, buttocks, ass, torso, flesh, nipple, crotch, groin, private parts, privates, genitals, midsection, thighs, cleavage, curves, assets, goods`,
  ),
  /** May follow a body that is innocent: "show her body language". */
  bared: splitLines(
    `bare, bared, exposed, uncovered, naked, nude, out, on display, on show, on full display, fully visible, unclothed, revealed, showing, visible`,
  ),
  innocentBody: splitLines(
    'full body, whole body, entire body, body language, body armour, body armor, upper body, body type, body pose, body shape, body shot, body paint suit, chest of drawers, body of water, chest muscles, chest tattoo, chest hair, chest plate, from behind, full body shot, behind them, behind her, behind him, behind the, behind a, goods train, heart',
  ),
  wet: splitLines(
    'wet, soaked, soaking, soaking wet, drenched, drench, dripping, dripping wet, sopping, sopping wet, sodden, rain soaked, see through wet, wet see through',
  ),
  wetGarment: splitLines(
    'shirt, t shirt, tshirt, blouse, dress, top, tank top, white dress, white shirt, white blouse, clothes, sundress, gown, swimsuit',
  ),
  /** Covers a body, where a person follows or owns it: "the towel around him". */
  cover: splitLines(
    'towel, sheet, bedsheet, blanket, duvet, quilt, cover, covers, bathrobe, dressing gown, fabric, cloth, layers, straps',
  ),
  around: each(
    'around, covering, over, wrapped around, hiding, on, that covers, off',
    'her, him, them, his body, her body, the woman, the man, the girl',
  ),
  garment: GARMENT,
  /** The same for "n o d r e s s", because "no" alone is too short to be read from single letters. */
  noGarment: CLOTHES.map((garment) => `no ${garment}`),
  /** Garments, where they end a clause or belong to someone: "take her top off", but not "the top of the page". */
  top: splitLines('top, tops, bottoms, vest, sweater, jumper, hoodie, uniform'),
  owner: splitLines(
    `her, his, their, hers, woman, women, girl, lady, man, model, actress, woman's, man's, girl's, lady's, person's, everyone's, everybody's, their own, my wife's, my girlfriend's`,
  ),
  /** Says that a prompt is about the person in its picture. */
  someone: splitLines(SOMEONE),
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
  /** An exception for requests with a source picture only if the prompt names no one. */
  apart: APART,
  /** Not an exception for requests with a source picture, because it could be said of the person there. */
  thing: THINGS,
} as const satisfies Readonly<Record<string, readonly string[]>>;
