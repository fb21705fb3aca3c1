import { combine, splitLines } from '../words/phrases.ts';
import type { FloorLists } from './lists.ts';

const NUMBERS = `one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen, fourteen,
  fifteen, sixteen, seventeen`;

const AGES = `1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, ${NUMBERS}`;

const TEENS = AGES.split(',')
  .filter((age) => /1\d|[6-9]|teen|six|seven|eight|nine|ten|eleven|twelve/.test(age))
  .join(',');

const GRADES = `first, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth, eleventh, twelfth, 1st,
  2nd, 3rd, 4th, 5th, 6th, 7th, 8th, 9th, 10th, 11th, 12th`;

export const SCHOOLS = 'high school, middle school, elementary school, primary school, secondary school, grade school';

const MINOR = [
  ...splitLines(`early teens, mid teens, in his teens, in her teens, jr high, under aged, teenybopper, lil girl,
    lil boy, little sis, rugrat, sprog, bairn, middle schooler, grade schooler, junior schooler, primary schooler,
    child, children, childlike, three girls, two girls, three boys, two boys, kid, kiddie, kiddo, toddler, infant,
    newborn, baby, babies, loli, shota, preteen, pre teen, tween, teen, teenage, teenaged, teenager, adolescent,
    minors, minor girl, minor boy, nude minor, naked minor, underage, underaged, under age, under 18, under eighteen,
    under 16, under sixteen, juvenile, youngster, prepubescent, pre pubescent, pubescent`),
  ...splitLines(`schoolgirl, schoolboy, schoolkid, schoolchild, schoolchildren, schoolmate, schooler, school girl,
    school boy, school student, school pupil, school uniform, school age, school aged, highschool*, middleschool*,
    junior high, elementary student, elementary pupil, kindergart*, preschool*, playschool, nursery school, daycare,
    pupil, cub scout, boy scout, girl scout, brownie scout, girl guide, daughter, son, stepdaughter, stepson, niece,
    nephew, granddaughter, grandson, grandchild, grandchildren, godchild, godchildren, orphan, choirboy, altar boy,
    nymphet, lass, lassie, prepuber*, pre puber*, puberty, of a minor, minor in, minor with, minor who, sexy minor,
    topless minor, sixth form, sixth former, fifth former, gcse, schoolies, boarding school, prep school,
    junior school, infant school, comprehensive school, grammar school, teeny, kiddy, kiddies, little one, littles,
    1st grader, freshman in high school, k 12, foster child`),
  ...splitLines(SCHOOLS),
  combine(GRADES, 'grade, grader'),
  combine('year, grade', AGES, 'student, pupil, girl, boy'),
  combine('little, young, small, wee, underage, tiny', 'girl, boy, sister, brother, lad'),
  combine('girl, boy', '10, 11, 12, 13, 14, 15, 16, 17'),
  combine('younger, kid, baby', 'sister, brother'),
  combine(AGES, 'year old, years old, year olds, years of age, yr old, yrs old, yo, y o, yr, yrs'),
  combine('girl of, boy of, age, aged, age of, turning, barely', AGES),
  ...splitLines(AGES).flatMap((age) => [`${age}yo`, `${age}yr`, `${age}yrs`]),
];

/** Words that show that someone is a minor. */
export const MINOR_LISTS = {
  always: splitLines(
    'lolicon, shotacon, toddlercon, jailbait, jail bait, barely legal, nudechild, nudekid, nudeteen, sexychild, sexyteen',
  ),
  /** Words for minors, stages of school among them. */
  minor: MINOR,
  /** Says someone's age: "she is fourteen". */
  isAged: splitLines(`she is, he is, she's, he's, who is, who's, is only, is just, she was, he was, only, just, look,
    looks, looking, appear, appears, her, him, age, aged, around, about, maybe, roughly, like`),
  agedAs: splitLines(TEENS),
} as const satisfies FloorLists;
