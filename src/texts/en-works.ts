import { counted, number } from './en-formats.ts';

/** What people read where they find their own works again. */

const byOthers = (count: number): string => (count === 0 ? '' : ` ${counted(count, 'member')} starred it.`);

export const workWords = {
  stars: {
    button: '★ Star',
    given: (count: number) => `Starred.${byOthers(count)}`,
    taken: (count: number) => `Your star is taken away.${byOthers(count)}`,
    hidden: 'This result was hidden or removed after reports, so it takes no stars.',
    memberFull: (most: number) =>
      `You have given ${number(most)} stars here, and no more are kept. Take one away first.`,
    workFull: (most: number) => `This has ${number(most)} stars already, and no more are kept.`,
  },
};
