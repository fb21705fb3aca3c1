import type { MediaKind } from '../task-api/models.ts';
import { previewWords, waitingWords } from './en-approval.ts';
import { budget, commandWords, creditsCommand, holdRefusals, refusedWords } from './en-budget.ts';
import { draftCommandWords, draftWords, personalWords } from './en-drafts.ts';
import { agreeing, counted, credits, duration, nounOf, number, relative, someThings } from './en-formats.ts';
import { galleryWords } from './en-gallery.ts';
import { modelWords } from './en-models.ts';
import { moderateWords, moderationCommandWords, moderationRefusals, moderatorWords } from './en-moderation.ts';
import { operatorAlerts } from './en-operator.ts';
import { reportWords } from './en-reports.ts';
import { roundCommandWords, roundWords } from './en-rounds.ts';
import { settingsWords } from './en-settings.ts';
import { studioCommandWords, studioWords } from './en-studio.ts';
import { historyCommandWords, workWords } from './en-works.ts';

/** Every word that people read in Discord. Another language is another object of this type. */

const toldOr = (isOperatorTold: boolean): string =>
  isOperatorTold ? 'The operator has been told; try again later.' : 'Try again later.';

/** Made from a result of Easel's. */
const fromPicture = ({ memberId, address }: { memberId: string; address: string | undefined }): string =>
  `from <@${memberId}>’s ${address === undefined ? 'picture' : `[picture](${address})`}`;

