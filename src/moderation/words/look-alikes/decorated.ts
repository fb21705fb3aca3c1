/**
 * Letters with strokes, hooks and tails, turned ones, and those of Coptic, Tai Le and Limbu, that Unicode's table does not
 * count among the look-alikes. Each is read as the letter that it is made of or drawn like. Capitals are looked up as small
 * letters.
 */
export const DECORATED: Readonly<Record<string, string>> = {
  a: 'ɒᶏᶐⱥꞻꬰꭤⲁᥲ',
  b: 'ᴃᵬᶀꞗⲃ',
  c: 'ƈɕꜿꞓꞔ𝼝ᥴ',
  d: 'ȡᵭᶁᶑꝺꟈⲇ',
  e: 'ǝɚɜɝɞʚᴈᶒᶓᶔᶕⱸⱻꬳꬴⲉᥱ',
  f: 'ᶂꝼ',
  g: 'ʛᵷᵹꝿꞡꟑꬶ𝼁𝼂',
  h: 'ԣԧԩʮʯⱨꞕⲏ',
  i: 'ᴉᶖꞽ𝼚ⲓ',
  j: 'ȷʄʝ',
  k: 'ҝҡӄԟᶄⱪꝁꝃꝅꞣ𝼃𝼐',
  l: 'ȴɬᴌᶅⱡꝇꝉꞁꞎꬷꬸꬹ𝼄𝼑𝼓ᥣ',
  m: 'ꙧɰᴟᶆꟺꬺⲙ',
  n: 'ҧԥŋȵɲᴎᶇꞑꞥꬻꬼ𝼇𝼔ⲛⲡᥒ',
  o: 'ᲂᴒᴓᴖᴗᶗⱺꝍ𝼛᥆',
  p: 'ҏᵱᶈꝑꝓꝕꝥꝧꟓ',
  q: 'ɋꝗꝙꞯϥ',
  r: 'ґҕӷӻɺɻɾɿᴙᴚᵳᶉⱹꝛꞃꞧꭅꭆꭉꭊꭋꭌꭨ𝼈𝼕𝼖',
  s: 'ӡȿʃʆᶊᶋᶘẜꞅꞩꟊ𝼋𝼌𝼞ⲋ',
  t: 'ꚋƫȶʈⱦꞇ𝼉𝼍ⲧϯ',
  u: 'ᴝᴞᶙꞹꞿⳙᥙ',
  v: 'ⱱⱴꝟ᥎',
  w: 'ꙍɷⱳꞷⲱϣⳃᥕ',
  x: 'ҩҳӽӿᶍꭔꭖꭗꭘꭙ᥊',
  y: '𝼆ⲩᥡ',
  z: 'ɀʑᶎⱬⲍ',
};
