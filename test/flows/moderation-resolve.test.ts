import { describe, expect, it } from 'vitest';
import type { MessageView } from '../../src/sandbox/discord/people/views.ts';
import { credits, startWithOperator } from '../commands/asking.ts';
import { atelier, type Easel, GALLERY, mediaOf, passes, people, textOf } from '../support/easel.ts';
import { configure, discard, fill, image, lastCard, moderateBy, STAFF } from './moderation-support.ts';

const MODERATED = { moderatorsChannelId: STAFF, moderatorRoleIds: [atelier.roles.moderator] };

/** Two pictures, one of them unconfirmed. */
async function asked(settings: Record<string, unknown> = {}): Promise<{ easel: Easel; shown: MessageView }> {
  const easel = await startWithOperator();
  await configure(easel, { ...MODERATED, ...settings });
  easel.service.faults.switchOn('cutLine', { on: 'create', moment: 'after', times: 1 });
  return { easel, shown: await image(easel, people.member, { options: { prompt: 'a castle', count: 2 } }) };
}

const says = (easel: Easel, message: MessageView, words: string): Promise<MessageView> =>
  easel.until(() => textOf(easel.now(message)).includes(words) && easel.now(message));

async function resolve(easel: Easel): Promise<void> {
  const [choice] = await easel.discord.as(people.operator).autocomplete({
    ...{ channelId: GALLERY, name: 'credits', subcommand: 'resolve', focused: 'task', options: { task: '' } },
  });
  await credits(easel, 'resolve', { task: String(choice?.value), decision: 'release' });
  await passes(easel, 15_000);
}

const previewed = async (): Promise<{ easel: Easel; shown: MessageView; card: MessageView }> => {
  const { easel, shown } = await asked({ modes: { [GALLERY]: 'preview' } });
  const card = await easel.until(async () => {
    const last = await lastCard(easel);
    return textOf(last).includes('[Publish]') && last;
  });
  await easel.idle();
  return { easel, shown, card };
};

describe('an unconfirmed task that the operator resolves', () => {
  it('shows nothing of a hidden picture, and says so once it is restored', async () => {
    const { easel, shown } = await asked();
    const result = await says(easel, shown, '[More …]');
    await easel.idle();
    await fill(easel, people.moderator, await easel.press(people.moderator, result, 'Report …'), { why: '' });
    await says(easel, shown, 'Hidden until the moderators review it');
    await resolve(easel);
    expect(textOf(easel.now(shown))).toContain('Hidden until the moderators review it');
    expect(textOf(easel.now(shown))).not.toContain('a castle');
    await moderateBy(easel, people.moderator, easel.now(shown), 'Restore');
    await says(easel, shown, 'The operator returned');
  });

  it('leaves a preview to the moderators’ decision', async () => {
    const { easel, shown, card } = await previewed();
    await resolve(easel);
    await says(easel, card, 'The operator returned');
    expect(textOf(easel.now(card))).not.toContain('[More …]');
    await easel.press(people.moderator, easel.now(card), 'Publish');
    await easel.until(() => mediaOf(easel.now(shown)).length === 1);
  });

  it('shows no discarded preview again', async () => {
    const { easel, card } = await previewed();
    await discard(easel, people.moderator, card);
    await says(easel, card, '**Discarded** by');
    await resolve(easel);
    expect(textOf(easel.now(card))).toContain('**Discarded** by');
    // Easel does not even try, because Discord takes no files that are gone.
    expect(easel.log.filter(({ msg }) => msg.includes('failed; retrying'))).toEqual([]);
  });

  it('is announced where everyone sees a published preview', async () => {
    const { easel, shown, card } = await previewed();
    await easel.press(people.moderator, card, 'Publish');
    await says(easel, card, '**Published** by');
    await resolve(easel);
    await says(easel, shown, 'The operator returned');
    expect(textOf(easel.now(card))).toContain('**Published** by');
  });
});
