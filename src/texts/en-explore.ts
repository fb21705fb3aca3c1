import { number } from './en-formats.ts';

/** What people read on the walls of pictures, their own and everyone's. */

export const exploreCommandWords = { description: 'See the pictures and clips that members starred, and the newest' };

export const exploreWords = {
  tabs: { mine: 'Mine', starred: 'My stars', new: 'Newest', week: '★ Week', month: '★ Month', style: 'By style' },
  /** The titles of the tabs. */
  about: {
    mine: 'Your pictures and clips here',
    starred: 'What you starred here',
    new: 'The newest that you can see here',
    week: 'Most starred of the last 7 days',
    month: 'Most starred of the last 30 days',
    style: 'The newest in a style of this server',
  },
  nothing: {
    starred: 'You haven’t starred anything here yet. Press ★ on what you like.',
    week: 'No one has starred anything from the last 7 days. Press ★ on what you like.',
    month: 'No one has starred anything from the last 30 days. Press ★ on what you like.',
    new: 'There’s nothing to see here yet. Make the first one with `/image`!',
    style: 'There’s nothing recent in this style. Make one with `/image` and `style`!',
  },
  chooseStyle: 'Choose a style',
  noStyles: 'This server has no styles yet. Managers can save one with `/style`.',
  stars: (count: number) => `★ ${number(count)}`,
};
