import { describe, expect, it } from 'vitest';
import { toLatinLookAlike, toLooseLookAlike } from '../../../src/moderation/words/letters.ts';
import { DECORATED } from '../../../src/moderation/words/look-alikes/decorated.ts';
import { LOOK_ALIKES } from '../../../src/moderation/words/look-alikes/table.ts';

const signs = [
  ...Object.values(LOOK_ALIKES).flatMap((points) =>
    points.split(' ').map((point) => String.fromCodePoint(Number.parseInt(point, 16))),
  ),
  ...Object.values(DECORATED).flatMap((letters) => [...letters]),
];

describe('the tables of look-alike letters', () => {
  it('contain only letters and digits, no ASCII, each once, and none that Unicode decomposes', () => {
    expect(signs.filter((sign) => !/^[\p{L}\p{Nd}\p{Nl}]$/u.test(sign) || sign <= '\x7f')).toEqual([]);
    expect(new Set(signs).size).toBe(signs.length);
    expect(signs.filter((sign) => sign.normalize('NFKD') !== sign)).toEqual([]);
    expect(
      [...Object.keys(LOOK_ALIKES), ...Object.keys(DECORATED)].filter((look) => !/^[a-z0-9]+$/.test(look)),
    ).toEqual([]);
  });

  it.each([
    ['ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ', 'abcdefghijklmnoprstuvwyz'],
    ['асеорху', 'aceopxy'],
    ['кмтнвп', 'kmthbn'],
    ['АВЕКМНОРСТХ', 'abekmhopctx'],
    ['αικνορτυχ', 'aikvoptux'],
    ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'abezhikmnoptyx'],
    ['łøđħ', 'lodh'],
    ['ⱥꞓꞡꞣꞥꝑ', 'acgknp'],
    ['ȺꞒꞠꞢꞤꝐ', 'acgknp'],
    ['ⲁⲃⲥⲇⲉⲏⲓⲕⲙⲛⲟⲡⲣϥⲋⲧⳙⲱⲭⲩⲍ', 'abcdehikmnonpqstuwxyz'],
    ['ⲀⲂⲤⲆⲈⲎⲔⲘⲚⲞⲢⲊⲦⲰⲬⲨⲌ', 'abcdehkmnopstwxyz'],
    ['ᥲᥴᥱᥣᥒ᥆ᥙ᥎ᥕ᥊ᥡ', 'acelnouvwxy'],
    // Each may be an l as well, and is read as either.
    ['ӏا', 'i1'],
  ])('reads %s as %s', (letters, latin) => {
    expect(toLatinLookAlike(letters)).toBe(latin);
  });

  it('read loosely similar letters only among Latin ones', () => {
    expect(toLatinLookAlike('kяaken')).toBe('kraken');
    expect(toLatinLookAlike('рояль')).toBeUndefined();
  });

  it('read long words that resemble Latin words as a whole', () => {
    expect(toLooseLookAlike('кяакєи')).toBe('kraken');
    expect(toLooseLookAlike('сяак')).toBeUndefined();
    expect(toLooseLookAlike('海の怪物です')).toBeUndefined();
  });
});
