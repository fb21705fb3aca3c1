import { expect, it } from 'vitest';
import * as customIds from '../../src/discord/custom-ids/controls.ts';
import type { MessageView } from '../../src/sandbox/discord/people/views.ts';
import { atelier, type Easel, GALLERY, people } from '../support/easel.ts';
import { configure, image, lastCard, putOn, STAFF, start } from './moderation-support.ts';

/**
 * Presses every control there is on public messages about other things, as Easel never offers it: none of them may be
 * replaced by the presser's page.
 */

const ALL_IDS = Object.values(customIds).filter((one) => typeof one === 'object' && 'action' in one);
const LONGEST = 4;
const EACH = 2;

/** Stand for the presser and for the job of their own picture. */
const PRESSER = '1'.repeat(18);
const JOB = 'b'.repeat(12);

/** Ids of each verb as Easel could read them, with parts from the pool in all orders until some fit. */
function forgedIds(pool: readonly string[]): string[] {
  return ALL_IDS.flatMap((ids) => {
    const verbs: string[][] = ids.verbs.length === 0 ? [[]] : ids.verbs.map((verb) => [verb]);
    return verbs.flatMap((verb) => {
      let rows: string[][] = [verb];
      const found: string[] = [];
      for (let length = verb.length; length <= LONGEST; length++) {
        const fitting = rows
          .map((row) => `${ids.action}:${row.join('-') || 'x'}:${PRESSER}`)
          .filter((id) => ids.read(id) !== undefined);
        found.push(...fitting.slice(0, EACH));
        rows = rows.flatMap((row) => pool.map((part) => [...row, part]));
      }
      return found;
    });
  });
}

const FORGED = forgedIds([JOB, '0', 'new', PRESSER, `m${'a'.repeat(22)}`, 'spoiler', 'start']);

const row = (customIdsOfRow: readonly string[]) => ({
  type: 1,
  components: customIdsOfRow.map((id) => ({ type: 2, style: 2, label: 'x', custom_id: id })),
});

const lastJobId = (easel: Easel): string => String(easel.log.findLast(({ msg }) => msg === 'job held')?.['job']);

/** Presses each on the message that shows the last job, and counts the private messages that answered. */
async function pressAll(easel: Easel, userId: string, message: MessageView, all: readonly string[]): Promise<number> {
  // No one can change which work a message shows: that stays what its first control names.
  const own = customIds.deleteIds.of(people.member, { jobId: lastJobId(easel) });
  let answers = 0;
  for (let at = 0; at < all.length; at += 24) {
    const some = all.slice(at, at + 24);
    const shown = [own, ...some];
    const rows = Array.from({ length: Math.ceil(shown.length / 5) }, (_, index) =>
      shown.slice(index * 5, index * 5 + 5),
    );
    await putOn(easel, message, rows.map(row));
    const before = JSON.stringify(easel.now(message).components);
    for (const customId of some) {
      const press = { channelId: message.channel_id, messageId: message.id, customId };
      const answer = await (await easel.discord.as(userId).press(press)).answer;
      expect(answer.kind, customId).not.toBe('update');
      answers += Number(answer.kind === 'message' && answer.message.sandbox.ephemeral);
    }
    expect(JSON.stringify(easel.now(message).components)).toBe(before);
  }
  return answers;
}

/** The ids that fit this presser, who made a picture of their own. */
async function idsFor(easel: Easel, presser: string): Promise<string[]> {
  await image(easel, presser);
  await easel.idle();
  const jobId = lastJobId(easel);
  return FORGED.map((id) => id.replaceAll(PRESSER, presser).replaceAll(JOB, jobId));
}

it.each([
  ['a member', people.secondMember],
  ['a manager', people.manager],
])('no id that %s presses replaces somebody else’s public picture', async (_, presser) => {
  const easel = await start();
  const all = await idsFor(easel, presser);
  expect(all.length).toBeGreaterThan(120);
  const picture = await image(easel, people.member);
  await easel.idle();
  expect(await pressAll(easel, presser, picture, all)).toBeGreaterThan(60);
});

it('no id that a moderator presses replaces a card', async () => {
  const easel = await start();
  const all = await idsFor(easel, people.moderator);
  const moderated = { moderatorsChannelId: STAFF, moderatorRoleIds: [atelier.roles.moderator] };
  await configure(easel, { ...moderated, modes: { [GALLERY]: 'review' } });
  await image(easel, people.member);
  const card = await lastCard(easel);
  await easel.press(people.moderator, card, 'Approve');
  await easel.idle();
  expect(await pressAll(easel, people.moderator, card, all)).toBeGreaterThan(60);
});
