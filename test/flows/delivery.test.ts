import { afterEach, describe, expect, it } from 'vitest';
import type { MessageView } from '../../src/sandbox/discord/people/views.ts';
import { ids } from '../../src/sandbox/discord/world/world-ids.ts';
import type { ResultMaker } from '../../src/sandbox/task-api/results.ts';
import { type Easel, GALLERY, mediaOf, people, startEasel, textOf } from '../support/easel.ts';
import { makeNoisyPng } from '../support/noisy-png.ts';

let easel: Easel;
afterEach(() => easel.close());

const MINUTE_MS = 60_000;
const MEBIBYTE = 1024 * 1024;

async function begin(name: 'image' | 'video' = 'image', channelId: string = GALLERY): Promise<MessageView> {
  return easel.command(people.member, { channelId, name, options: { prompt: 'a long road' } });
}

function last(minutes: number): void {
  const durations = { queueMs: 0, runMs: minutes * MINUTE_MS };
  easel.service.configure({ durations: { 'image-model-a': durations, 'omni-flash': durations } });
}

const patches = () => easel.discord.requests.list({ method: 'PATCH', status: 200 });

describe('a picture or clip reaches its author', () => {
  it('through the bot’s own token and with a mention when the job took twenty minutes', async () => {
    easel = await startEasel();
    last(20);
    const pending = await begin();
    await easel.idle({ stepMs: 5_000 });
    expect(mediaOf(easel.now(pending))).toHaveLength(1);
    expect(patches().at(-1)).toMatchObject({ auth: 'bot', route: expect.stringContaining('/channels/') });
    const [notice] = easel.discord.messages(GALLERY, { as: people.member }).slice(-1);
    expect(notice && textOf(notice)).toBe(`<@${people.member}>, your picture is ready.`);
    expect(notice?.sandbox.notifiedIds).toEqual([people.member]);
    expect(notice?.message_reference?.message_id).toBe(pending.id);
  });

  it('not at all when it cannot be fetched, and no message calls it ready or done', async () => {
    const words = { body: Buffer.from('no picture at all'), mimeType: 'image/png', extension: 'png' };
    easel = await startEasel({ service: { makeResult: makes(words) } });
    last(20);
    const pending = await begin();
    await easel.idle({ stepMs: 5_000 });
    expect(textOf(easel.now(pending))).toContain('couldn’t download');
    const [notice] = easel.discord.messages(GALLERY, { as: people.member }).slice(-1);
    expect(notice && textOf(notice)).toMatch(/^<@\d+>, your picture is done but couldn’t be downloaded/);
    const list = await easel.command(people.member, { channelId: GALLERY, name: 'history' });
    expect(textOf(list)).toContain('done, not fetched');
  });

  it.each([
    ['soon', 1],
    ['when its interaction’s token was over', 30],
  ])(
    'through /history alone when someone deleted its message, and never again in the channel (%s)',
    async (_, minutes) => {
      easel = await startEasel();
      last(minutes);
      const pending = await begin();
      await easel.until(() => textOf(easel.now(pending)).includes('In progress'));
      await easel.discord.as(people.moderator).deleteMessage({ channelId: GALLERY, messageId: pending.id });
      await easel.idle({ stepMs: 5_000 });
      const notice = (userId: string): string[] => easel.discord.messages(GALLERY, { as: userId }).map(textOf);
      await easel.until(() => minutes > 15 || notice(people.member).length > 0);
      expect(notice(people.moderator)).toEqual([]);
      expect(notice(people.member).join()).toMatch(minutes > 15 ? /^$/ : /its message was deleted.*`\/history`/);
      const list = await easel.open(
        people.member,
        await easel.command(people.member, { channelId: GALLERY, name: 'history' }),
      );
      expect(textOf(list)).toContain('done · 4 credits');
      expect(textOf(list)).toContain('no message');
      expect(await easel.budget()).toMatchObject({ spent: 4, held: 0 });
      await easel.press(people.member, list, 'Send me the files');
      const again = await easel.until(() =>
        easel.discord.messages(GALLERY, { as: people.member }).find((one) => mediaOf(one).length === 1),
      );
      expect(again.sandbox.ephemeral).toBe(true);
    },
  );

  it('through the interaction’s token once that works again, when there is no other way', async () => {
    easel = await startEasel();
    last(1);
    const pending = await begin();
    await easel.until(() => textOf(easel.now(pending)).includes('In progress'));
    easel.discord.changeWorld((world) => {
      const channel = world.guilds.flatMap(({ channels }) => channels).find(({ id }) => id === GALLERY);
      channel?.overwrites.push({ id: BOT, type: 'member', allow: '0', deny: String(1n << 10n) });
    });
    easel.discord.faults.switchOn({ name: 'internal-error', route: '/webhooks/*', forMs: 2 * MINUTE_MS });
    await easel.idle({ stepMs: 1_000 });
    expect(mediaOf(easel.now(pending))).toHaveLength(1);
  });

  it('made smaller, when a picture is over the upload limit', async () => {
    const noise = await makeNoisyPng(3 * MEBIBYTE);
    easel = await startEasel({
      service: { makeResult: makes({ body: noise, mimeType: 'image/png', extension: 'png' }) },
    });
    limitUploads(MEBIBYTE);
    const pending = await begin();
    await easel.idle();
    expect(textOf(easel.now(pending))).toContain('saved a smaller copy');
    expect(mediaOf(easel.now(pending))).toMatchObject([{ contentType: 'image/webp' }]);
  });

  it.each([20_009, 50_035])('as a link when Discord refuses its file with %i, from /history too', async (code) => {
    easel = await startEasel();
    easel.discord.faults.switchOn({ name: 'files-refused', parameters: { code } });
    const pending = await begin();
    await easel.idle({ stepMs: 1_000 });
    const text = textOf(easel.now(pending));
    expect(text).toMatch(/Discord doesn’t accept this file: \[open it at the service\]\(http/);
    expect(text).not.toContain('history');
    const list = await easel.command(people.member, { channelId: GALLERY, name: 'history' });
    await easel.press(people.member, await easel.open(people.member, list), 'Send me the files');
    await easel.until(() =>
      easel.discord
        .messages(GALLERY, { as: people.member })
        .some((one) => one.id !== pending.id && textOf(one).includes('Discord doesn’t accept this file: [open it')),
    );
  });

  it('but not from a private address, unless the operator allows that', async () => {
    easel = await startEasel({ environment: { MEDIA_ALLOW_PRIVATE: 'false' } });
    const pending = await begin();
    await easel.idle({ stepMs: 1_000 });
    expect(textOf(easel.now(pending))).toContain('an address that Easel can’t use');
    expect(easel.log.some(({ msg }) => msg.includes('could not be fetched'))).toBe(true);
  });
});

const BOT = ids.bot;
function makes(result: Awaited<ReturnType<ResultMaker>>): ResultMaker {
  return async () => result;
}

/** Discord's limit for a file in this server, at any boost level. */
function limitUploads(bytes: number): void {
  easel.discord.changeWorld((world) => {
    for (const guild of world.guilds) guild.uploadLimitBytes = bytes;
  });
}
