import { en } from '../../src/texts/en.ts';
import { GENERATE_COMMANDS } from '../support/command-access.ts';
import type { Command } from '../support/context.ts';
import { generationOptions, runGeneration, suggestFor } from './options.ts';

export const image = (promptMaxCharacters: number): Command => ({
  data: {
    ...GENERATE_COMMANDS.image,
    description: en.commands.image.description,
    options: generationOptions('image', promptMaxCharacters),
    contexts: [0],
  },
  run: runGeneration('image'),
  suggest: suggestFor('image'),
});
