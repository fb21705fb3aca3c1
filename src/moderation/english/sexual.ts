import { combine, glued, splitLines, splitsOf } from '../words/phrases.ts';
import type { FloorLists } from './lists.ts';

export const STRIP = 'strip, strips, stripping, stripped';

const SEXUAL = [
  ...splitLines('naked, undress, undressed, lingerie, breasts, nudity, erotic').flatMap(splitsOf),
  combine('in', 'underwear, her underwear, his underwear, their underwear, her undies, his undies'),
  ...splitLines('flirty, flirtatious'),
  ...splitLines(`buck naked, stark naked, stripteaser, sexbot, sex tape, sex doll, sextape, xrated, orgasm face, wank,
    wanking, wanker, jerk off, jerking off, boning, shagging, humping, dry humping, boner, erection, erect penis,
    titjob, tittyfuck, cock ring, buttplug, butt plug, strap on dildo, clit, minge, fanny out, knickerless,
    bottomless girl, bra free, knickers off, trousers off her, nude, nudity, nudist*, nudif*, deepnude, naked, naked*,
    topless, topless*, nekkid, undress*, disrob*, unclothe*, unclad, undraped, unrobe, unrobed, striptease*,
    strip tease, stripped naked, stripped bare, strip her, strip him, strip them, strip naked, strip nude,
    strips naked, braless, bra less, clothesless, clotheless, clothing free, clothes free, wearing nothing,
    wears nothing, wear nothing, nothing but her skin, nothing but his skin, wearing only her skin,
    wearing only his skin, birthday suit, not wearing anything, isn't wearing anything, in the buff,
    in the altogether, day she was born, day he was born, day they were born, as nature intended, bare breast*,
    bare chested woman, bare chested girl, bare butt*, bare bottom, bare ass, bare bum, barely clothed,
    barely dressed, scantily clad, scantily dressed, half dressed, boob, tits, titty, titties, breasts, underboob,
    under boob, sideboob, side boob, nip slip, nipslip, areola, thong, cleavage, cameltoe, upskirt, up skirt,
    downblouse, g string, gstring, genital*, crotchless, penis, vagina*, vulva, buttocks, sex, sexy, sexier, sexiest,
    sexily, sexual, sexually, sexualis*, sexualiz*, sexting, seductive*, erotic*, lewd, lewdly, lewdness, nsfw,
    x rated, porn*, hentai, ecchi, ahegao, orgasm*, masturbat*, blowjob, blow job, handjob, hand job, cum, cumming,
    cumshot, bukkake, creampie, gangbang, threesome, fellatio, cunnilingus, dildo, clitoris, testicles, scrotum, anus,
    pubic hair, pubes, semen, fetish*, bdsm, bondage, dominatrix, lingerie, negligee, panties, panty, pantyless,
    pantiless, slutty, slut, whore, molest*, onlyfans, camgirl, nudie, nakey, starkers, nekked, nekid,
    stark bollock naked, bollock naked, in the raw, in the nuddy, in the scud, skyclad, sky clad, unattired,
    ungarmented, denude her, denude him, denude the woman, declothe*, de clothe*, full frontal, full monty,
    skinny dipping, skinny dip, eve's costume, adam's costume, lady parts, private parts, privates visible,
    privates on show, boobies, bosoms, bare arse, erotica, spank*, groping, gropes, fondl*, making love, make love,
    doing it doggy style, orgy, foreplay, intercourse, anal, rape*, raping, incest, fuck*, pussy, cunt, big dick,
    his dick, his cock, huge cock, hard cock, dick pic, tits out, unclothing, sex bomb, sexed, sexpot, aroused,
    arousing, horny, skimpy, skimpier, skimpiest, sensual, sensually, sensuous*, raunchy, smut, smutty, kinky,
    provocative pose, sexual fantasy, provocatively, suggestive pose, suggestively, stripper, strip poker, lap dance,
    pole dancing, pole dancer, spreading legs, spread legs, legs spread, spreads her legs, spread her legs,
    spreading her legs, doggy style, rule 34, rule34, xxx, r18, adult film, adult movie, adult magazine, adult model,
    adult actress, adult site, thicc, twerk*, jockstrap, microkini, mankini`),
  combine(STRIP, 'to', 'the waist, her waist, his waist, her skin, his skin, the skin, the buff, nothing'),
  combine(
    'just, way, day, state, how, like, as',
    'she, he, they',
    'was born, were born, came into the world, came into this world',
  ),
  combine(
    'way, as, how, like',
    'god, nature, the lord, his maker, her maker',
    'made, intended, created',
    'her, him, them',
  ),
  combine(
    'without, not, minus, sans',
    'a, one, a single, any',
    'stitch, thread, scrap, rag, scrap of clothing, thing on',
  ),
  combine(
    "isn't, not, is not, wasn't, aren't, without, never",
    'wearing',
    'a thing, any, a single thing, a stitch, much, a scrap, a thread, any of it',
  ),
  combine(
    'nothing',
    'on at all, covering her, covering him, covering them, covers her, covers him, on her body, on his body, to wear, to cover her, to hide her, to cover him, to hide his',
  ),
  combine(
    'wearing, wears, wear, put on, puts on, dressed in, dress her in, dress him in, clad in, clothed in',
    'nothing, no clothes, no clothing, not a thing, zilch, air, fresh air, thin air',
  ),
  combine(
    'forgot, forgets, forgetting, refuses, neglected, failed',
    'to',
    'get dressed, put anything on, put any clothes on, put clothes on, put on any clothes, put on clothes, dress, wear anything, wear any clothes, wear clothes',
  ),
  combine('got, has got, having', 'nothing', 'on'),
  combine(
    'touch, touches, touching, pleasure, pleasures, pleasuring, play with, plays with, playing with',
    'herself, himself',
  ),
  combine(
    'pull, pulls, pulling, push, pushes, pushing, yank, yanks, tug, tugs, slide, slides, drag, drags',
    'her, his, their, the',
    'pants, trousers, jeans, shorts, skirt, leggings, tights, underwear',
    'to, down to',
    'her, his, their, the',
    'ankles, knees, feet, thighs',
  ),
  combine('hard', 'in, under, inside, through', 'his', 'pants, trousers, jeans, shorts, underwear, boxers, briefs'),
  combine('ride, rides, riding', 'him, her', 'in bed, on the bed, cowgirl, reverse cowgirl, cowgirl style'),
  combine(
    'open, opens, opening',
    'the, that, this',
    'bathrobe, robe, dressing gown',
    ', she has on, he has on, she is wearing, he is wearing, she wears, he wears',
  ),
  combine('kneel, kneels, kneeling, on her knees, on his knees', 'between', 'his, her, their', 'legs, thighs'),
  combine('kneeling, on her knees, on his knees', ', with', ', her, his', 'mouth, tongue', ', wide', 'open, out'),
  combine('naked, bare, uncovered, nude, undressed, exposed', 'from the, below the, above the', 'waist, hips, neck'),
  combine('nothing', ', on', 'below, above, from', 'the waist, the waist up, the waist down, the hips down'),
  ...splitLines(
    glued('nude, sexy', 'woman, women, girl, man, men, boy, lady, model, body, photo, selfie, child, kid, teen'),
  ),
];

