import { expect, it, vi } from 'vitest';
import type { Answer } from '../../src/sandbox/discord/people/views.ts';
import { atelier, type Easel, GALLERY, people, textOf } from '../support/easel.ts';
import { configure, fill, image, lastCard, messageOf, STAFF, start } from './moderation-support.ts';

/** How often any part of Easel has read a server's settings. */
const reads = vi.hoisted(() => ({ count: 0 }));

vi.mock(import('../../src/moderation/settings/server-settings.ts'), async (original) => {
  const actual = await original();
  return {
    ...actual,
    createServerSettings: (parts) => {
      const settings = actual.createServerSettings(parts);
      return {
        ...settings,
        of: (guildId) => {
          reads.count += 1;
          return settings.of(guildId);
        },
      };
    },
  };
});

/** Work that follows after the answer of a press reads them again, because it may start much later. */
async function readsUntilAnswered(easel: Easel, press: () => Promise<Answer>): Promise<number> {
  await easel.idle();
  const before = reads.count;
  await press();
  return reads.count - before;
}

const cardWith = (easel: Easel, label: string) =>
  easel.until(async () => {
    const card = await lastCard(easel);
    return textOf(card).includes(label) && card;
  });

const MODERATORS = { moderatorsChannelId: STAFF, moderatorRoleIds: [atelier.roles.moderator] };

it('a press of Approve reads the settings once', async () => {
  const easel = await start();
  await configure(easel, { ...MODERATORS, modes: { [GALLERY]: 'review' } });
  await image(easel, people.member);
  const card = await cardWith(easel, '[Approve]');
  expect(await readsUntilAnswered(easel, () => easel.press(people.moderator, card, 'Approve'))).toBe(1);
});

it('a press of Publish reads the settings once', async () => {
  const easel = await start();
  await configure(easel, { ...MODERATORS, modes: { [GALLERY]: 'preview' } });
  await image(easel, people.member);
  const card = await cardWith(easel, '[Publish]');
  expect(await readsUntilAnswered(easel, () => easel.press(people.moderator, card, 'Publish'))).toBe(1);
});

it('Change … and a report read the settings once to open the form and once when it is sent', async () => {
  const easel = await start();
  await configure(easel, MODERATORS);
  const pending = await image(easel, people.member);
  await easel.idle();
  const result = messageOf(await easel.press(people.secondMember, easel.now(pending), 'More …'));
  for (const { label, values } of [
    { label: 'Change …', values: { prompt: 'in winter' } },
    { label: 'Report …', values: { why: 'not nice' } },
  ]) {
    let form: Answer | undefined;
    const open = async (): Promise<Answer> => {
      form = await easel.press(people.secondMember, result, label);
      return form;
    };
    expect(await readsUntilAnswered(easel, open), label).toBe(1);
    if (!form) throw new Error('no form was opened');
    const opened = form;
    const send = (): Promise<Answer> => fill(easel, people.secondMember, opened, values);
    expect(await readsUntilAnswered(easel, send), label).toBe(1);
  }
});
