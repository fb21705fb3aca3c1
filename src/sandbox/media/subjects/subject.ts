import type { Ink } from '../svg.ts';
import { drawFox, drawOwl, drawWhale } from './animals.ts';
import { drawCabin, drawCastle, drawLighthouse } from './buildings.ts';
import { drawBalloon, drawBoat } from './vessels.ts';

interface Subject {
  /** Where the subject belongs in a scene. */
  place: 'ground' | 'sky' | 'water' | 'far';
  /** The subject's height as a share of the picture's shorter side. */
  size: number;
  words: readonly string[];
  /** Draws the subject in a box of 100 by 100, standing on the lower edge. */
  draw: (ink: Ink) => string;
}

const subject = (place: Subject['place'], size: number, draw: Subject['draw'], words: string): Subject => ({
  place,
  size,
  draw,
  words: words.split(' '),
});

export const SUBJECTS = {
  fox: subject('ground', 0.44, drawFox, 'fox foxes vixen'),
  owl: subject('ground', 0.4, drawOwl, 'owl owls'),
  whale: subject('water', 0.3, drawWhale, 'whale whales orca dolphin dolphins'),
  boat: subject('water', 0.36, drawBoat, 'boat boats ship ships sailboat sailing yacht'),
  balloon: subject('sky', 0.34, drawBalloon, 'balloon balloons airship zeppelin'),
  lighthouse: subject('ground', 0.62, drawLighthouse, 'lighthouse beacon'),
  cabin: subject('ground', 0.34, drawCabin, 'cabin house cottage hut home village barn farm'),
  castle: subject('far', 0.42, drawCastle, 'castle fortress palace tower towers'),
};

export type SubjectName = keyof typeof SUBJECTS;

const BY_WORD: ReadonlyMap<string, SubjectName> = new Map(
  Object.entries(SUBJECTS).flatMap(([name, { words }]) => words.map((word) => [word, name as SubjectName] as const)),
);

export function subjectNamed(word: string): SubjectName | undefined {
  return BY_WORD.get(word);
}
