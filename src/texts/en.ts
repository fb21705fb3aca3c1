import type { MediaKind } from '../task-api/models.ts';
import { appealWords } from './en-appeals.ts';
import { previewWords, waitingWords } from './en-approval.ts';
import { budget, commandWords, creditsCommand, holdRefusals, refusedWords } from './en-budget.ts';
import { draftWords, personalWords } from './en-drafts.ts';
import { exploreCommandWords, exploreWords } from './en-explore.ts';
import {
  agreeing,
  counted,
  credits,
  duration,
  MADE_WITH_AI,
  nounOf,
  number,
  pageWords,
  relative,
  someThings,
} from './en-formats.ts';
import { galleryWords } from './en-gallery.ts';
import { helpCommandWords, helpWords } from './en-help.ts';
import { modelWords } from './en-models.ts';
import { moderateWords, moderationCommandWords, moderationRefusals, moderatorWords } from './en-moderation.ts';
import { operatorAlerts } from './en-operator.ts';
import { privacyCommandWords, privacyWords } from './en-privacy.ts';
import { reportWords } from './en-reports.ts';
import { roundCommandWords, roundWords } from './en-rounds.ts';
import { settingsWords } from './en-settings.ts';
import { setupCommandWords, setupWords } from './en-setup.ts';
import { studioCommandWords, studioWords } from './en-studio.ts';
import { historyCommandWords, workWords } from './en-works.ts';

/** Every word that people read in Discord. Another language is another object of this type. */

const toldOr = (isOperatorTold: boolean): string =>
  isOperatorTold ? 'The operator has been told. Try again later.' : 'Try again later.';

/** A picture or clip of Easel's that something is made from. */
interface FromWork {
  memberId: string;
  /** Which one of several. */
  number: number | undefined;
  address: string | undefined;
  thing: MediaKind;
}

function workName({ memberId, number, address, thing }: FromWork): string {
  const noun = nounOf(thing);
  const name = number === undefined ? noun : `${noun} ${number}`;
  const link = address === undefined ? name : `[${name}](${address})`;
  return number === undefined ? `<@${memberId}>’s ${link}` : `${link} of <@${memberId}>’s`;
}

