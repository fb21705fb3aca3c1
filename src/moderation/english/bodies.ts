import { splitLines } from '../words/phrases.ts';
import type { FloorLists } from './lists.ts';

/** Bodies that are bared, and clothes that are wet. */
export const BODY_LISTS = {
  /** Shows a body: "bare her chest", "her chest, uncovered". */
  bare: splitLines(
    `bare, bares, baring, bared, expose, exposes, exposing, exposed, uncover, uncovers, uncovering, uncovered, flash,
      flashes, flashing, flaunt, flaunts, flaunting, unveil, unveils, unveiling, display her, displays her,
      show off her, show off his, show us her, show me her, show her, show his, showing her, showing his, reveal her,
      reveal his, revealing her, revealing his, enlarge, enlarging, grope, squeeze, fondle, touch her, touching her,
      touching his, stroke her, grab her, holding her, cover her, covering her, hide her, hands on her, naked, nude,
      undressed`,
  ),
  body: splitLines(
    `body, bodies, chest, breast, boob, boobs, bosom, bust, backside, behind, rear, rear end, bottom, bum, butt,
      buttocks, ass, torso, flesh, nipple, crotch, groin, private parts, privates, genitals, midsection, thighs,
      cleavage, curves, assets, goods`,
  ),
  /** May follow a body that is innocent: "show her body language". */
  bared: splitLines(
    `bare, bared, exposed, uncovered, naked, nude, out, on display, on show, on full display, fully visible,
      unclothed, revealed, showing, visible`,
  ),
  innocentBody: splitLines(
    'full body, whole body, entire body, body language, body armour, body armor, upper body, body type, body pose, body shape, body shot, body paint suit, chest of drawers, body of water, chest muscles, chest tattoo, chest hair, chest plate, from behind, full body shot, behind them, behind her, behind him, behind the, behind a, goods train, heart',
  ),
  wet: splitLines(
    `soak, soaks, douse, doused, hose down, water drenched, wet, soaked, soaking, soaking wet, drenched, drench,
      dripping, dripping wet, sopping, sopping wet, sodden, rain soaked, see through wet, wet see through`,
  ),
  wetGarment: splitLines(
    `tee, camisole, vest, white tee, outfit, skirt, bra, shirt, t shirt, tshirt, blouse, dress, top, tank top,
      white dress, white shirt, white blouse, clothes, sundress, gown, swimsuit`,
  ),
} as const satisfies FloorLists;
