import { describe, expect, test } from 'vitest';
import { frameOf, sizeOf } from '../../../src/sandbox/media/frame-size.ts';
import { titleOf } from '../../../src/sandbox/media/poster/title.ts';
import { createRandom } from '../../../src/sandbox/media/random.ts';
import { type Reading, readPrompt } from '../../../src/sandbox/media/reading.ts';

const read = (prompt: string): Reading => readPrompt(prompt, createRandom(prompt, 1));

describe('what a prompt asks for', () => {
  test.each([
    ['a fox in a snowy forest', 'forest', 'winter', ['fox']],
    ['Sunset over the sea with a lighthouse', 'sea', 'sunset', ['lighthouse']],
    ['mountains at dawn, a castle and a dragon', 'mountains', 'dawn', ['castle', 'dragon']],
    ['a robot in a neon city', 'city', 'neon', ['robot']],
    ['an astronaut on a distant planet', 'space', 'space', ['astronaut']],
    ['jellyfish over a coral reef', 'underwater', 'deep', ['jellyfish']],
    ['a robot watering flowers', 'hills', undefined, ['robot']],
    ['a thousand seasons under a rainbow', 'abstract', undefined, []],
    ['wolves under the northern lights', 'hills', 'aurora', ['wolf']],
  ])('%s', (prompt, ground, mood, subjects) => {
    const reading = read(prompt);
    expect(reading.ground).toBe(ground);
    if (mood) expect(reading.mood).toBe(mood);
    expect(reading.subjects.map(({ name }) => name)).toEqual(subjects);
  });

  test('a colour before a thing is the thing’s own', () => {
    expect(read('a blue fox on a hill').subjects).toEqual([{ name: 'fox', colour: '#2f6fd0' }]);
    expect(read('a red little boat').subjects).toEqual([{ name: 'boat', colour: '#d83a34' }]);
  });

  test('any other colour is the whole picture’s', () => {
    const [plain, tinted] = [read('hills at night'), read('green hills at night')];
    expect(plain.palette).not.toEqual(tinted.palette);
    expect(tinted.mood).toBe('night');
  });

  test('what names nothing is abstract', () => {
    expect(read('the sound of silence').ground).toBe('abstract');
    expect(read('静けさ').ground).toBe('abstract');
  });
});

describe('a poster’s title', () => {
  test.each([
    ['a fox in a snowy forest', 'FOX IN A SNOWY FOREST'],
    ['sunset over the sea with a lighthouse', 'SUNSET OVER THE SEA'],
    ['the of in', ''],
    ['<script>"&"', 'SCRIPT'],
    ['静けさ', ''],
    ['', ''],
    [`${'x'.repeat(80)} y`, ''],
  ])('%s is %s', (prompt, title) => {
    expect(titleOf(prompt)).toBe(title);
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

  test('comes to even sides in pixels', () => {
    expect(sizeOf({ width: 1_000, height: 563 }, 480)).toEqual({ widthPx: 480, heightPx: 270 });
    expect(sizeOf({ width: 333, height: 1_000 }, 101)).toEqual({ widthPx: 34, heightPx: 102 });
  });
});
