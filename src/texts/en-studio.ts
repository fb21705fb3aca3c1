import type { MediaKind, Price } from '../task-api/models.ts';
import { counted, nounOf, number, priced, relative, things } from './en-formats.ts';

/** What people read of styles and of their own defaults. */

export const studioCommandWords = {
  style: {
    description: 'Save words and options for your prompts under a name',
  },
  preferences: { description: 'Set your defaults for /image and /video' },
};

export const studioWords = {
  option: 'Choose one of your styles or the server’s',
  /** @param count is exact below 10,000. */
  tooMany: (count: number, most: number, kind: MediaKind) =>
    `That would make ${count < 10_000 ? things(count, kind) : `thousands of ${nounOf(kind)}s`}. The most is ${most}. Use fewer choices in the braces, a smaller \`count\`, or one model.`,
  sameModels: 'That’s the same model twice. Choose two models, or one with `count: 2`.',
  styles: {
    saved: (name: string) => `Saved **${name}**. Use it with \`style:\` in \`/image\` and \`/video\`.`,
    changed: (name: string) => `Updated **${name}**.`,
    example: (example: string) => `“a heron” becomes:\n> ${example}`,
    count: (count: number) => counted(count, 'picture'),
    spoiler: (hidden: boolean) => (hidden ? 'hidden' : 'shown at once'),
    retired: (name: string, model: string) =>
      `The style “${name}” uses \`${model}\`, which is no longer available. Choose another with \`model:\`, or change the style in \`/style\`.`,
    otherKind: (name: string, kind: MediaKind) =>
      `The style “${name}” is for \`/${kind}\`: its model makes ${nounOf(kind)}s. Choose another with \`model:\`.`,
    full: (most: number) =>
      `There are already ${counted(most, 'style')}, the most allowed. Delete one first in \`/style\`.`,
    nameEmpty: 'The name is empty. Enter a short name.',
    empty: 'That style would change nothing. Give it words, such as “{prompt}, oil on linen”.',
    textTooLong: (length: number, most: number) =>
      `The style has ${counted(length, 'character')}; the limit is ${number(most)}. Shorten it and try again.`,
    unknown: (name: string) => `There’s no style “${name}”. See \`/style\`.`,
    deleted: (name: string) => `Deleted **${name}**.`,
    title: 'Your styles and the server’s',
    none: 'There are no styles yet. Press *New style …*, or *Save this style* on a picture.',
    open: 'Open a style',
    add: 'New style …',
    edit: 'Edit words …',
    editTitle: (name: string) => `Edit ${name}`,
    delete: 'Delete …',
    deleteAsk: (name: string) => `Delete the style **${name}**?`,
    deleteYes: 'Delete',
    deleteNo: 'Cancel',
    all: 'All styles',
    gone: 'That style no longer exists. Open `/style` again.',
    menus: {
      model: (name = 'any') => `Model: ${name}`,
      aspectRatio: (ratio = 'any') => `Aspect ratio: ${ratio}`,
      count: (count?: number) => `Pictures per request: ${count ?? 'any number'}`,
      spoiler: (isHidden?: boolean) =>
        `Spoiler: ${isHidden === undefined ? 'as members prefer' : isHidden ? 'yes' : 'no'}`,
    },
    serversSuffix: 'the server’s',
  },
  preferences: {
    lead: '### Your defaults\nFor `/image` and `/video` in this server, where a command’s options don’t say otherwise. Who can build on your pictures counts in every server.',
    imageModel: (name = 'default') => `Model for pictures: ${name}`,
    videoModel: (name = 'default') => `Model for clips: ${name}`,
    aspectRatio: (ratio = 'default') => `Aspect ratio: ${ratio}`,
    another: 'Another aspect ratio …',
    ratioTitle: 'Choose an aspect ratio',
    ratioLabel: 'Aspect ratio, such as 5:4',
    count: (count: number) => `Pictures per request: ${count}`,
    spoiler: (isHidden: boolean) => `Spoiler: ${isHidden ? 'yes, hide pictures and clips behind one' : 'no'}`,
    drafts: (isWanted: boolean) => `Drafts: ${isWanted ? 'yes, only you see them until you show them' : 'no'}`,
    mention: (minutes: number | null) => {
      if (minutes === null) return 'Mention me when it’s ready: never';
      return `Mention me when it’s ready: ${minutes === 0 ? 'always' : `after ${counted(minutes, 'minute')}`}`;
    },
    directMessages: (isWanted: boolean) => `Direct messages: ${isWanted ? 'yes, about your pictures and clips' : 'no'}`,
    stars: (mayShow: boolean) => `Others’ stars bring my pictures into the gallery: ${mayShow ? 'yes' : 'no'}`,
    others: (policy?: boolean | 'ask') =>
      `Others can build on my pictures: ${
        { true: 'yes', false: 'no', ask: 'ask me first', undefined: 'as each server decides' }[`${policy}`]
      }`,
    reset: 'Reset all …',
    resetAsk: 'Reset all your preferences?',
    resetYes: 'Reset',
    resetNo: 'Cancel',
  },
  menu: {
    open: 'Open in Easel',
    use: 'Use as a source',
    saveStyle: 'Save this style',
  },
  saving: {
    title: 'Save a style',
    name: 'Name',
    words: 'Words; {prompt} marks where yours goes',
    keep: 'Also save',
    whose: 'Who can use it',
    forMe: 'Only me',
    forServer: 'Everyone in this server',
  },
  work: {
    buttons: { change: 'Change …', animate: 'Animate …', edit: 'Edit …' },
    titles: {
      change: 'Change this picture',
      animate: 'Animate this picture',
      edit: 'Edit and make again',
      style: 'Use this style',
      new: 'Make something',
    },
    prompts: {
      change: 'Describe the new picture',
      animate: 'Describe what happens',
      edit: 'Prompt',
      style: 'Describe what you want',
      new: 'Describe what you want',
    },
    examples: {
      change: 'the same place by night, with a full moon',
      animate: 'waves roll in, and the camera draws closer',
      edit: '',
      style: 'a heron in the reeds',
      new: 'a heron in the reeds',
    },
    model: 'Model',
    more: 'More',
    moreAbout: (offersDraft: boolean) => `Spoiler, ${offersDraft ? 'only for you, ' : ''}compare two models`,
    extras: {
      spoiler: 'Hide it behind a spoiler until someone clicks it',
      draft: 'Draft: only you see it until you show it',
      compare: (name: string) => `Compare with ${name}, side by side`,
    },
    compareOne: 'You can compare with one other model. Choose only one.',
    ratio: 'Aspect ratio',
    anyRatio: 'The model’s default',
    count: 'How many',
    pictures: (count: number) => counted(count, 'picture'),
    noPicture: 'That message has no picture. Choose one with a PNG, JPEG, WebP or GIF file.',
    noWork: 'This message of Easel’s has no picture made with it. Choose one that does.',
    noFrames: 'Clips can’t go on here, because this machine has no ffmpeg. The operator can install it.',
    noModel: 'This server doesn’t use any model that can make this.',
    notTheirs: (memberId: string) => `<@${memberId}> doesn’t let others build on their pictures.`,
    notThisOne: (memberId: string) => `<@${memberId}> doesn’t let others build on this picture.`,
    byApp: 'This server doesn’t let members build on pictures by other bots. Choose another.',
    notByOthers: 'This server doesn’t let you build on others’ pictures. Choose one of your own.',
  },
  consent: {
    waits: (ownerId: string, url: string | undefined, endsAtMs: number) =>
      `You already asked <@${ownerId}> ${url === undefined ? 'with another request' : `with [another request](${url})`}. It starts once they allow it, and expires ${relative(endsAtMs)}. To ask with other words, press *Withdraw* on it first.`,
    declined: (ownerId: string, againAtMs: number) =>
      `<@${ownerId}> declined and doesn’t let you build on this picture. Choose someone else’s, or ask again ${relative(againAtMs)}.`,
    gone: (ownerId: string) =>
      `<@${ownerId}> wants to be asked first but has left this server. Choose another picture.`,
    tooMany: (most: number) =>
      `You have ${counted(most, 'request')} waiting for the owners of pictures, the most allowed. Withdraw one, wait for an answer, or try again tomorrow.`,
  },
  savedSources: {
    laid: (count: number) =>
      `Set aside: ${counted(count, 'picture')}. Press a button within a day to use ${count === 1 ? 'it' : 'them together'}. If an owner wants to be asked first, Easel asks them then.`,
    blend: (count: number, one: Price) => priced(`Blend ${count}`, one),
    /** The prompt of *Blend*. */
    blendWords: 'these pictures, blended into one',
    full: (count: number, most: number) =>
      `You can set aside ${counted(most, 'picture')}, and you have ${number(count)}. Press a button to use those first.`,
    blendNeedsTwo: 'You’ve set only one picture aside. Set another one aside first, then press *Blend*.',
    empty: 'You haven’t set any pictures aside. Choose *Use as a source* in the menu of a message with pictures.',
  },
};
