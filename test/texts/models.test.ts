import { expect, test } from 'vitest';
import { MODEL_IDS } from '../../src/task-api/models.ts';
import { en } from '../../src/texts/en.ts';

test('every model has a word on what it is good for', () => {
  expect(Object.keys(en.models.goodFor)).toEqual(MODEL_IDS);
});