export const en = {
  credits,

  commands: {
    image: {
      description: 'Make a picture from a prompt or from a picture you attach',
      count: 'How many pictures (1 to 4)',
    },
    video: { description: 'Make a clip from a prompt or from a picture you attach' },
    options: {
      prompt: 'Describe what you want; {dawn|dusk} makes one of each. Without it, a form opens',
      model: 'Choose the model',
      aspectRatio: 'Set the aspect ratio, such as 16:9',
      source: 'Attach a picture to start from',
    },
    help: helpCommandWords,
    privacy: privacyCommandWords,
    setup: setupCommandWords,
    history: historyCommandWords,
    explore: exploreCommandWords,
    ...commandWords,
    ...moderationCommandWords,
    round: roundCommandWords,
    ...studioCommandWords,
  },

  help: helpWords,
  privacy: privacyWords,

  setup: setupWords,

  job: {
    title: (memberId: string, thing: MediaKind, count: number) =>
      `<@${memberId}> asked for ${someThings(count, thing)}`,
    titleOfMade: (memberId: string, thing: MediaKind, count: number) =>
      `<@${memberId}> made ${someThings(count, thing)}`,
    /** The small line of cards, gallery posts and pages. */
    facts: (facts: {
      model: string;
      style: string | undefined;
      aspectRatio: string | undefined;
      sources: number;
      /** The works that it names; otherwise it counts the pictures. */
      from: readonly FromWork[] | undefined;
    }) =>
      [
        MADE_WITH_AI,
        facts.model,
        ...(facts.style === undefined ? [] : [`in the style ${facts.style}`]),
        ...(facts.aspectRatio === undefined ? [] : [facts.aspectRatio]),
        ...(facts.from
          ? [`from ${facts.from.map(workName).join(' and ')}`]
          : facts.sources === 0
            ? []
            : [`from ${counted(facts.sources, 'picture')}`]),
      ].join(' · '),
    quoted: (amount: number) => `about ${credits(amount)}`,
    charged: (amount: number) => credits(amount),
    waitingToBeSent: 'Waiting to be sent …',
    sending: 'Sending to the service …',
    queued: (sinceMs: number) => `In the service’s queue, sent ${relative(sinceMs)}`,
    running: (sinceMs: number) => `In progress, started ${relative(sinceMs)}`,
    usually: (durationMs: number) => `usually takes ${duration(durationMs)}`,
    longerThanUsual: 'This is taking longer than usual.',
    delivering: 'Done. Downloading …',
    late: 'Done, but downloading is taking longer than usual. Easel keeps trying …',
    done: (tookMs: number | undefined) => (tookMs === undefined ? 'Done' : `Done, took ${duration(tookMs)}`),
    /** For a member with their first result, in private. */
    firstResult: {
      picture:
        'Go on from your picture: *Vary* makes another like it, *Finish* makes it again in a better model, *Animate* makes a clip of it. *More …* has the rest. Numbers are prices in credits.',
      pictures:
        'Go on from your pictures with the buttons below them: a number opens that picture, where you can vary, finish or animate it. *Again* makes new ones from the same words, for the credits that it says. *More …* has everything else.',
      clip: 'Go on from your clip: *Again* makes a new one from the same words, *★* keeps it where you find it again. *More …* has the rest. Numbers are prices in credits.',
    },
    madeSmaller: (address: string | undefined, isUnsigned = false) =>
      `${address === undefined ? 'The original' : `[The original](${address})`} was too large to upload here, so Easel saved a smaller copy${isUnsigned ? ', which has lost its content credentials' : ''}.`,
    /** Why a result is linked. */
    linkReasons: {
      'too large': 'Too large to upload here',
      'not shown': 'Discord doesn’t show files of this kind',
      'not accepted': 'Discord doesn’t accept this file',
      'prompt inside': 'Easel can’t tell whether this file contains the prompt',
    },
    /** Where the prompt is hidden, because the service's file may contain it. */
    linkHidden: (reason: string) =>
      `${reason}, and a link could show the hidden prompt. Its author can get it from \`/history\` while the service still has it.`,
    linked: (reason: string, address: string) =>
      `${reason}: [open it at the service](${address}). Save it soon: it may not stay there.`,
    linkTooLong: (reason: string) =>
      `${reason}, and its link is too long for a message. Get it from \`/history\` while the service still has it.`,
    kept: {
      unreachable: 'Done, but Easel couldn’t show it here. Get it from `/history` while the service still has it.',
      'not fetched':
        'Done, but Easel couldn’t download the file from the service. Try again from `/history` while the service still has it.',
      'not media':
        'Done, but the service’s file is neither a picture nor a clip. The operator can see more in the log.',
      'refused address':
        'Done, but the service gave an address that Easel can’t use. The operator can see more in the log.',
      'not accepted': 'Done, but Discord doesn’t accept this file.',
      'prompt inside': 'Done, but not shown: Easel can’t tell whether this file contains the hidden prompt.',
      fault:
        'Done, but Easel failed to show it here. Get it from `/history` while the service still has it. The operator can see why in the log.',
      'removed picture': 'Done, but not shown: it looks like a picture that this server’s moderators removed.',
      cancelled:
        'The service finished it anyway. Its author can get it from `/history` while the service still has it.',
      'clip gone': 'Not made: a clip that it needs is gone.',
      'clip unreadable': 'Not made: Easel can’t read a clip that it needs.',
      'clips too long': 'Not joined: together they’d be longer than a minute.',
      'clips differ': 'Not joined: the two have different aspect ratios.',
      'clip too large': 'Not made: it would be too large to upload here.',
    },
    /** What is made from clips. The first two are made by Easel itself, at no cost. */
    fromClips: {
      still: {
        title: (memberId: string) => `<@${memberId}> took the last frame of a clip`,
        making: 'Taking the last frame …',
      },
      join: { title: (memberId: string) => `<@${memberId}> joined two clips`, making: 'Joining both clips …' },
      continue: { making: 'Taking the last frame of the clip …' },
      done: 'Done · free',
    },
    failed: {
      'failed by the service': 'Failed: the service couldn’t make it.',
      refused: (message: string) => `The service refused it: “${message.replace(/\.$/, '')}”.`,
      refusedHidden: 'The service refused it. Its author and the moderators can press *Prompt* to see why.',
      'bad key': 'Not started: the service doesn’t accept Easel’s key. The operator needs to fix this.',
      'not served':
        'Not started: the service isn’t taking requests right now. It’s neither your prompt nor your credits.',
      'not the service':
        'Not started: something other than the generation service is answering, perhaps a page about maintenance. Try again later.',
      'too many requests': 'Not started: the service is too busy. Try again in a few minutes.',
      unreachable: 'Not started: Easel couldn’t reach the service. Try again in a few minutes.',
      'no result': 'Failed: the service reported success but returned nothing.',
      interrupted: 'Not started: Easel was interrupted before anything was sent. Use the command again.',
      'not approved': (why: string) => (why === '' ? 'Not approved.' : `Not approved: ${why}`),
      'not decided in time': 'Expired: it wasn’t approved in time.',
      'over budget':
        'Not started: earlier pictures or clips cost more than expected, so the budget doesn’t cover this one.',
      'removed source':
        'Not started: a picture that it starts from looks like one that this server’s moderators removed.',
      'no frame': 'Not started: the last frame of that clip can’t be had, because the clip is gone or unreadable.',
    },
    returned: (amount: number) => `${credits(amount)} returned.`,
    unconfirmed: {
      'answer lost': 'Unconfirmed: the service’s answer was lost, so it’s unknown whether it accepted this.',
      interrupted:
        'Unconfirmed: Easel was stopped while sending this, so it’s unknown whether the service accepted it.',
      'waited too long': 'Unconfirmed: the service never reported how this ended.',
      'task not found': 'Unconfirmed: the service no longer has a record of this.',
      'id in use':
        'Unconfirmed: the service’s answer was about another task, so it’s unknown whether it accepted this one.',
      'absurd charge': 'Unconfirmed: the service says that this cost far more than it can have cost.',
    },
    resolved: {
      settled: (amount: number) =>
        `It was unconfirmed. The operator found that the service charged for it: ${credits(amount)}.`,
      released: (amount: number) => `It was unconfirmed. The operator returned ${credits(amount)}.`,
    },
    stillHeld: (amount: number) =>
      `${credits(amount)} ${agreeing(amount, 'stays', 'stay')} held until the operator has checked.`,
    cancelledWaiting: (atMs: number) =>
      `Cancelled ${relative(atMs)}. The service can’t be stopped: if it finishes, the credits are spent; if it fails, they’re returned.`,
    missed: (thing: 'image' | 'video', isMade: boolean) =>
      isMade
        ? `Your ${thing === 'image' ? 'picture' : 'clip'} is done, but its message was deleted or Easel can’t reach it. Get it from \`/history\`; no one else sees it.`
        : `The message of your ${thing === 'image' ? 'picture' : 'clip'} was deleted or Easel can’t reach it. See \`/history\` for what happened.`,
    ready: (memberId: string, thing: MediaKind) => `<@${memberId}>, your ${nounOf(thing)} is ready.`,
    partlyReady: (memberId: string, thing: MediaKind) =>
      `<@${memberId}>, some of your ${nounOf(thing)}s couldn’t be downloaded. The message says what happened to each.`,
    notHere: (memberId: string, thing: MediaKind) =>
      `<@${memberId}>, your ${nounOf(thing)} is done but couldn’t be downloaded. The message says what you can do.`,
    altOfHidden: { image: 'A picture whose prompt is hidden', video: 'A clip whose prompt is hidden' },
    buttons: {
      cancel: 'Cancel',
      prompt: 'Whole prompt',
      hiddenPrompt: 'Prompt',
    },
    numbered: (number: number, line: string) => `**${number}** ${line}`,
    /** Between the two that make it side by side. */
    and: ' and ',
    byModel: (model: string, line: string) => `${model}: ${line}`,
  },

  refusals: {
    outsideServer: 'Easel works in servers only. Add it to one, or use it where it already is.',
    promptEmpty: 'Your prompt is empty. Describe what you want.',
    promptVariantEmpty: 'One choice leaves your prompt empty. Fill in every choice: `{cat|dog}`.',
    promptTooLong: (length: number, limit: number) =>
      `Your prompt has ${counted(length, 'character')}; the limit is ${number(limit)}. Shorten it and try again.`,
    ratio: (given: string) =>
      `“${given}” isn’t an aspect ratio. Write width and height with a colon between them, such as 16:9.`,
    sourceUnreadable: (name: string) =>
      `Easel can’t read “${name}” as a picture: it’s empty, damaged, or another kind of file. Attach a PNG, JPEG, WebP or GIF file.`,
    sourceNoImage: (name: string) => `“${name}” isn’t a picture. Attach a PNG, JPEG, WebP or GIF file.`,
    sourceElsewhere:
      'That picture is stored outside Discord, where it could change. Save it, then attach it to the command or post it here.',
    sourceAddressTooLong:
      'That picture’s address is too long. Save the picture, then attach it to the command or post it here.',
    tooManyOrigins: 'That would build on too many pictures, one made from the other. Start from fewer or earlier ones.',
    sourcesExpired:
      'The source pictures are no longer available. Start again from a picture that’s still here, or attach it to the command.',
    cannot: {
      see: 'Easel can’t see this channel, so it couldn’t post here. Ask a moderator to let Easel view it, or use another one.',
      attach: 'Easel can’t attach files here. Ask a moderator to allow it, or use another channel.',
      send: 'Easel can’t send messages in this channel, so it couldn’t post your picture or clip. Ask a moderator to allow it, or use another channel.',
    },
    ...holdRefusals,
    badKey: (isOperatorTold: boolean) =>
      `The service doesn’t accept Easel’s key right now. ${toldOr(isOperatorTold)} No credits were spent.`,
    notTheService:
      'Something other than the generation service is answering, perhaps a page about maintenance. Try again later. No credits were spent.',
    serviceLimited: 'The service is too busy right now. Try again in a few minutes. No credits were spent.',
    busy: (roomAtMs: number) =>
      `Too many requests are waiting for the service. Try again ${relative(roomAtMs)}. No credits were spent.`,
    tooSlow:
      'Easel is too busy right now. If you asked for a picture or clip, it wasn’t started and no credits were spent. If you were changing something, check whether it went through before you try again.',
    changingHands:
      'Easel is moving this server to another process. Nothing was started or charged. Try again in a few seconds.',
    tooManyUnderWay: 'Easel is too busy right now. Nothing was started or changed. Try again in a moment.',
    serviceDown: 'The service isn’t answering right now. Try again in a few minutes. No credits were spent.',
    storeFailed:
      'Easel can’t reach its records right now. No picture or clip was started, and no credits were spent. If you were changing something, check whether it went through before you try again in a few minutes.',
    modelUnknown: 'There’s no such model. Pick one from the list.',
    countWrong: 'Choose from 1 to 4 pictures.',
    unknownButton: 'This button is out of date and no longer works. Use the command instead.',
    onlyFor: (memberId: string) => `Only <@${memberId}> and the moderators can see that.`,
    notYourList: 'This list belongs to someone else. Use `/history` to see your own.',
    commandDenied: (name: string) =>
      `This server’s admins have turned off \`${name}\` for you or for this channel in Discord’s settings. This button does the same, so it’s off too.`,
    commandUnsure: 'Discord isn’t saying right now whether you may do that here. Try again in a minute.',
    againNotYours: 'Only the author and the moderators can read this prompt, so no one else can make it again.',
    unknownCommand: 'This command no longer exists. Reload Discord and try again.',
    stopping: 'Easel is restarting. Try again in a minute. No credits were spent.',
    interrupted: 'Easel is restarting. Try again in a minute.',
    fault: (id: string) => `Something went wrong. If it happens again, give the operator this id: \`${id}\``,
  },

  refused: refusedWords,

  history: {
    inProgress: (count: number, shown: number) =>
      count === shown ? 'On its way' : `On its way: the newest ${shown} of ${count}`,
    page: (page: number, of: number, works: number) => `page ${page} of ${of} · ${works} in all`,
    part: (first: number, last: number, works: number) =>
      first === last ? `${first} of ${works}` : `${first} to ${last} of ${works}`,
    empty: 'You haven’t made anything here yet. Try `/image`!',
    when: relative,
    link: (url: string) => `[message](${url})`,
    noMessage: 'no message',
    outcome: {
      underWay: 'in progress',
      done: (count: number, of: number) => (of === 1 ? 'done' : `${count} of ${of} done`),
      notFetched: (count: number, of: number) => (of === 1 ? 'done, not fetched' : `${count} of ${of} not fetched`),
      failed: 'failed',
      notApproved: 'not approved',
      unconfirmed: 'unconfirmed',
      settled: 'settled by the operator',
      released: 'released by the operator',
      cancelled: 'cancelled',
    },
    cost: (amount: number) => credits(amount),
    deliverAgain: 'Send me the files',
    older: 'Older',
    newer: 'Newer',
    again: (count: number) => (count === 1 ? 'Here you go.' : `Here are all ${count}.`),
    fetchUnderWay: 'Easel is still fetching what you asked for before.',
    fetchedOften: (tryAgainAtMs: number) =>
      `You’re fetching pictures too quickly. Try again ${relative(tryAgainAtMs)}.`,
    manyFetch: 'Too many members are fetching pictures right now. Try again in a minute.',
    nothingToFetch: 'This was never made.',
    noLongerThere: 'The service no longer has this.',
    fetchFailed: 'The service has this, but Easel couldn’t fetch it. Try again in a few minutes.',
    linkTooLong: (reason: string) => `${reason}, and its address is too long for a message.`,
    linked: (reason: string, address: string) => `${reason}: [open it at the service](${address}).`,
    notAccepted: 'Discord doesn’t accept this file.',
  },

  budget,
  creditsCommand,
  operatorAlerts,
  moderation: {
    appeals: appealWords,
    gallery: galleryWords,
    refusals: moderationRefusals,
    moderators: moderatorWords,
    moderate: moderateWords,
    previews: previewWords,
    reports: reportWords,
    settings: settingsWords,
    waiting: waitingWords,
  },

  rounds: roundWords,
  models: modelWords,
  /** Buttons under a list with numbered pages. */
  pages: pageWords,
  studio: studioWords,
  works: workWords,
  drafts: draftWords,
  explore: exploreWords,
  personal: personalWords,
};

export type Texts = typeof en;