export const en = {
  credits,

  commands: {
    image: {
      description: 'Make a picture from your words, or from a picture of yours',
      count: 'How many pictures (1 to 4)',
    },
    video: { description: 'Make a clip from your words, or from a picture of yours' },
    options: {
      prompt: 'What it should show; {dawn|dusk} makes one of each',
      model: 'Which model makes it',
      andModel: 'A second model, side by side: each makes it',
      aspectRatio: 'Width to height, such as 16:9',
      source: 'A picture to start from',
      source2: 'A second picture to start from',
      source3: 'A third picture to start from',
      spoiler: 'Hide the result until somebody clicks it',
      draft: draftCommandWords.option,
    },
    history: historyCommandWords,
    ...commandWords,
    ...moderationCommandWords,
    round: roundCommandWords,
    ...studioCommandWords,
  },

  job: {
    title: (memberId: string, thing: MediaKind, count: number) =>
      `<@${memberId}> asked for ${someThings(count, thing)}`,
    facts: (facts: {
      model: string;
      style: string | undefined;
      aspectRatio: string | undefined;
      sources: number;
      from: { memberId: string; address: string | undefined } | undefined;
    }) =>
      [
        facts.model,
        ...(facts.style === undefined ? [] : [`in the style ${facts.style}`]),
        ...(facts.aspectRatio === undefined ? [] : [facts.aspectRatio]),
        ...(facts.from
          ? [fromPicture(facts.from)]
          : facts.sources === 0
            ? []
            : [`from ${counted(facts.sources, 'picture')}`]),
      ].join(' · '),
    quoted: (amount: number) => `about ${credits(amount)}`,
    charged: (amount: number) => credits(amount),
    waitingToBeSent: 'Waiting for its turn to be sent …',
    sending: 'Sending it to the service …',
    queued: (sinceMs: number) => `Waiting for its turn at the service, asked ${relative(sinceMs)}`,
    running: (sinceMs: number) => `Being made, began ${relative(sinceMs)}`,
    usually: (durationMs: number) => `usually takes ${duration(durationMs)}`,
    longerThanUsual: 'It takes longer than usual.',
    delivering: 'Done at the service, on its way here …',
    late: 'Done at the service. Fetching it takes longer than usual; Easel keeps trying …',
    done: (tookMs: number) => `Done, took ${duration(tookMs)}`,
    madeSmaller: (address: string | undefined) =>
      `${address === undefined ? 'The original' : `[The original](${address})`} was too large to upload here, so it was saved again in a smaller form.`,
    linked: (address: string) =>
      `Too large to upload here: [open it at the service](${address}). The service does not say how long it keeps it, so save it soon.`,
    linkTooLong:
      'Too large to upload here, and its link too long for a message: `/history` has it while the service keeps it.',
    kept: {
      'no place':
        'Done, but there was no message left to put it in: `/history` gives it back while the service keeps it.',
      'not fetched':
        'Done, but the file could not be fetched from the service. `/history` tries again while the service keeps it.',
      'refused address':
        'Done, but the service gave an address that is not safe to fetch from. The operator can see why in the log.',
      cancelled:
        'The service finished it all the same: `/history` gives it to the one who asked, while the service keeps it.',
    },
    failed: {
      'failed by the service': 'Failed: the service could not make it.',
      refused: (message: string) => `The service refused it: “${message.replace(/\.$/, '')}”.`,
      refusedHidden: 'The service refused it. *Prompt* tells its member and the moderators why.',
      'bad key': 'Not started: the service does not accept this bot’s key. The operator has to see to it.',
      'not served':
        'Not started: the service takes no requests just now. That has nothing to do with your prompt or this server’s credits.',
      'not the service':
        'Not started: what answers in place of the service is something else. The operator has to see to it.',
      'too many requests': 'Not started: the service is too busy. Try again in some minutes.',
      unreachable: 'Not started: the service could not be reached. Try again in some minutes.',
      'no result': 'Failed: the service says it is done but gives no result.',
      interrupted: 'Not started: it was interrupted before anything was sent. Use the command again.',
      'not approved': (why: string) => (why === '' ? 'Not made: it was not approved.' : `Not approved: ${why}`),
      'not decided in time': 'Not made: nobody decided about it in time.',
    },
    returned: (amount: number) => `${credits(amount)} returned.`,
    unconfirmed: {
      'answer lost': 'Unconfirmed: the service’s answer was lost, so nobody knows whether it was taken.',
      interrupted: 'Unconfirmed: the bot was stopped while sending it, so nobody knows whether it was taken.',
      'waited too long': 'Unconfirmed: the service never said how it ended.',
      'task not found': 'Unconfirmed: the service no longer tells how it ended.',
      'id in use':
        'Unconfirmed: the service’s answer was about another task, so it’s unknown whether it took this one.',
    },
    resolved: {
      settled: (amount: number) =>
        `It was unconfirmed; the operator found that the service charged it: ${credits(amount)}.`,
      released: (amount: number) =>
        `It was unconfirmed; the operator gave its credits back: ${credits(amount)} returned.`,
    },
    stillHeld: (amount: number) =>
      `${credits(amount)} ${agreeing(amount, 'stays', 'stay')} held until the operator has looked at it.`,
    cancelledWaiting: (atMs: number) =>
      `Cancelled ${relative(atMs)}: nobody waits for it. The service cannot be stopped, so the credits follow what it comes to.`,
    missed: (thing: 'image' | 'video', isMade: boolean) =>
      isMade
        ? `Your ${thing === 'image' ? 'picture' : 'clip'} is done, but its message was deleted or is closed to Easel, so nobody else sees it. \`/history\` gives it to you.`
        : `The message of your ${thing === 'image' ? 'picture' : 'clip'} was deleted or is closed to Easel. \`/history\` says what became of it.`,
    ready: (memberId: string, thing: MediaKind) => `<@${memberId}>, your ${nounOf(thing)} is ready.`,
    partlyReady: (memberId: string, thing: MediaKind) =>
      `<@${memberId}>, not all of your ${nounOf(thing)}s could be brought here. The message says what became of each.`,
    notHere: (memberId: string, thing: MediaKind) =>
      `<@${memberId}>, your ${nounOf(thing)} was made but could not be brought here. The message says what you can do.`,
    altOfHidden: { image: 'A picture, its prompt not shown here', video: 'A clip, its prompt not shown here' },
    buttons: {
      cancel: 'Cancel',
      again: 'Again',
      delete: 'Delete',
      report: 'Report',
      prompt: 'Whole prompt',
      hiddenPrompt: 'Prompt',
    },
    numbered: (number: number, line: string) => `**${number}** ${line}`,
    /** Between the two that make it side by side. */
    and: ' and ',
    byModel: (model: string, line: string) => `${model}: ${line}`,
  },

  refusals: {
    outsideServer: 'Easel works in servers only: add it to one, or use it where it already is.',
    promptEmpty: 'The prompt is empty. Say what it should show.',
    promptVariantEmpty:
      'One choice leaves the prompt empty. Write something outside the braces, or fill in every choice: `{cat|dog}`.',
    promptTooLong: (length: number, limit: number) =>
      `The prompt has ${counted(length, 'character')}; the limit is ${number(limit)}. Shorten it and try again.`,
    ratio: (given: string) =>
      `“${given}” is no aspect ratio. Write width and height with a colon between, such as 16:9.`,
    sourceUnreadable: (name: string) =>
      `“${name}” cannot be read as a picture: it is empty, damaged, or another kind of file. Attach a PNG, JPEG, WebP or GIF file.`,
    sourceNoImage: (name: string) => `“${name}” is not a picture. Attach a PNG, JPEG, WebP or GIF file.`,
    sourceElsewhere:
      'That picture is kept outside Discord, where it could change. Save it, then attach it to the command or post it here.',
    sourceAddressTooLong:
      'The address of that picture is too long. Save the picture, then attach it to the command or post it here.',
    tooManyOwners: 'That would be made from the pictures of too many people. Start from fewer or earlier pictures.',
    sourcesExpired: 'The pictures that this was made from are no longer there. Use the command again and attach them.',
    cannotSee:
      'Easel cannot see this channel, so the result could not be delivered. Ask a moderator to let Easel view it, or use another channel.',
    cannotAttach:
      'Easel may not attach files in this channel, so the result could not be delivered. Ask a moderator to allow it, or use another channel.',
    cannotSend:
      'Easel may not write in this channel, so the result could not be delivered. Ask a moderator to allow it, or use another channel.',
    ...holdRefusals,
    badKey: (isOperatorTold: boolean) =>
      `The service does not accept this bot’s key at the moment, so nothing can be made. ${toldOr(isOperatorTold)} No credits were touched.`,
    notServed: (isOperatorTold: boolean) =>
      `The service takes no requests just now, so nothing can be made. That has nothing to do with your credits. ${toldOr(isOperatorTold)} No credits were touched.`,
    notTheService:
      'What answers in place of the service is something else, so nothing can be made. The operator has to see to it; try again later. No credits were touched.',
    busy: (roomAtMs: number) =>
      `Too many requests are waiting for the service. Try again ${relative(roomAtMs)}. No credits were touched.`,
    tooSlow:
      'Easel is too busy to answer in time. If you asked for a picture or clip, it was not begun, and no credits were spent. Anything else may still be done: look before you try again.',
    changingHands:
      'Easel is just changing hands for this server. Nothing was begun or charged; try again in a few seconds.',
    tooManyUnderWay: 'Easel has too much to do just now. Nothing was begun or changed; try again in a moment.',
    serviceDown: 'The service does not answer at the moment. Try again in a few minutes. No credits were touched.',
    storeFailed:
      'Easel cannot reach its records at the moment. No picture or clip was begun, and no credits were spent. Where you were changing something, look whether it is changed before you try again in a few minutes.',
    modelUnknown: 'That model is not there. Choose one from the list.',
    countWrong: 'Between 1 and 4 pictures can be made at once.',
    unknownButton: 'This button is from another time and no longer works. Use the command instead.',
    notYourList: 'This list belongs to somebody else. Use `/history` for your own.',
    jobGone: workWords.denials.gone,
    commandDenied: (name: string) =>
      `The admins of this server took \`${name}\` from you or from this channel in Discord’s own settings, and this does the same.`,
    commandUnsure: 'Discord does not say just now whether you may do that here. Try again in a minute.',
    promptNotShown: workWords.denials['private prompt'],
    againNotYours:
      'The prompt of this is shown to its member and the moderators only, so nobody else can make it again.',
    madeTooOften:
      'This was made again so often that Easel could not keep track of more. Use the command with the same prompt.',
    notDone: workWords.denials['in progress'],
    tooLateToCancel: workWords.denials.ended,
    unknownCommand: 'Easel does not know this command any more. Reload Discord and try again.',
    stopping: 'Easel is restarting. Try again in a minute. No credits were touched.',
    interrupted: 'Easel is being restarted. Try again in a minute.',
    fault: (id: string) =>
      `Something went wrong here, and it is not your fault. If it happens again, tell the operator this id: \`${id}\``,
  },

  refused: refusedWords,

  history: {
    title: 'Your pictures and clips here',
    page: (page: number, of: number, works: number) => `page ${page} of ${of} · ${works} works`,
    part: (first: number, last: number, works: number) =>
      first === last ? `work ${first} of ${works}` : `works ${first} to ${last} of ${works}`,
    empty: 'You have made nothing here yet. Try `/image`!',
    when: relative,
    link: (url: string) => `[message](${url})`,
    noMessage: 'no message',
    outcome: {
      underWay: 'being made',
      done: (count: number, of: number) => (of === 1 ? 'done' : `${count} of ${of} done`),
      notFetched: (count: number, of: number) => (of === 1 ? 'made, not fetched' : `${count} of ${of} not fetched`),
      failed: 'failed',
      notApproved: 'not approved',
      unconfirmed: 'unconfirmed',
      settled: 'settled by the operator',
      released: 'released by the operator',
      cancelled: 'cancelled',
    },
    cost: (amount: number) => credits(amount),
    deliverAgain: 'Get it again',
    older: 'Older',
    newer: 'Newer',
    forget: 'Forget all',
    forgetAsk:
      'Delete everything that Easel keeps of your ended pictures and clips in this server, your stars, your collections and who may work on from single results? Your prompts also go from the moderators’ records. Their messages stay. *Again*, *Prompt*, *Whole prompt* and *Show in the gallery* stop working on them; *Delete* and *Report* go on. Requests that still wait and entries of rounds keep their prompts until they end.',
    forgetYes: 'Delete it',
    forgotten: (waiting: number) =>
      waiting === 0
        ? 'Done. Easel no longer keeps anything of your ended pictures and clips here.'
        : `Done. Easel no longer keeps anything of your ended pictures and clips here. ${counted(waiting, 'request')} of yours still ${agreeing(waiting, 'waits', 'wait')}, with the prompt. Press *Forget all* again afterwards.`,
    again: (count: number) => (count === 1 ? 'Here it is again.' : `Here are ${count} again.`),
    fetchUnderWay: 'What you asked for before is still on its way to you. Try again when it is there.',
    fetchedOften: (tryAgainAtMs: number) =>
      `You had results fetched several times within a minute. Try again ${relative(tryAgainAtMs)}.`,
    manyFetch: 'Too many members have results fetched just now. Try again in a minute.',
    nothingToFetch: 'There is no result to fetch: it was never made.',
    noLongerThere: 'The service no longer has it.',
    fetchFailed: 'The service has it, but it could not be fetched just now. Try again in some minutes.',
    linkTooLong: 'It is too large to upload here, and its address is too long for a message.',
    tooLarge: (address: string) => `It is too large to upload here: [open it at the service](${address}).`,
  },

  budget,
  creditsCommand,
  operatorAlerts,
  moderation: {
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
  studio: studioWords,
  works: workWords,
  drafts: draftWords,
  personal: personalWords,
};

export type Texts = typeof en;
