/**
 * Letters with strokes, hooks and tails, turned ones, and those of Coptic, Tai Le, Limbu and Canadian syllabics, that
 * Unicode's table does not count among the look-alikes. Each is read as the letter that it is made of or drawn like. Capitals
 * are looked up as small letters.
 */
export const DECORATED: Readonly<Record<string, string>> = {
  a: 'ᗩᗋɒᶏᶐⱥꞻꬰꭤⲁᥲ',
  b: 'ᴃᵬᶀꞗⲃ',
  c: 'ᑕƈɕꜿꞓꞔ𝼝ᥴ',
  d: 'ȡᵭᶁᶑꝺꟈⲇ',
  e: 'ᗴᕮǝɚɜɝɞʚᴈᶒᶓᶔᶕⱸⱻꬳꬴⲉᥱ',
  f: 'ᶂꝼ',
  g: 'ᘜʛᵷᵹꝿꞡꟑꬶ𝼁𝼂',
  h: 'ԣԧԩʮʯⱨꞕⲏ',
  i: 'ᴉᶖꞽ𝼚ⲓ',
  j: 'ȷʄʝ',
  k: 'ҝҡӄԟᶄⱪꝁꝃꝅꞣ𝼃𝼐',
  l: 'ȴɬᴌᶅⱡꝇꝉꞁꞎꬷꬸꬹ𝼄𝼑𝼓ᥣ',
  m: 'ꙧɰᴟᶆꟺꬺⲙ',
  n: 'ᑎҧԥŋȵɲᴎᶇꞑꞥꬻꬼ𝼇𝼔ⲛⲡᥒ',
  o: 'ᲂᴒᴓᴖᴗᶗⱺꝍ𝼛᥆',
  p: 'ҏᵱᶈꝑꝓꝕꝥꝧꟓ',
  q: 'ɋꝗꝙꞯϥ',
  r: 'ґҕӷӻɺɻɾɿᴙᴚᵳᶉⱹꝛꞃꞧꭅꭆꭉꭊꭋꭌꭨ𝼈𝼕𝼖',
  s: 'ᔕӡȿʃʆᶊᶋᶘẜꞅꞩꟊ𝼋𝼌𝼞ⲋ',
  t: 'ꚋƫȶʈⱦꞇ𝼉𝼍ⲧϯ',
  u: 'ᴝᴞᶙꞹꞿⳙᥙ',
  v: 'ⱱⱴꝟ᥎',
  w: 'ᗯꙍɷⱳꞷⲱϣⳃᥕ',
  x: 'ҩҳӽӿᶍꭔꭖꭗꭘꭙ᥊',
  y: '𝼆ⲩᥡ',
  z: 'ᘔɀʑᶎⱬⲍ',
};
