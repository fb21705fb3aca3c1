import type { Language } from './language.ts';

/** English words that people mix into any language. They count only together with words of that language. */
export const LOANS: Language = {
  lists: {
    minor: `teen, teenager, teenie, kid, kiddie, child, children, baby, loli, shota, preteen, schoolgirl, schoolboy,
      minor, underage, little girl, little boy, young girl, toddler`,
    sexual: `nude, nudes, naked, topless, sexy, sex, porn, porno, hentai, nsfw, erotic, lingerie, undress, undressed,
      hot pants, striptease, lewd, fetish, bdsm`,
    remove: 'remove, removed, take off, without, strip off, pull off, rip off',
    gone: 'off, removed, gone',
    sheer: 'transparent, see through, sheer',
    garment: `dress, blouse, swimsuit, kimono, sari, clothes, clothing, outfit, underwear, bra, panties, skirt, jeans, leggings, shorts, pants,
      hotpants, bikini, body, bodysuit, lingerie, tanga, tangas, string tanga, pyjama, pijama, hot pants, minirock,
      uniform, uniforms`,
    top: 'shirt, t shirt, tshirt, top, tops, tank top, crop top, polo, polo shirt, sweatshirt, hoodie',
  },
  grammar: {},
};
