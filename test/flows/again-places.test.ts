import { expect, it, onTestFinished } from 'vitest';
import { reportCollection } from '../../src/moderation/reports/report-record.ts';
import { openStore } from '../../src/store/open-store.ts';
import { allOf } from '../support/all-records.ts';
import { type Easel, GALLERY, people, startEasel, textOf } from '../support/easel.ts';

/** The members for whom a work made from this server's only picture is recorded, once the bot has stopped. */
async function makersOf(easel: Easel): Promise<string[]> {
  await easel.app.stop();
  const store = await openStore(easel.config.STORE_URL);
  const { records } = await allOf(store.collection(reportCollection));
  await store.close();
  return records.flatMap(([, { children }]) => children.map(({ memberId }) => memberId));
}

it('a press of Vary that is refused leaves its slot to others, and one that makes something takes it', async () => {
  const easel = await startEasel();
  onTestFinished(() => easel.close());
  const pending = await easel.command(people.member, {
    channelId: GALLERY,
    name: 'image',
    options: { prompt: 'a tower' },
  });
  await easel.idle();
  await easel.press(people.secondMember, easel.now(pending), 'Vary');
  await easel.idle();
  await easel.restart({ BUDGET_DEFAULT_CREDITS: '8' });
  for (let presses = 1; presses <= 3; presses++) {
    // Sooner, it would count as a double press.
    await easel.clock.advance(3_000);
    const answer = await easel.press(people.artist, easel.now(pending), 'Vary');
    expect(answer.kind === 'message' && textOf(answer.message)).toContain('credits');
  }
  expect(easel.service.creates).toBe(2);
  expect(await makersOf(easel)).toEqual([people.secondMember]);
});
