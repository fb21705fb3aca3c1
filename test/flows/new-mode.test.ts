import { expect, it, vi } from 'vitest';
import { atelier, GALLERY, mediaOf, people, textOf } from '../support/easel.ts';
import { configure, image, inGallery, lastCard, prompts, STAFF, start } from './moderation-support.ts';

/** A mode that Easel does not ship: members vote first, and moderators see the picture before everyone does. */
vi.mock(import('../../src/moderation/settings/modes.ts'), async (original) => {
  const real = await original();
  const council = { before: 'members', after: 'moderators' } as const;
  return {
    ...real,
    MODE_NAMES: [...real.MODE_NAMES, 'council' as (typeof real.MODE_NAMES)[number]],
    gatesOf: (mode) => (String(mode) === 'council' ? council : real.gatesOf(mode)),
  };
});

it('a row in the table is all that a new mode needs: both of its gates apply, one after the other', async () => {
  const easel = await start();
  await configure(easel, {
    ...{ modes: { [GALLERY]: 'council' }, votesNeeded: 1, moderatorsChannelId: STAFF },
    moderatorRoleIds: [atelier.roles.moderator],
  });
  const request = await image(easel, people.member, { options: { prompt: 'a castle' } });
  expect(textOf(request)).toContain('This needs 1 vote to be made');
  expect(prompts(easel)).toEqual([]);
  await easel.press(people.secondMember, request, 'Vote for it (0/1)');
  const card = await easel.until(async () => {
    const last = await lastCard(easel);
    return textOf(last).includes('[Publish]') && last;
  });
  expect(mediaOf(card)).toHaveLength(1);
  expect(mediaOf(easel.now(request))).toEqual([]);
  expect(inGallery(easel).join()).not.toContain('castle');
  await easel.until(() => textOf(easel.now(request)).includes('Done.'));
  await easel.press(people.moderator, card, 'Publish');
  await easel.until(() => mediaOf(easel.now(request)).length === 1);
  expect(await easel.budget()).toMatchObject({ spent: 4, held: 0 });
});
