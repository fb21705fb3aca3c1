import { ApplicationCommandType } from 'discord.js';
import { en } from '../../src/texts/en.ts';
import type { Command } from '../support/context.ts';
import { generationOptions, runGeneration, suggest } from './generation.ts';

export const video = (promptMaxCharacters: number): Command => ({
  data: {
    type: ApplicationCommandType.ChatInput,
    name: 'video',
    description: en.commands.video.description,
    options: generationOptions('video', promptMaxCharacters),
    contexts: [0],
  },
  run: runGeneration('video'),
  suggest,
});