/** What undresses or sexualises anyone. */
export const SEXUAL_LISTS = {
  /** Undressed or sexual, said of anyone. */
  sexual: SEXUAL,
  /** Like `sexual`, as a clause of its own or said of a person: "make her strip", but not "a comic strip". */
  pose: splitLines(`${STRIP}, on all fours, nothing on`),
  /** Like `sexual`, where it ends a clause after a person: "make the bride bare". */
  state: splitLines('bare, exposed, uncovered, sultry, steamy, hot, hotter, in nothing, stripped'),
  person: splitLines(`she, he, they, her, him, them, woman, women, man, men, girl, girls, lady, ladies, model, teen,
    child, kid, boy, schoolgirl, guy, dude, chick, babe, bride, groom, nurse, teacher, wife, husband, girlfriend,
    boyfriend, ex, friend, couple, coworker, colleague, boss, actress, actor, singer, celebrity, person, people,
    subject, sister, mother, mom, mum, everyone, everybody, both, neighbour, neighbor, policewoman, waitress,
    secretary, on the left, on the right, in the middle, in the photo, in the picture, in this photo, in this picture`),
  article: splitLines(
    'the, this, that, these, those, my, our, your, all, both, of, young, old, pretty, beautiful, hot',
  ),
} as const satisfies FloorLists;
