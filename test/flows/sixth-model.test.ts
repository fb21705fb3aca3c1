import { expect, it, vi } from 'vitest';
import { people, textOf } from '../support/easel.ts';
import { fill, messageOf, start } from './moderation-support.ts';
import { section } from './settings-support.ts';

/** More models than a form has fields. */
vi.mock(import('../../src/task-api/models.ts'), async (original) => {
  const real = await original();
  const added = ['sixth', 'seventh'].map((one) => one as (typeof real.MODEL_IDS)[0]);
  const [first, ...others] = real.MODEL_IDS;
  const ids: typeof real.MODEL_IDS = [first, ...others, ...added];
  return { ...real, MODEL_IDS: ids };
});

it.each([
  ['Edit model names (2)', 'modelNames', 'is called: `Sketcher`'],
  ['Edit descriptions (2)', 'modelAbouts', 'is described as: `Sketcher`'],
])('models after the fifth have a form of their own: %s', async (label, key, said) => {
  const easel = await start();
  const panel = await section(easel, 'models');
  const form = await easel.press(people.manager, panel, label);
  expect(JSON.stringify(form)).not.toContain('image-model-a');
  const saved = messageOf(await fill(easel, people.manager, form, { [`${key}.seventh`]: 'Sketcher' }));
  expect(textOf(saved)).toContain(`seventh ${said}`);
});
