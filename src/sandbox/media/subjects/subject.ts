/** Where a subject belongs in a scene. */
export type Place = 'ground' | 'sky' | 'water' | 'far';

export interface SubjectFacts {
  place: Place;
  /** Its height as a share of the picture's shorter side. */
  size: number;
  words: readonly string[];
}

export const SUBJECTS = {
  fox: { place: 'ground', size: 0.44, words: ['fox', 'foxes', 'vixen'] },
  cat: { place: 'ground', size: 0.42, words: ['cat', 'cats', 'kitten', 'kitty'] },
  wolf: { place: 'ground', size: 0.46, words: ['wolf', 'wolves', 'dog', 'dogs', 'puppy', 'husky', 'coyote'] },
  deer: { place: 'ground', size: 0.5, words: ['deer', 'stag', 'elk', 'moose', 'reindeer', 'horse', 'unicorn'] },
  owl: { place: 'ground', size: 0.4, words: ['owl', 'owls', 'raven', 'crow', 'parrot', 'penguin'] },
  rabbit: { place: 'ground', size: 0.36, words: ['rabbit', 'bunny', 'hare', 'mouse'] },
  bear: { place: 'ground', size: 0.44, words: ['bear', 'bears', 'panda'] },
  birds: {
    place: 'sky',
    size: 0.2,
    words: ['bird', 'birds', 'gull', 'gulls', 'seagull', 'geese', 'swallow', 'swallows', 'crane'],
  },
  dragon: { place: 'sky', size: 0.4, words: ['dragon', 'dragons', 'wyvern', 'phoenix'] },
  whale: { place: 'water', size: 0.3, words: ['whale', 'whales', 'orca', 'dolphin', 'dolphins'] },
  fish: { place: 'sky', size: 0.3, words: ['fish', 'fishes', 'koi', 'goldfish', 'shark'] },
  jellyfish: { place: 'sky', size: 0.42, words: ['jellyfish', 'medusa', 'octopus', 'squid'] },
  robot: { place: 'ground', size: 0.56, words: ['robot', 'robots', 'android', 'mech', 'droid'] },
  astronaut: { place: 'ground', size: 0.52, words: ['astronaut', 'cosmonaut', 'spaceman', 'astronauts'] },
  rocket: { place: 'sky', size: 0.42, words: ['rocket', 'spaceship', 'spacecraft', 'shuttle', 'starship'] },
  boat: { place: 'water', size: 0.36, words: ['boat', 'boats', 'ship', 'sailboat', 'sailing', 'yacht', 'ships'] },
  balloon: { place: 'sky', size: 0.34, words: ['balloon', 'balloons', 'airship', 'zeppelin'] },
  lighthouse: { place: 'ground', size: 0.62, words: ['lighthouse', 'beacon'] },
  cabin: {
    place: 'ground',
    size: 0.34,
    words: ['cabin', 'house', 'cottage', 'hut', 'home', 'village', 'barn', 'farm'],
  },
  castle: { place: 'far', size: 0.42, words: ['castle', 'fortress', 'palace', 'tower', 'towers'] },
  windmill: { place: 'ground', size: 0.52, words: ['windmill', 'mill', 'windmills'] },
  traveller: {
    place: 'ground',
    size: 0.4,
    words: [
      'traveller',
      'traveler',
      'wanderer',
      'person',
      'woman',
      'man',
      'girl',
      'boy',
      'knight',
      'wizard',
      'witch',
      'samurai',
      'hiker',
      'monk',
    ],
  },
  mushroom: { place: 'ground', size: 0.34, words: ['mushroom', 'mushrooms', 'toadstool'] },
  tree: { place: 'ground', size: 0.66, words: ['tree', 'oak', 'sakura', 'cherry', 'willow', 'bonsai'] },
} as const satisfies Record<string, SubjectFacts>;

export type SubjectName = keyof typeof SUBJECTS;

const BY_WORD: ReadonlyMap<string, SubjectName> = new Map(
  Object.entries(SUBJECTS).flatMap(([name, { words }]) => words.map((word) => [word, name as SubjectName] as const)),
);

export function subjectNamed(word: string): SubjectName | undefined {
  return BY_WORD.get(word);
}
