import type { Gates } from '../moderation/settings/modes.ts';
import type { MediaKind, Price } from '../task-api/models.ts';
import { counted, credits, number, price, relative, someThings } from './en-formats.ts';

/** What people read in `/help`. */

/** Who decides before something is made, after "Here". */
const BEFORE: Readonly<Record<Gates['before'], string>> = {
  nobody: 'everything is made at once',
  moderators: 'a moderator decides first',
  members: 'members vote first',
};
const AFTER: Readonly<Record<Gates['after'], string>> = {
  nobody: '',
  moderators: ', and moderators look at the picture before everyone sees it',
};

export const helpCommandWords = { description: 'See what you can do here, and what it costs' };

export const helpWords = {
  title: 'What you can do here',
  left: (leftCredits: number, budgetCredits: number) =>
    `This server has ${number(leftCredits)} of ${credits(budgetCredits)} left.`,
  own: (leftCredits: number, shareCredits: number, renewsAtMs: number) =>
    `You have ${number(leftCredits)} of ${number(shareCredits)}, renewed ${relative(renewsAtMs)}.`,
  make: (kind: MediaKind, least: Price) => `**Make ${someThings(1, kind)}** with \`/${kind}\`: from ${price(least)}.`,
  makeButton: 'Make one …',
  /** The prompt that the form starts with, so that no one has to think of one first. */
  samplePrompt: 'a lighthouse in a storm, oil painting',
  refused: (why: string) => `**In this channel:** ${why}`,
  gates: ({ before, after }: Gates) => `**In this channel:** ${BEFORE[before]}${AFTER[after]}.`,
  /** For moderators and trusted members, who may otherwise think that nothing is decided here. */
  youSkip: ({ before, after }: Gates) => `you skip approval. For other members, ${BEFORE[before]}${AFTER[after]}.`,
  build:
    '**Build on a picture:** press *1*, *2*, *3* or *4* below several, then *Vary*, *Finish* or *Animate*. Each button says what it costs, and *More …* has the rest. The menu of any message with pictures (right-click, or press and hold: *Apps*) starts from those.',
  find: (count: number) =>
    count === 0
      ? '**Find yours again** with `/history`. You haven’t made anything here yet.'
      : `**Find yours again:** ${counted(count, 'request')} so far.`,
  findButton: 'My pictures',
  more: '`/explore` shows what others made, `/style` saves words under a name, `/preferences` sets your defaults, and `/privacy` shows and deletes what Easel keeps about you. If a picture breaks the rules, *More …* and *Report …* below it tell the moderators.',
  forModerators: (waiting: number) =>
    waiting === 0
      ? 'For moderators: nothing waits for you. `/moderation panel` has the log.'
      : `For moderators: ${counted(waiting, 'decision')} waiting in \`/moderation panel\`.`,
  noModerators: 'For managers: this server has no moderators’ channel yet. `/setup` sets Easel up in three presses.',
  forManagers: 'For managers: `/settings` says who may make what, and limits what each member spends.',
};
