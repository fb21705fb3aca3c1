import { en } from '../../src/texts/en.ts';
import { GENERATE_COMMANDS } from '../support/command-access.ts';
import type { Command } from '../support/context.ts';
import { generationOptions, runGeneration, suggestFor } from './options.ts';

export const video = (promptMaxCharacters: number): Command => ({
  data: {
    ...GENERATE_COMMANDS.video,
    description: en.commands.video.description,
    options: generationOptions('video', promptMaxCharacters),
    contexts: [0],
  },
  run: runGeneration('video'),
  suggest: suggestFor('video'),
});
