import { counted, relative } from './en-formats.ts';

/** What people read in `/privacy`. */

export const privacyCommandWords = { description: 'See, correct and delete what Easel keeps about you' };

export const privacyWords = {
  title: 'What Easel keeps about you',
  kept: 'To make and find your pictures again, share the server’s credits and let moderators decide, Easel keeps what you asked for and how it ended. It deletes most of that after 400 days.',
  correct:
    '**Correct it:** `/preferences` has your choices and who may build on your pictures, `/style` your styles, `/history` your pictures, stars and collections.',
  erase: '**Delete it:** *Forget all* asks first. Messages in Discord stay, and you delete them below each picture.',
  forManagers:
    '**For managers:** of this server, Easel keeps settings, budget, limits, rounds and decisions. `/settings` and `/budget` give them as files.',
  pages: ({ privacyUrl, termsUrl }: { privacyUrl?: string | undefined; termsUrl?: string | undefined }) => [
    ...(privacyUrl === undefined ? [] : [`[Privacy policy](${privacyUrl})`]),
    ...(termsUrl === undefined ? [] : [`[Terms](${termsUrl})`]),
  ],
  file: 'Show all and get the file',
  forget: { here: 'Forget all here …', all: 'Forget all everywhere …' },
  ask: (where: 'here' | 'all') =>
    `Delete your prompts, pictures’ records, stars, collections, styles and preferences in ${where === 'here' ? 'this server' : 'all servers'}? Your prompts also disappear from the moderators’ records. Messages stay. On them, *Again*, *Vary*, *Finish*, *Animate*, *Prompt* and *Show in the gallery* stop working; *Delete* and *Report …*, behind *More …*, still work. Easel remembers who made each picture, what from, and who may build on it. Round entries are withdrawn. Waiting requests keep their prompts until they end.`,
  yes: 'Delete everything',
  forgotten:
    'Done. Your list, its prompts, your stars, collections, styles and preferences here are gone. Easel still knows who made each picture, and moderators keep who decided what, and where.',
  forgottenIn: (servers: number, isWhole: boolean) =>
    `Done. Your prompts, stars, collections, styles and preferences are gone from ${counted(servers, 'server')}. Easel still knows who made each picture, and moderators keep who decided what, and where.${isWhole ? '' : ' Other parts of Easel serve your other servers: press this there too.'}`,
  later: 'What still waits or is being made keeps its prompt until it ends; then Easel deletes that too.',
  tooOften: (tryAgainAtMs: number | undefined) =>
    tryAgainAtMs === undefined
      ? 'Easel is still doing this for you. Wait a moment.'
      : `You’ve done this several times. Try again ${relative(tryAgainAtMs)}.`,
  server: {
    erase: 'Erase this server …',
    ask: 'Erase all that Easel keeps about this server: settings, moderators’ decisions, reports, known pictures, rounds, the gallery’s list, budget entries and limits, and every member’s pictures’ records, styles and choices? This can’t be undone. Messages stay, but their buttons stop working. The credits that this server has left don’t change, and an operator’s pause stays.',
    yes: 'Erase this server',
    outcomes: {
      erased: 'Done. Of this server, Easel only knows how many credits it has left. `/setup` starts anew.',
      later: 'Easel erases this server as soon as it can, and makes nothing here until then.',
      'under way':
        'Nothing was erased, because something is being made here, people still have to decide about a request, a report or a round, or everything is paused. Try again when that has ended.',
    },
  },
  nothing: 'Easel keeps nothing about you here.',
  list: 'Easel keeps about you in this server:',
  kind: (what: string, count: number) => `- **${count}** × ${what}`,
  more: (kinds: number) => `and ${counted(kinds, 'more kind')} in the file.`,
  cut: 'The file is full. `/history` has the rest of your pictures, with *Export*.',
};
