import { expect, it } from 'vitest';
import { workIds } from '../../../src/discord/custom-ids/controls.ts';
import { createOpenPages } from '../../../src/discord/interactions/open-pages.ts';
import { createResponder } from '../../../src/discord/interactions/responder.ts';
import { button, container, privateMessage, rowOf } from '../../../src/discord/messages/components.ts';
import type { MessageAt } from '../../../src/discord/rest/message-client.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { scriptedRest } from '../scripted-rest.ts';

const MEMBER = '100000000000000001';

/** A page as it shows a picture of this job. */
const pageOf = (jobId: string) =>
  privateMessage([
    container([
      { type: 12, items: [{ media: { url: 'https://files.example/1.png' } }] },
      ...rowOf([button(workIds.of(MEMBER, { verb: 'change', jobId, picture: 1 }), 'Change …')]),
    ]),
  ]);

/** Opens pages, each by a command of its own, and closes those of one job. @returns the tokens that closed them */
async function closedOf(opened: readonly { guildId: string; token: string }[], guildId: string): Promise<string[]> {
  const tokens: string[] = [];
  const pages = createOpenPages({
    edit: async ({ token = '' }: MessageAt) => {
      tokens.push(token);
      return { outcome: 'gone' };
    },
  });
  for (const { token, ...at } of opened) {
    const facts = { id: token, applicationId: '2', channelId: '3', userId: MEMBER, receivedAtMs: 0, server: undefined };
    const interaction = { ...facts, ...at, token };
    const { rest } = scriptedRest();
    const named = {
      ...rest,
      answer: async () => ({ outcome: 'done' as const, value: { id: token, channelId: '3', files: [] } }),
    };
    const respond = createResponder(named, new FakeClock(), interaction, new AbortController().signal);
    await pages.kept(respond, interaction).answer(pageOf('abc'));
  }
  await pages.close(guildId, 'abc', 'hidden');
  await pages.close(guildId, 'abc', 'hidden');
  return tokens;
}

it('forgets the pages that were opened first, of one server and of quiet servers', async () => {
  const many = Array.from({ length: 101 }, (_, index) => ({ guildId: 'a', token: String(index) }));
  const closed = await closedOf(many, 'a');
  expect(closed.length).toBe(100);
  expect(closed).not.toContain('0');
  const servers = Array.from({ length: 101 }, (_, index) => ({ guildId: `server ${index}`, token: String(index) }));
  expect(await closedOf(servers, 'server 0')).toEqual([]);
  expect(await closedOf(servers, 'server 1')).toEqual(['1']);
});
