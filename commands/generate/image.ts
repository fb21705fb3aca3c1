import { ApplicationCommandType } from 'discord.js';
import { en } from '../../src/texts/en.ts';
import type { Command } from '../support/context.ts';
import { generationOptions, runGeneration, suggest } from './generation.ts';

export const image = (promptMaxCharacters: number): Command => ({
  data: {
    type: ApplicationCommandType.ChatInput,
    name: 'image',
    description: en.commands.image.description,
    options: generationOptions('image', promptMaxCharacters),
    contexts: [0],
  },
  run: runGeneration('image'),
  suggest,
});
