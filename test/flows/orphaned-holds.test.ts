import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openStore } from '../../src/store/open-store.ts';
import { credits, startWithOperator } from '../commands/asking.ts';
import { keysOf } from '../support/all-records.ts';
import { atelier, type Easel, GALLERY, people } from '../support/easel.ts';
import { toy } from '../support/toy-collection.ts';
import { configure, image, STAFF, start } from './moderation-support.ts';
import { openAs } from './rounds-support.ts';

const MODERATED = { moderatorsChannelId: STAFF, moderatorRoleIds: [atelier.roles.moderator] };
const UNREADABLE = { id: 'of another time' };

/** Restarts the bot on a store in which a record of each kind is damaged or missing. */
async function restartWith(easel: Easel, kind: 'works' | 'requests', left: object | undefined): Promise<void> {
  await easel.app.stop();
  const store = await openStore(easel.config.STORE_URL);
  const records = store.collection(toy(kind, z.unknown()));
  for (const key of await keysOf(records)) await (left ? records.set(key, left) : records.delete(key));
  await store.close();
  await easel.restart();
}

const isUnconfirmed = (easel: Easel) => easel.until(async () => (await easel.budget()).unconfirmed === 1);

async function suggested(easel: Easel): Promise<string[]> {
  const choices = await easel.discord.as(people.operator).autocomplete({
    ...{ channelId: GALLERY, name: 'credits', subcommand: 'resolve', focused: 'task', options: { task: '' } },
  });
  return choices.map(({ value }) => String(value));
}

describe('held credits', () => {
  it.each([
    ['can’t read', UNREADABLE],
    ['is gone', undefined],
  ])('of a job that %s are orphaned after a start, and the operator resolves them', async (_, left) => {
    const easel = await startWithOperator({ service: { durations: { 'image-model-a': { queueMs: 1e9, runMs: 1 } } } });
    await image(easel, people.member);
    await easel.until(() => easel.log.some(({ msg }) => msg === 'task submitted'));
    await restartWith(easel, 'works', left);
    await isUnconfirmed(easel);
    expect(await easel.budget()).toMatchObject({ held: 4 });
    expect(await suggested(easel)).toHaveLength(1);
  });

  it('of a request that cannot be read are released by the operator', async () => {
    const easel = await startWithOperator();
    await configure(easel, { ...MODERATED, modes: { [GALLERY]: 'review' } });
    await image(easel, people.member);
    await restartWith(easel, 'requests', UNREADABLE);
    await isUnconfirmed(easel);
    const [task = ''] = await suggested(easel);
    expect(await credits(easel, 'resolve', { task, decision: 'release' })).toContain('credits are available again');
    expect(await easel.budget()).toMatchObject({ spent: 0, held: 0, unconfirmed: 0 });
  });

  it('of a waiting request or of a round’s winners stay held', async () => {
    const easel = await start();
    const { general } = atelier.channels;
    await configure(easel, { ...MODERATED, modes: { [general]: 'review' } });
    await image(easel, people.member, { channelId: general });
    await openAs(easel, people.moderator);
    const before = await easel.budget();
    // The request, and two winners.
    expect(before.held).toBe(3 * (easel.config.PRICE_GUESS_CREDITS.get('image-model-a') ?? 0));
    const looks = (): number => easel.log.filter(({ msg }) => msg === 'the books are in order').length;
    const looksBefore = looks();
    await easel.restart();
    await easel.until(() => looks() > looksBefore);
    expect(await easel.budget()).toEqual(before);
  });
});
