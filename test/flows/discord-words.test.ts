import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Easel, GALLERY, mediaOf, people, startEasel, textOf } from '../support/easel.ts';

/** Answers that aren't Discord's word, and limits in every form. */

let easel: Easel;
beforeEach(async () => {
  easel = await startEasel();
});
afterEach(() => easel.close());

const begin = () =>
  easel.command(people.member, { channelId: GALLERY, name: 'image', options: { prompt: 'a bridge' } });
const refused = (status: number) => easel.discord.requests.list({ status }).length;

// `rest/outcome` tests the other statuses.
it.each([401, 404])('a proxy’s page with %i for five minutes only delays a result', async (status) => {
  const pending = await begin();
  easel.discord.faults.switchOn({ name: 'page', parameters: { status }, method: 'PATCH', forMs: 5 * 60_000 });
  await easel.idle({ stepMs: 2_000 });
  expect(mediaOf(easel.now(pending))).toHaveLength(1);
  expect(textOf(easel.now(pending))).not.toContain('Sending to the service');
  expect(await easel.budget()).toMatchObject({ held: 0 });
});

it.each(['body', 'header', 'cloudflare', 'json'])('a 429 in the form “%s” is obeyed, and named', async (form) => {
  const pending = await begin();
  const parameters = { form, retryAfterSeconds: 20 };
  easel.discord.faults.switchOn({ name: 'rate-limited', parameters, method: 'PATCH', forMs: 60_000 });
  await easel.idle({ stepMs: 500 });
  expect(mediaOf(easel.now(pending))).toHaveLength(1);
  expect(refused(429)).toBeLessThan(15);
  const isOfAll = form !== 'body';
  expect(easel.log.some(({ finding }) => finding === 'discord.limit')).toBe(isOfAll);
});

it('a first answer waits as long as Discord asks, and is given up if that is too long', async () => {
  easel.discord.faults.switchOn({ name: 'rate-limited', parameters: { retryAfterSeconds: 2 }, forMs: 5_000 });
  const handle = await easel.discord
    .as(people.member)
    .command({ channelId: GALLERY, name: 'image', options: { prompt: 'unanswered' } });
  await easel.until(() =>
    easel.log.some(({ msg }) => msg.startsWith('job dropped') || msg.startsWith('job abandoned')),
  );
  await easel.clock.advance(4_000);
  expect((await handle.answer).kind).toBe('no-answer');
  expect(refused(429)).toBeLessThanOrEqual(4);
  expect(easel.service.creates).toBe(0);
  await easel.clock.advance(10_000);
  expect(await easel.budget()).toMatchObject({ spent: 0, held: 0 });
});
