import { InteractionResponseType, REST } from 'discord.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createCallPace } from '../../../src/discord/rest/call-pace.ts';
import { messageBody } from '../../../src/discord/rest/message-body.ts';
import { mustBeDone } from '../../../src/discord/rest/outcome.ts';
import { createDiscordRest } from '../../../src/discord/rest/rest.ts';
import { createRestTransport } from '../../../src/discord/rest/rest-transport.ts';
import { systemClock } from '../../../src/time/clock.ts';
import { atelier, gallery, people, startBot, startDiscord } from '../../sandbox/discord/support.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { FakeDiscord } from '../../support/fake-discord.ts';
import { tinyPng } from '../../support/pictures.ts';

/** How every Discord handles Easel's calls, including the one in memory that other tests use. */
interface World {
  rest: FakeDiscord['rest'];
  clock: FakeClock;
  /** Archives a thread. */
  archive(threadId: string): void;
  /** A member runs a command. */
  interaction(channelId?: string): Promise<{ id: string; token: string }>;
}

const OTHER_CHANNEL = atelier.channels.staff;
const THREAD = atelier.channels.thread;
const APPLICATION = '1100000000000000001';

async function inMemory(): Promise<World> {
  const clock = new FakeClock();
  const discord = new FakeDiscord(clock);
  return {
    ...{ rest: discord.rest, clock },
    archive: (threadId) => void discord.archived.add(threadId),
    interaction: async (channelId = gallery) => discord.issueToken(channelId),
  };
}

async function inSandbox(): Promise<World> {
  const { discord, clock } = await startDiscord();
  const bot = await startBot(discord);
  await bot.client.application.commands.set([{ name: 'image', description: 'A picture' }]);
  const transport = createRestTransport();
  onTestFinished(() => transport.close());
  const line = () => new REST({ api: discord.apiUrl, makeRequest: transport.makeRequest, retries: 0 });
  const pace = createCallPace({ clock: systemClock, perSecond: 10_000 });
  const rest = createDiscordRest({ bot: line().setToken(discord.token), interactions: line(), pace });
  const interaction = async (channelId = gallery) => {
    await discord.as(people.member).command({ channelId, name: 'image' });
    return bot.next();
  };
  const archive = (threadId: string): void =>
    discord.changeWorld(({ guilds }) => {
      for (const { id, thread } of guilds.flatMap(({ channels }) => channels)) {
        if (id === threadId && thread) thread.archived = true;
      }
    });
  return { rest, clock, archive, interaction };
}

const { signal } = new AbortController();
const saying = (content: string) => messageBody([{ type: 10, content }]);
const MINUTE_MS = 60_000;

describe.each([
  ['Discord in memory', inMemory],
  ['the small Discord', inSandbox],
])('%s, for Easel’s calls', (_, open) => {
  it('posts one message for a nonce within some minutes, whatever the channel', async () => {
    const { rest, clock } = await open();
    const post = async (channelId: string) =>
      mustBeDone(await rest.post(channelId, saying('once'), [], { signal, nonce: 'job-1' })).id;
    const first = await post(gallery);
    expect(await post(gallery)).toBe(first);
    expect(await post(OTHER_CHANNEL)).toBe(first);
    await clock.advance(6 * MINUTE_MS);
    expect(await post(gallery)).not.toBe(first);
  });

  it('edits a response by its token for fifteen minutes, and accepts one first response', async () => {
    const { rest, clock, interaction } = await open();
    const { id, token } = await interaction();
    const answer = { type: InteractionResponseType.ChannelMessageWithSource, data: saying('waiting') };
    const sent = mustBeDone(await rest.answer({ id, token }, answer));
    expect(await rest.answer({ id, token }, answer)).toMatchObject({ outcome: 'already answered' });
    const ref = { applicationId: APPLICATION, token };
    const edit = () => rest.editOriginal(ref, saying('done'), [], { signal });
    await clock.advance(15 * MINUTE_MS - 1_000);
    expect(mustBeDone(await edit()).id).toBe(sent?.id);
    await clock.advance(2_000);
    expect(await edit()).toMatchObject({ outcome: 'gone' });
  });

  it('edits a response in an archived thread only as the bot, which unarchives the thread', async () => {
    const { rest, archive, interaction } = await open();
    const { id, token } = await interaction(THREAD);
    const answer = { type: InteractionResponseType.ChannelMessageWithSource, data: saying('waiting') };
    const messageId = mustBeDone(await rest.answer({ id, token }, answer))?.id ?? '';
    const byToken = () => rest.editOriginal({ applicationId: APPLICATION, token }, saying('x'), [], { signal });
    const ref = { channelId: THREAD, messageId };
    archive(THREAD);
    expect(await byToken()).toMatchObject({ outcome: 'no access' });
    mustBeDone(await rest.edit(ref, saying('done'), [], { signal }));
    mustBeDone(await byToken());
    archive(THREAD);
    mustBeDone(await rest.delete(ref, { signal }));
  });

  it('neither shows nor edits a deleted message', async () => {
    const { rest } = await open();
    const { id } = mustBeDone(await rest.post(gallery, saying('short'), [], { signal, nonce: 'a' }));
    const ref = { channelId: gallery, messageId: id };
    mustBeDone(await rest.delete(ref, { signal }));
    expect(await rest.message(ref, { signal })).toMatchObject({ outcome: 'gone' });
    expect(await rest.edit(ref, saying('x'), [], { signal })).toMatchObject({ outcome: 'gone' });
    expect(await rest.delete(ref, { signal })).toMatchObject({ outcome: 'gone' });
  });

  it('keeps the files that an edit names', async () => {
    const { rest } = await open();
    const gallerySaying = (names: string[], ids: string[]) =>
      messageBody([{ type: 12, items: names.map((name) => ({ media: { url: `attachment://${name}` } })) }], {
        attachments: ids.map((id, index) => ({ id, filename: names[index] ?? '' })),
      });
    const files = ['a.png', 'b.png'].map((name) => ({ name, mimeType: 'image/png', bytes: Uint8Array.from(tinyPng) }));
    const body = gallerySaying(['a.png', 'b.png'], ['0', '1']);
    const sent = mustBeDone(await rest.post(gallery, body, files, { signal, nonce: 'files' }));
    expect(sent.files.map(({ name }) => name)).toEqual(['a.png', 'b.png']);
    const ref = { channelId: gallery, messageId: sent.id };
    const kept = sent.files[1]?.attachmentId ?? '';
    const edited = mustBeDone(await rest.edit(ref, gallerySaying(['b.png'], [kept]), [], { signal }));
    expect(edited.files).toMatchObject([{ attachmentId: kept, name: 'b.png' }]);
  });
});
