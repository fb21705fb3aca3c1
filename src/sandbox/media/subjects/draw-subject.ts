import { drawBear, drawCat, drawDeer, drawFox, drawRabbit, drawWolf } from './beasts.ts';
import { drawBalloon, drawBirds, drawDragon, drawOwl, drawRocket } from './flyers.ts';
import { drawMushroom, drawTree } from './growth.ts';
import type { Ink } from './ink.ts';
import { drawAstronaut, drawBoat, drawRobot, drawTraveller } from './makings.ts';
import { drawCabin, drawCastle, drawLighthouse, drawWindmill } from './places.ts';
import { drawFish, drawJellyfish, drawWhale } from './sea-life.ts';
import type { SubjectName } from './subject.ts';

/** Each in a box of 100 by 100, standing on its lower edge. */
export const SUBJECT_DRAWINGS: Readonly<Record<SubjectName, (ink: Ink) => string>> = {
  fox: drawFox,
  cat: drawCat,
  wolf: drawWolf,
  deer: drawDeer,
  owl: drawOwl,
  rabbit: drawRabbit,
  bear: drawBear,
  birds: drawBirds,
  dragon: drawDragon,
  whale: drawWhale,
  fish: drawFish,
  jellyfish: drawJellyfish,
  robot: drawRobot,
  astronaut: drawAstronaut,
  rocket: drawRocket,
  boat: drawBoat,
  balloon: drawBalloon,
  lighthouse: drawLighthouse,
  cabin: drawCabin,
  castle: drawCastle,
  windmill: drawWindmill,
  traveller: drawTraveller,
  mushroom: drawMushroom,
  tree: drawTree,
};
