import { combine, splitLines } from '../words/word-list.ts';
import type { FloorLists } from './lists.ts';
import { STRIP } from './sexual.ts';

const WEAR =
  'wearing, wears, wear, in, with, dressed in, clad in, clothed in, covered in, covered by, covered with, draped in, wrapped in';

const ONLY = 'only, just, nothing but, nothing except, nothing more than, nothing other than, solely, merely';

const ADORNMENTS = `watch, bracelet, bracelets, crown, tiara, choker, garland, lace, sheets, bedsheets, blanket,
  sneakers, trainers, heels, high heels, boots, socks, shoes, stockings, sandals, slippers, earrings, necklace,
  necklaces, jewellery, jewelry, pearls, hat, tie, bow tie, apron, ribbon, ribbons, gloves, scarf, smile, grin,
  shadows, moonlight, sunlight, bubbles, foam, soap, whipped cream, cream, chocolate, honey, petals, leaves, paint,
  body paint, tattoos, perfume, confidence, glitter, oil, sunglasses, cape, belt, chains, feathers, fur, hair`;

const UNDERTHINGS = 'undies, underwear, boxers, fishnets, briefs, pants, panties, shorts, shirt, bra, towel, thong';

const REVEALING = [
  ...combine(`why, whyever, so why`, `not`, `naked, nude, topless, sexy, sexual, undressed`),
  ...combine(
    `barely, hardly, scarcely, only just`,
    `covers, covering, cover`,
    `anything, her, his, a thing, much, what it should`,
  ),
  ...combine(
    `shrink, shrinks, shrinking, shrunk`,
    `her, his, their, the`,
    `clothes, dress, skirt, bikini, top, shirt, blouse, outfit, swimsuit, shorts, underwear`,
  ),
  ...combine(`straps, strap`, `slide, slides, slip, slips, fall, falls, sliding, slipping, falling`, `off, down`),
  ...combine(`lower, lowers, drop, drops, plunge, deepen`, `the, her, that`, `neckline, cleavage`),
  ...splitLines(`no towel, without a towel, minus the towel, riding him naked, to the imagination, can see everything,
    see everything she, see it all through, everything showing, everything on show, for adults only, adult themed,
    mature version, after dark version, 18 plus version, steamy version, saucy version, racy version, provocative,
    alluring pose, alluring look, inviting pose, flirty pose, tempting pose, seduce, seduces, seducing, seductress,
    temptress, go commando, goes commando, pantsed, depantsed, freeballing, tush, booty, bazongas, her ta tas, rack on
    display, clothes were made of glass, clothing were made of glass, remove the fabric, delete the fabric, erase the
    fabric, lose the fabric, clothes made of cellophane, dress of cellophane, dress made of cling film, made of clear
    plastic with nothing, half dressed, half undressed, half undone, in a state of undress, state of undress, came as
    god made, suspenders and stockings, stockings and suspenders, stripper heels, garter, chemise only, peekaboo, peek
    a boo, show us everything, show everything she has, show what she's got, show what he's got, show us what she's
    got, show me everything, dress pulled up, skirt pulled up, hiked up around, neckline to her, neckline to the
    navel, off her bra, out of her bra, spilling out of her, bursting out of her, popping out of her, falling out of
    her top, buns of steel visible, six pack no shirt, stripped for, erogenous, bikini, *bikini, microkini, monokini,
    bra, bralette, underwear, undies, undergarment, knickers, nipple, busty, breast, bottomless, voluptuous, pin up,
    pinup, boudoir, strip dance, strip club, strip show, playboy bunny, playboy cover, playboy centerfold, playboy
    centrefold, adult content, pantless, pantsless, trouserless, skirtless, barechest*, bare chest*, bare skin, bare
    body, bare torso, wet t shirt, wet tshirt, wet blouse, going commando, au naturel, clothing optional, wardrobe
    malfunction, camel toe, plunging neckline, gagged, adult version, open blouse, open robe, open bathrobe, sultry
    look, sultry pose, sultry gaze, showing skin, shows skin, exposing skin, exposed skin, showing her skin, only body
    paint, body paint only, covered only by, covered only with, nothing underneath her, nothing underneath his, opens
    her legs, open her legs, expose her body, expose her chest, exposing her body, exposing her chest, expose herself,
    exposes herself, exposing herself, flashing the camera, flashes the camera, bares all, bare all, baring all, bares
    it all, hot babe, hotter body, make her hotter, make him hotter, make them hotter, more revealing, less modest,
    bigger bust, larger bust, enlarge her chest, enlarge her bust, look under her, see under her, whats under her,
    what is under her, underneath her clothes, under her clothes, under his clothes, under their clothes, beneath her
    clothes, through her clothes, through his clothes, through their clothes, through her dress, through her shirt, up
    her dress, under her skirt, up her skirt, down her shirt, down her top, down her blouse, only a towel, just a
    towel, tied to the bed, handcuffed to the bed, tied up and, tie her up, kit off, her kit off, gear off, clobber
    off, togs off, duds off, glad rags off, everything off, take it all off, takes it all off, taking it all off, take
    everything off, takes everything off, let it all hang out, hang it all out, get them out, gets them out, hooters,
    knockers, jugs, norks, bazookas, jubblies, melons out, her melons, her rack, ta tas, tatas, bosom, arse, bum out,
    bum up, bare bum, todger, willy out, his junk, her bits, his bits, lady bits, wobbly bits, private bits, privates,
    nether regions, family jewels, crotch, groin, bulge, speedo, in boxers, in his boxers, in briefs, in his briefs,
    in tight briefs, tight boxers, boxer briefs, underpants, y fronts, tighty whities, skivvies, unmentionables,
    pasties, nipple tassels, garter belt, garters, suspender belt, stockings and suspenders, stockings and heels,
    fishnet, fishnets, babydoll, baby doll dress, nightie, bustier, bodystocking, hot pants, booty shorts, latex, pvc,
    leather harness, two piece swimsuit, swimsuit edition, tankini, trikini, strings only, skin tight, skintight, low
    cut, lower cut, lower neckline, deeper neckline, lower her neckline, shorter and tighter, micro skirt, microskirt,
    micro dress, clinging to her, clings to her, clinging to his body, sticks to her skin, sticking to her skin, wet
    through, fig leaf, dental floss, cling film, whipped cream, body oil, oiled up, oiled body, page three girl, page
    3 girl, playmate, playboy, centerfold, centrefold, victoria's secret, men's magazine, glamour model, glamour
    shoot, lads mag, escort, call girl, hooker, prostitute, harlot, courtesan, gigolo, milf, dilf, bimbo, hottie, sex
    kitten, thirst trap, bombshell, smoking hot, hot body, sexualized, burlesque, peep show, sex worker, webcam model,
    only fans, spicy version, spicy photo, spicy pic, spicier, spice it up, steamy photo, steamy scene, steamy pose,
    saucy pose, saucy photo, naughty pose, naughty photo, naughty outfit, naughty nurse, racy, risque, indecent,
    obscene, lecherous, immodest, explicit version, explicit photo, explicit pose, explicit content, uncensor*, unblur
    her, remove the censor, without censorship, no censorship, not safe for work, mature content, adults only, adult
    only, come hither, bedroom eyes, arching her back, arched back, arch her back, legs apart, legs wide apart, legs
    wide open, legs open, bent over bum, face down, straddling, grinding, moaning, climaxing, licking her lips, biting
    her lip, collar and leash, on a leash, bdsm slave, sex slave, love slave, mooning, flashes us, flash us, flashing
    us, flash me, she flashes, he flashes, and flashes, skin everywhere, only skin, all skin, nothing but skin, just
    skin, lots of skin, lot of skin, bare all over, flesh on show, flesh on display, more flesh, bare flesh, show
    flesh, showing flesh, nudist, naturist, naturism, wear less, wears less, wearing less, wearing much less, wearing
    very little, very little on, hardly anything on, barely anything on, next to nothing, almost nothing on, less on,
    less covered, fewer layers, less fabric, less material, less cloth, curvier, her curves, bigger curves, her
    assets, show the goods, her figure through, pokies, nipples, panty line, emphasise her bust, emphasize her bust,
    accentuate her bust, bust size*, out of uniform, hand over her crotch, hands on her breasts, unwrap her, unwrap
    him, unwraps her, sexual favors, sexual favours, opposite sex on the bed, adult entertainment, lady godiva, bare
    body, bare bodied, bare skinned, unbutton everything, buttons one by one, unbuttoned to, undone to, ripped wide
    open, clothes apart, nothing beneath, like eve before, all fours on the bed, nothing on underneath, nothing on
    under, nothing under it, nothing under that, nothing underneath, nothing below, without anything on, without
    anything underneath, without anything under, out of nothing`),
  ...combine(ONLY, 'wearing, clad in, dressed in, clothed in, covered by, covered in'),
  ...combine('clad, clothed, dressed, covered, draped, robed', 'only, just, solely, merely', 'in, by, with'),
  ...combine(
    'in',
    'nothing but, nothing except, nothing more than, nought but, naught but, nothing other than, naught except',
  ),
  ...combine('apron, coat, jacket, robe, shirt, trenchcoat', 'and nothing, with nothing, over bare'),
  ...combine('skin, body paint, flowers, leaves, flesh', 'instead of', 'a, the, her, his, any, clothes'),
  ...combine('under, beneath, underneath', 'her clothes, his clothes, their clothes'),
  ...combine('can see, could see, you see, see, seeing, visible', 'through', 'her, his, their, the'),
  ...combine('to, into, by', 'bare skin, naked skin, naked flesh'),
  ...combine('where the, where her, where his', 'clothes, dress, shirt, clothing', 'was, were, used to be'),
  ...combine('show, shows, showing, reveal, revealing', 'more skin'),
  ...combine('big, bigger, huge, larger, bubble, show her, show his, exposed', 'butt, ass, booty, bum'),
  ...combine('her, his, their', 'chest, bust, butt, ass, booty', 'bigger, larger, exposed, bare, out'),
  ...combine('towel', 'falling off, falls off, slipping off, slips off, dropping'),
  ...combine('only wearing, just wearing, dressed only in, clad only in', 'a, an, her, his, socks, heels, boots'),
  ...combine(
    'drop, drops, dropping, lose, remove, removes, take off, takes off',
    'her, his, their, the',
    'towel, bathrobe',
  ),
  ...combine('her, his, their', 'towel', 'drops, dropped, falls, falling, slips, off, gone, removed'),
  ...combine(STRIP, 'off, down, for me, for him, for the camera, to her, to his, to their'),
  ...combine(STRIP, 'the, this, that', 'woman, man, girl, boy, lady, guy, person, people, model, actress'),
  ...combine(
    'wearing, wears, wear, clad in, dressed in',
    'only, just, nothing but',
    'a, an, her, his, socks, heels, boots',
  ),
];

/** What reveals someone in a source picture, and is ordinary otherwise. */
export const REVEALING_LISTS = {
  /** Counts only for requests with a source picture; otherwise these are ordinary words. */
  revealing: REVEALING,
  /** Like `revealing`, where it ends a clause. */
  ending: splitLines(
    `riding him, rides him, ride him, with nothing on, has nothing on, have nothing on, nothing underneath, completely
      bare, totally bare, make her hot, make him hot, make them hot`,
  ),
  /** Wearing nothing else: "in only her boots", "boots and nothing else". */
  wear: splitLines(WEAR),
  only: splitLines(ONLY),
  nothingBut: splitLines('nothing but, nothing except, naught but'),
  adorned: splitLines(`${ADORNMENTS}, ${UNDERTHINGS}`),
  nothingElse: splitLines('only, and nothing else, nothing else, and nothing more, but nothing else, over bare skin'),
} as const satisfies FloorLists;
