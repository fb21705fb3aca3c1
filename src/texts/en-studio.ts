import type { MediaKind } from '../task-api/models.ts';
import { counted, nounOf, number, relative } from './en-formats.ts';

/** What people read of styles and of their own defaults. */

export const studioCommandWords = {
  style: {
    description: 'Styles: words around your prompts, and how they are made, kept under a name',
    save: 'Keep a style under a name, or change the one of that name; what you leave out stays',
    name: 'What it is called',
    text: 'Its words; {prompt} is where your prompt goes, such as: {prompt}, oil on linen, muted',
    model: 'The model that makes it',
    aspectRatio: 'Width to height, such as 16:9',
    count: 'How many pictures (1 to 4)',
    spoiler: 'Hide results until somebody clicks them',
    forServer: 'For everybody in this server (for those who may manage it)',
    list: 'Your styles and the server’s',
    show: 'A style with all its words and its sample',
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
    others: 'Whether others may build on what you post and make, in every server',
    othersMay: { yes: 'yes', ask: 'ask me first', no: 'no' },
    tell: 'When you are told that a result is there, by a mention below it',
    tellAfter: {
      '0': 'always',
      '1': 'after a minute of waiting',
      '2': 'after 2 minutes',
      '5': 'after 5 minutes',
      '10': 'after 10 minutes (as usual)',
      '30': 'after 30 minutes',
      '60': 'after an hour',
      never: 'never',
    },
    drafts: 'Whether only you see results until you show them',
    directMessages: 'Whether Easel may send you direct messages',
    stars: 'Whether others’ stars may bring your results into the gallery',
  },
};

