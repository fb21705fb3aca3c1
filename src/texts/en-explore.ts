import { number } from './en-formats.ts';

/** What people read where they look at everyone's pictures. */

export const exploreCommandWords = { description: 'See the pictures and clips that members starred, and the newest' };

export const exploreWords = {
  title: 'Explore',
  tabs: { week: 'Week', month: 'Month', new: 'New', style: 'By style' },
  about: {
    week: 'Most starred of the last 7 days',
    month: 'Most starred of the last 30 days',
    new: 'The newest that you can see here',
    style: 'The newest in a style of this server',
  },
  nothing: {
    week: 'No one has starred anything from the last 7 days. Press ★ on what you like.',
    month: 'No one has starred anything from the last 30 days. Press ★ on what you like.',
    new: 'There’s nothing to see here yet. Make the first one with `/image`!',
    style: 'There’s nothing recent in this style. Make one with `/image` and `style`!',
  },
  chooseStyle: 'Choose a style',
  noStyles: 'This server has no styles yet. Managers can save one with `/style`.',
  line: (position: number, memberId: string, stars: number, prompt: string) =>
    `**${position}** <@${memberId}>${stars === 0 ? '' : ` · ★ ${number(stars)}`} · ${prompt}`,
};
