import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../src/sandbox/media/random.ts';
import { firstIgnored, PAINTED_SUBJECTS, type Reading, readPrompt } from '../../../src/sandbox/media/reading.ts';
import { frameOf, sizeOf } from '../../../src/sandbox/media/scene/sketch.ts';

const read = (prompt: string): Reading => readPrompt(prompt, createRandom(prompt, 1), 1);

describe('what a prompt asks for', () => {
  test.each([
    ['a fox in a snowy forest', 'forest', 'winter', ['fox']],
    ['Sunset over the sea with a lighthouse', 'sea', 'sunset', ['lighthouse']],
    ['mountains at dawn, a castle and a balloon', 'mountains', 'dawn', ['castle', 'balloon']],
    ['a cabin under the stars', 'hills', 'night', ['cabin']],
    ['whales under the northern lights', 'sea', 'night', ['whale']],
    ['a robot watering flowers', 'hills', undefined, []],
  ])('%s', (prompt, ground, mood, subjects) => {
    const reading = read(prompt);
    expect(reading.ground).toBe(ground);
    if (mood) expect(reading.mood).toBe(mood);
    expect(reading.subjects.map(({ name }) => name)).toEqual(subjects);
  });

  test.each([
    ['a stork over a village', 'stork'],
    ['a fox and a red car in the snow', 'red car'],
    ['a hill with a windmill', 'windmill'],
    ['two cats, oil painting', 'cats'],
    ['a fox reading in an autumn forest', 'reading'],
    ['the owl sleeps', 'sleeps'],
    ['a fox reads a newspaper', 'reads'],
    ['a stork flying over a village', 'stork'],
    ['a whale swimming in the evening', undefined],
    ['a lighthouse, reimagined with a different composition', undefined],
    ['a fox in a snowy forest, a travel poster', undefined],
    ['waves rolling onto a beach at sunset', undefined],
    ['', undefined],
  ])('%s: leaves out %s', (prompt, ignored) => {
    expect(firstIgnored(prompt)).toBe(ignored);
  });

  test('of everything the painter offers is understood', () => {
    for (const subject of PAINTED_SUBJECTS) expect(firstIgnored(`a ${subject}`)).toBeUndefined();
  });

  test('gives a subject the colour before its name', () => {
    expect(read('a blue fox on a hill').subjects).toEqual([{ name: 'fox', colour: '#2f6fd0' }]);
    expect(read('a red little boat').subjects).toEqual([{ name: 'boat', colour: '#d83a34' }]);
  });

  test('gives any other colour to the whole picture', () => {
    const [plain, tinted] = [read('hills at night'), read('green hills at night')];
    expect([plain.tint, tinted.tint]).toEqual([undefined, '#3f9a56']);
    expect(tinted.mood).toBe('night');
  });

  test.each([
    ['a fox in a forest', 'the fox in deep snow', 'forest', 'winter', ['fox']],
    ['a boat at night', 'with a balloon', 'sea', 'night', ['balloon', 'boat']],
    ['a lighthouse in a storm', 'the storm is over', 'sea', 'dawn', ['lighthouse']],
    ['a fox on a hill', 'the fox at the sea', 'sea', undefined, ['fox']],
  ])('of “%s”, “%s” keeps what it doesn’t name', (first, change, ground, mood, subjects) => {
    const changed = readPrompt(change, createRandom(change, 1), 1, read(first));
    expect(changed.ground).toBe(ground);
    expect(changed.mood).toBe(mood ?? read(first).mood);
    expect(changed.rain).toBe(false);
    expect(changed.subjects.map(({ name }) => name)).toEqual(subjects);
  });

  test('gives four pictures of one prompt four times of day', () => {
    const moods = [1, 2, 3, 4].map((turn) => readPrompt('a fox', createRandom('', turn), turn).mood);
    expect(new Set(moods).size).toBe(4);
  });

  test('chooses a ground at random if the prompt names none, always the same one', () => {
    const prompts = Array.from({ length: 30 }, (_, index) => `the sound of silence ${index}`);
    expect(new Set(prompts.map((prompt) => read(prompt).ground)).size).toBe(4);
    expect(read('静けさ')).toEqual(read('静けさ'));
  });
});

describe('a ratio', () => {
  test.each([
    ['1:1', 1_000, 1_000],
    ['16:9', 1_000, 563],
    ['9:16', 563, 1_000],
    ['100:1', 1_000, 333],
    ['1:100', 333, 1_000],
    ['0:0', 1_000, 500],
    ['1:0', 1_000, 500],
    ['wide', 1_000, 500],
    [undefined, 1_000, 500],
  ])('%s makes a frame of %i by %i', (ratio, width, height) => {
    expect(frameOf(ratio, 2)).toEqual({ width, height });
  });

  test('gives even sides in pixels', () => {
    expect(sizeOf({ width: 1_000, height: 563 }, 480)).toEqual({ widthPx: 480, heightPx: 270 });
    expect(sizeOf({ width: 333, height: 1_000 }, 101)).toEqual({ widthPx: 34, heightPx: 102 });
  });
});