export const studioWords = {
  option: 'A style of yours or of the server’s, as /style keeps them',
  tooMany: (most: number) =>
    `That is more than ${most} together: \`{dawn|dusk}\` makes one of each, \`and_model\` as many again, as often as \`count\` says. Leave some out.`,
  sameModels: 'That is the same model twice. Choose two, or one and `count: 2`.',
  styles: {
    saved: (name: string) => `Kept as **${name}**. Choose it with \`style:\` in \`/image\` and \`/video\`.`,
    changed: (name: string) => `**${name}** is changed.`,
    example: (example: string) => `“a heron” is asked for as:\n> ${example}`,
    count: (count: number) => counted(count, 'picture'),
    spoiler: (hidden: boolean) => (hidden ? 'hidden' : 'shown at once'),
    retired: (name: string, model: string) =>
      `The style “${name}” uses \`${model}\`, with which nothing is made any more. Choose another with \`model:\`, or change the style: \`/style save\`.`,
    otherKind: (name: string, kind: MediaKind) =>
      `The style “${name}” is for \`/${kind}\`: its model makes ${nounOf(kind)}s. Choose another with \`model:\`.`,
    full: (most: number) => `There are ${counted(most, 'style')} already. Delete one first: \`/style delete\`.`,
    nameEmpty: 'The name is empty. Call it something short.',
    empty:
      'That style would say nothing. Give it words, such as `words: {prompt}, oil on linen`, or a model, a ratio, a count.',
    textTooLong: (length: number, most: number) =>
      `The style has ${counted(length, 'character')}; the limit is ${number(most)}. Shorten it and try again.`,
    unknown: (name: string) => `There is no style “${name}”. \`/style list\` shows those that there are.`,
    deleted: (name: string) => `**${name}** is deleted.`,
    title: 'Your styles and the server’s',
    none: 'There are none yet. `/style save` keeps one; so does *Save this style* in a result’s menu.',
    serversSuffix: 'the server’s',
  },
  preferences: {
    title: 'What your commands use where you say nothing else:',
    imageModel: (model: string) => `- pictures by \`${model}\``,
    videoModel: (model: string) => `- clips by \`${model}\``,
    aspectRatio: (ratio: string) => `- ${ratio}`,
    count: (count: number) => `- ${counted(count, 'picture')} at a time`,
    told: (minutes: number | null) => {
      if (minutes === null) return '- no mention when a result is there';
      const wait = minutes === 0 ? 'always' : `after ${counted(minutes, 'minute')} of waiting`;
      return `- a mention when a result is there: ${wait}`;
    },
    others: (mayWorkOn: boolean | 'ask') => {
      if (mayWorkOn === 'ask') return '- others ask you before they build on your pictures, in every server';
      return mayWorkOn
        ? '- others may build on your pictures, in every server'
        : '- nobody else builds on your pictures, in any server';
    },
    stars: (mayShow: boolean) =>
      mayShow
        ? '- others’ stars may bring your results into the gallery'
        : '- nobody’s stars bring your results into the gallery',
    spoiler: (hidden: boolean) => (hidden ? '- results hidden until somebody clicks them' : '- results shown at once'),
    drafts: (isWanted: boolean) => (isWanted ? '- drafts, which only you see until you show them' : '- no drafts'),
    directMessages: (isWanted: boolean) =>
      isWanted ? '- direct messages of what concerns you alone' : '- no direct messages',
    none: 'You have chosen nothing: your commands use what the server and Easel do. `/preferences set` changes that.',
    resetAsk: 'Reset all of these?',
    resetYes: 'Reset',
    resetNo: 'Keep them',
    reset: 'Your preferences are reset: your commands use the defaults of this server again.',
    hint: '-# What you say in a command counts more, and what the server forbids stays forbidden.',
  },
  menu: {
    change: 'Change this picture',
    animate: 'Animate this picture',
    use: 'Use as a source',
    what: 'What made this',
    saveStyle: 'Save this style',
  },
  saving: {
    title: 'Save this style',
    name: 'What it is called',
    words: 'Its words; {prompt} is where yours goes',
    keep: 'What else it keeps',
    whose: 'For whom',
    forMe: 'Me',
    forServer: 'Everybody in this server',
  },
  work: {
    buttons: { change: 'Change …', animate: 'Animate …', edit: 'Edit …' },
    titles: { change: 'Change this picture', animate: 'Animate this picture', edit: 'Edit and make again' },
    prompts: { change: 'What should it show?', animate: 'What should happen?', edit: 'The prompt' },
    examples: {
      change: 'the same place by night, with a full moon',
      animate: 'waves roll in, and the camera draws closer',
      edit: '',
    },
    picture: 'Which picture',
    pictureNumber: (position: number) => `Picture ${position}`,
    model: 'Model',
    andModel: 'Compare with a second model',
    noSecondModel: 'No, one model makes it',
    ratio: 'Width to height',
    anyRatio: 'As the model likes',
    count: 'How many',
    pictures: (count: number) => counted(count, 'picture'),
    noPicture: 'There is no picture in that message. Choose one with a PNG, JPEG, WebP or GIF file.',
    noModel: 'No model that is used here makes that.',
    notTheirs: (memberId: string) => `<@${memberId}> does not want others to build on their pictures.`,
    notThisOne: (memberId: string) => `<@${memberId}> does not want others to build on this picture.`,
    byApp: 'This server doesn’t let members build on pictures by other bots and webhooks. Choose another picture.',
    notByOthers:
      'This server doesn’t let members build on pictures like this one by others. Choose a picture of your own.',
    formIsOld: 'You have opened another form since, or this one is of yesterday. Open it again.',
  },
  consent: {
    question: (ownerId: string, askerId: string, address: string | undefined) =>
      `<@${ownerId}>, <@${askerId}> would like to build on ${address === undefined ? 'a picture of yours' : `[this picture of yours](${address})`}.`,
    allow: 'Allow',
    refuse: 'Not this one',
    asked: (ownerId: string, endsAtMs: number, goesOn: boolean) =>
      `<@${ownerId}> decides who builds on their pictures, and has been asked. ${goesOn ? 'Once they allow it, Easel makes this and mentions you here' : 'Easel mentions you here once they answer; do this again then'}. The question ends ${relative(endsAtMs)}. No credits were touched.`,
    waits: (ownerId: string, endsAtMs: number) =>
      `You have asked <@${ownerId}> already, who has not answered. That question ends ${relative(endsAtMs)}.`,
    gone: (ownerId: string) =>
      `<@${ownerId}> wanted to be asked first and is not in this server any more, so nobody can allow it.`,
    tooMany: (most: number) => `${counted(most, 'question')} of yours wait for an answer. Wait for one, or for a day.`,
    notPosted: (ownerId: string) =>
      `<@${ownerId}> wants to be asked first, and Easel could not ask here. Try again, or in another channel.`,
    notYours: (ownerId: string) => `Only <@${ownerId}> can answer that.`,
    youAllowed: (ownerId: string) => `<@${ownerId}> allows it.`,
    youRefused: (ownerId: string) => `<@${ownerId}> would rather keep that one as it is.`,
    allowed: (askerId: string, ownerId: string, goesOn: boolean) =>
      `<@${askerId}>, <@${ownerId}> allows it: for a day you may build on that picture. ${goesOn ? 'Easel goes on with what you asked for.' : 'Do what you wanted again.'}`,
    notStarted: (askerId: string, why: string) => `<@${askerId}>, Easel didn’t start what you asked for. ${why}`,
    notShown: 'Easel couldn’t post its message here. Try it again yourself.',
    refused: (askerId: string, ownerId: string) => `<@${askerId}>, <@${ownerId}> would rather keep that one as it is.`,
    ended: 'That question has ended.',
  },
  tray: {
    option: 'Start from the pictures in your tray (Use as a source, in a message’s menu)',
    laid: (count: number) =>
      `${counted(count, 'picture')} in your tray. \`/image\` and \`/video\` start from them with \`tray: True\`, within a day.`,
    full: (most: number) =>
      `Your tray holds ${counted(most, 'picture')}. Use them with \`tray: True\` in \`/image\` or \`/video\` first: that empties it.`,
    empty: 'Your tray is empty. *Use as a source* in the menu of a message with pictures lays them there.',
  },
  made: {
    by: (memberId: string) => `Asked for by <@${memberId}>:`,
    promptHidden: '*The prompt is for its member and the moderators.*',
    notOurs: 'That is no result of Easel’s.',
  },
};
