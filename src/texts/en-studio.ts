import { counted, number } from './en-formats.ts';

/** What people read of styles and of their own defaults. */

export const studioCommandWords = {
  style: {
    description: 'Styles: words around your prompts, kept under a name',
    save: 'Keep a style under a name, or change the one of that name',
    name: 'What it is called',
    text: 'Its words; {prompt} is where your prompt goes, such as: {prompt}, oil on linen, muted',
    forServer: 'For everybody in this server (for those who may manage it)',
    list: 'Your styles and the server’s',
    delete: 'Delete a style',
  },
  preferences: {
    description: 'What your commands use where you say nothing else',
    show: 'What you have chosen',
    set: 'Choose; what you leave out stays as it is',
    reset: 'Back to what the server and Easel use',
    imageModel: 'The model for your pictures',
    videoModel: 'The model for your clips',
    aspectRatio: 'Width to height, such as 16:9',
    count: 'How many pictures (1 to 4)',
    spoiler: 'Hide results until somebody clicks them',
  },
};

export const studioWords = {
  option: 'A style of yours or of the server’s (`/style`)',
  styles: {
    saved: (name: string, example: string) => `Kept as **${name}**. With it, “a heron” is asked for as:\n> ${example}`,
    replaced: (name: string, example: string) =>
      `**${name}** is changed. With it, “a heron” is asked for as:\n> ${example}`,
    full: (most: number) => `There are ${counted(most, 'style')} already. Delete one first: \`/style delete\`.`,
    nameEmpty: 'The name is empty. Call it something short.',
    textEmpty: 'The style has no words. Say how things should look, such as: oil on linen, muted.',
    textTooLong: (length: number, most: number) =>
      `The style has ${counted(length, 'character')}; the limit is ${number(most)}. Shorten it and try again.`,
    unknown: (name: string) => `There is no style “${name}”. \`/style list\` shows those that there are.`,
    deleted: (name: string) => `**${name}** is deleted.`,
    yours: 'Your styles',
    servers: 'The server’s styles',
    line: (name: string, text: string) => `- **${name}**: ${text}`,
    none: 'There are none yet. `/style save` keeps one.',
    serversSuffix: 'the server’s',
  },
  preferences: {
    title: 'What your commands use where you say nothing else:',
    imageModel: (model: string) => `- pictures by \`${model}\``,
    videoModel: (model: string) => `- clips by \`${model}\``,
    aspectRatio: (ratio: string) => `- ${ratio}`,
    count: (count: number) => `- ${counted(count, 'picture')} at a time`,
    spoiler: (hidden: boolean) => (hidden ? '- results hidden until somebody clicks them' : '- results shown at once'),
    none: 'You have chosen nothing: your commands use what the server and Easel do. `/preferences set` changes that.',
    reset: 'Your commands use again what the server and Easel do.',
    hint: '-# What you say in a command counts more, and what the server forbids stays forbidden.',
  },
};
