import { en } from '../../src/texts/en.ts';
import { defineCommand } from '../support/define.ts';
import { show } from './show.ts';

export const budget = defineCommand({
  name: 'budget',
  description: en.commands.budget.description,
  guard: 'everyone',
  run: show,
});
