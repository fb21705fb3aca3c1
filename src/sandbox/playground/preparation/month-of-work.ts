import type { ids } from '../../discord/world/world-ids.ts';

export type MemberName = keyof typeof ids.people;
export type ChannelName = keyof typeof ids.atelier.channels;

/** Something that a member of The Atelier does. `on` are words of the picture that it is done to. */
export type MonthAct = { by: MemberName; at?: ChannelName } & (
  | { ask: 'image' | 'video'; prompt: string; options?: Record<string, string | number | boolean> | undefined }
  | { fill: 'Change …' | 'Animate …' | 'Edit and make again …'; on: string; prompt: string }
  | { press: '★' | 'Show in the gallery'; on: string }
  | { keep: string; words: string; isForServer?: true }
);

/** Started together, and ended before the clock moves on. */
export interface WorkingDay {
  /** With parts of a day, so that people work at different times. */
  daysAgo: number;
  acts: readonly MonthAct[];
}

const mira = (prompt: string, options?: Record<string, string | number | boolean>): MonthAct => ({
  by: 'member',
  ask: 'image',
  prompt,
  options,
});

/**
 * What Mira and two others make in thirty days, to be found, starred and shown. Clips share days because they take
 * long.
 */
export const MONTH_OF_WORK: readonly WorkingDay[] = [
  {
    daysAgo: 30,
    acts: [
      { by: 'member', keep: 'Night ink', words: '{prompt}, at night, in blue and silver' },
      mira('a lighthouse in a storm'),
      mira('a lighthouse on a calm evening', { aspect_ratio: '16:9' }),
      mira('a cottage under heavy clouds', { model: 'image-model-b' }),
      { by: 'artist', ask: 'image', prompt: 'a fox in a birch wood at dawn', options: { count: 2 } },
    ],
  },
  {
    daysAgo: 26.3,
    acts: [
      {
        by: 'member',
        fill: 'Change …',
        on: 'a lighthouse in a storm',
        prompt: 'the same lighthouse, the storm is over',
      },
      { by: 'member', press: '★', on: 'a fox in a birch wood' },
      mira('an owl on a fence', { count: 2 }),
      mira('an owl in an old oak', { style: 'Night ink' }),
      mira('a castle above the clouds', { aspect_ratio: '9:16' }),
      { by: 'secondMember', ask: 'image', prompt: 'a fox among tulips' },
    ],
  },
  {
    daysAgo: 20.6,
    acts: [
      { by: 'member', keep: 'Poster', words: '{prompt}, a travel poster, flat colours, gold and teal' },
      { by: 'manager', keep: 'Linocut', words: '{prompt}, a linocut in two colours', isForServer: true },
      { by: 'artist', press: '★', on: 'an owl on a fence' },
      { by: 'member', press: '★', on: 'an owl in an old oak' },
      mira('something impossible #fail'),
      mira('a paper boat in a puddle', { count: 4 }),
      { by: 'artist', ask: 'image', prompt: 'lily pads on a still lake', options: { style: 'Linocut' } },
    ],
  },
  {
    daysAgo: 15.8,
    acts: [
      { by: 'member', fill: 'Animate …', on: 'the storm is over', prompt: 'waves roll in below the lighthouse' },
      { by: 'member', fill: 'Change …', on: 'a paper boat in a puddle', prompt: 'the boat has reached the open sea' },
      mira('a harbour with boats', { style: 'Poster', model: 'image-model-b' }),
      mira('a cabin by the lake', { style: 'Poster', model: 'image-model-b' }),
      { by: 'secondMember', ask: 'video', prompt: 'a balloon lifts off at dawn', at: 'clips' },
    ],
  },
  {
    daysAgo: 11.4,
    acts: [
      { by: 'member', press: '★', on: 'the boat has reached the open sea' },
      { by: 'member', press: 'Show in the gallery', on: 'an owl in an old oak' },
      {
        by: 'member',
        fill: 'Edit and make again …',
        on: 'a cottage under heavy clouds',
        prompt: 'a cottage under the first stars',
      },
      mira('a whale below a small boat', { count: 2, aspect_ratio: '9:16' }),
      mira('a balloon over the mountains', { aspect_ratio: '16:9' }),
      { by: 'artist', ask: 'image', prompt: 'a cherry tree in full bloom, pink sky' },
    ],
  },
  {
    daysAgo: 5.7,
    acts: [
      { by: 'secondMember', press: '★', on: 'the boat has reached the open sea' },
      { by: 'artist', press: 'Show in the gallery', on: 'a cherry tree in full bloom' },
      { by: 'member', fill: 'Animate …', on: 'a whale below a small boat', prompt: 'the whale dives' },
      { by: 'member', fill: 'Change …', on: 'a cabin by the lake', prompt: 'the cabin in deep snow' },
      mira('a lighthouse above a sea of fog', { style: 'Night ink' }),
      mira('an orca under the northern lights', { count: 2 }),
    ],
  },
  {
    daysAgo: 0.8,
    acts: [
      { by: 'artist', press: '★', on: 'an orca under the northern lights' },
      { by: 'secondMember', press: '★', on: 'an orca under the northern lights' },
      { by: 'artist', press: '★', on: 'a lighthouse above a sea of fog' },
      { by: 'member', press: '★', on: 'a cherry tree in full bloom' },
      { by: 'member', press: '★', on: 'a whale below a small boat' },
      { by: 'member', press: 'Show in the gallery', on: 'the boat has reached the open sea' },
      mira('a house at the edge of the forest', { style: 'Poster' }),
      mira('the forest after the rain'),
      { by: 'artist', ask: 'image', prompt: 'balloons over a garden in spring', options: { aspect_ratio: '16:9' } },
    ],
  },
];
