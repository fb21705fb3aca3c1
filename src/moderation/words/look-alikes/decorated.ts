/**
 * Letters with strokes, hooks and tails, and turned ones, that Unicode's table does not count among the look-alikes. Each
 * is read as the letter that it is made of. Capitals are looked up as small letters.
 */
export const DECORATED: Readonly<Record<string, string>> = {
  a: 'ɒᶏᶐⱥꞻꬰꭤⲁ',
  b: 'ᴃᵬᶀꞗⲃ',
  c: 'ƈɕꜿꞓꞔ𝼝',
  d: 'ȡᵭᶁᶑꝺꟈ',
  e: 'ǝɚɜɝɞʚᴈᶒᶓᶔᶕⱸⱻꬳꬴⲉ',
  f: 'ᶂꝼ',
  g: 'ʛᵷᵹꝿꞡꟑꬶ𝼁𝼂',
  h: 'ԣԧԩʮʯⱨꞕ',
  i: 'ᴉᶖꞽ𝼚ⲓ',
  j: 'ȷʄʝ',
  k: 'ҝҡӄԟᶄⱪꝁꝃꝅꞣ𝼃𝼐',
  l: 'ȴɬᴌᶅⱡꝇꝉꞁꞎꬷꬸꬹ𝼄𝼑𝼓',
  m: 'ꙧɰᴟᶆꟺꬺⲙ',
  n: 'ҧԥŋȵɲᴎᶇꞑꞥꬻꬼ𝼇𝼔ⲛ',
  o: 'ᲂᴒᴓᴖᴗᶗⱺꝍ𝼛',
  p: 'ҏᵱᶈꝑꝓꝕꝥꝧꟓ',
  q: 'ɋꝗꝙꞯ',
  r: 'ґҕӷӻɺɻɾɿᴙᴚᵳᶉⱹꝛꞃꞧꭅꭆꭉꭊꭋꭌꭨ𝼈𝼕𝼖',
  s: 'ӡȿʃʆᶊᶋᶘẜꞅꞩꟊ𝼋𝼌𝼞',
  t: 'ꚋƫȶʈⱦꞇ𝼉𝼍ⲧ',
  u: 'ᴝᴞᶙꞹꞿ',
  v: 'ⱱⱴꝟ',
  w: 'ꙍɷⱳꞷ',
  x: 'ҩҳӽӿᶍꭔꭖꭗꭘꭙ',
  y: '𝼆',
  z: 'ɀʑᶎⱬⲍ',
};
