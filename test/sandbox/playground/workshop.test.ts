import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { settingsSchema } from '../../../src/moderation/settings/settings.ts';
import type { Answer, MessageView } from '../../../src/sandbox/discord/people/views.ts';
import { ids } from '../../../src/sandbox/discord/world/world-ids.ts';
import { buttonOf, mediaOf, textOf } from '../../../src/sandbox/message-reading.ts';
import { type OpenPlayground, openPlayground } from '../../../src/sandbox/playground/open-playground.ts';
import { workshopSettings } from '../../../src/sandbox/playground/preparation/prepare-servers.ts';
import { createBotHere } from './bot-here.ts';
import { until } from './support.ts';
import { PATIENCE_MS, usePlayground } from './use-playground.ts';

const { people, workshop } = ids;
const { channels, roles } = workshop;

const messageOf = (answer: Answer): MessageView => {
  if (!('message' in answer)) throw new Error(`answered with ${answer.kind}`);
  return answer.message;
};

/** The bot's first answer to `/image`. */
const ask = async ({ parts }: OpenPlayground, userId: string, channelId: string, prompt: string) =>
  messageOf(await (await parts.discord.as(userId).command({ channelId, name: 'image', options: { prompt } })).answer);

const press = async ({ parts }: OpenPlayground, userId: string, message: MessageView, label: string) => {
  const at = { channelId: message.channel_id, messageId: message.id, customId: buttonOf(message, label) };
  return (await parts.discord.as(userId).press(at)).answer;
};

const read = ({ parts }: OpenPlayground, userId: string, channelId: string): MessageView[] =>
  parts.discord.messages(channelId, { as: userId });

/** The channel's last message with these words, once there is one. */
const awaited = async (at: OpenPlayground, userId: string, channelId: string, words: string): Promise<MessageView> => {
  const find = () => read(at, userId, channelId).findLast((one) => textOf(one).includes(words));
  await until(() => find() !== undefined);
  const found = find();
  if (!found) throw new Error('it is gone again');
  return found;
};

const promptsAt = ({ parts }: OpenPlayground): string[] => parts.service.tasks().map(({ request }) => request.prompt);

describe('the settings of The Workshop', () => {
  it('are accepted by the bot, and name only what exists', () => {
    expect(settingsSchema.parse(workshopSettings)).toMatchObject(workshopSettings);
    const known = [...Object.values(channels), ...Object.values(roles)];
    const named = JSON.stringify(workshopSettings).match(/\d{19}/g) ?? [];
    expect(named.filter((id) => !known.some((one) => one === id))).toEqual([]);
  });
});

describe('The Workshop, in a fresh playground', { timeout: 2 * PATIENCE_MS }, () => {
  const playground = usePlayground();
  const opened = async (): Promise<OpenPlayground> => {
    await playground.current.prepared;
    return playground.current;
  };

  it('is set up without leaving the manager’s command behind', async () => {
    const at = await opened();
    const seen = read(at, people.manager, channels.moderators);
    expect(seen.length).toBeGreaterThan(0);
    // Other tests of this file may have answered her in private since.
    expect(seen.map(textOf).filter((text) => text.includes('Imported'))).toEqual([]);
    expect(read(at, people.member, channels.moderators)).toEqual([]);
  });

  it('refuses a word on its list, and an explicit word outside the age-restricted channel', async () => {
    const at = await opened();
    for (const [channelId, prompt] of [
      [channels.review, 'a kraken in the bay'],
      [channels.open, 'a vampire at a ball'],
    ] as const) {
      const refusal = await ask(at, people.member, channelId, prompt);
      expect(textOf(refusal)).toContain('Change the words');
      expect(refusal.sandbox.ephemeral).toBe(true);
    }
    const hidden = await ask(at, people.member, channels.lateHours, 'a vampire in a garden');
    await until(() => read(at, people.member, channels.lateHours).some((one) => mediaOf(one).some((m) => m.spoiler)));
    expect(hidden.sandbox.ephemeral).toBe(false);
    expect(promptsAt(at)).not.toContain('a vampire at a ball');
  });

  it('lets a trusted member continue in the review channel, while a member waits for a moderator', async () => {
    const at = await opened();
    const waiting = await ask(at, people.member, channels.reviewThread, 'a castle in the clouds');
    expect(textOf(waiting)).toContain('Waiting for a moderator');
    const card = await awaited(at, people.moderator, channels.moderators, 'a castle in the clouds');
    await ask(at, people.artist, channels.review, 'a castle on a rock');
    await until(() => promptsAt(at).includes('a castle on a rock'));
    expect(promptsAt(at)).not.toContain('a castle in the clouds');
    await Promise.all([people.moderator, people.manager].map((one) => press(at, one, card, 'Approve')));
    const isLate = (userId: string): boolean =>
      read(at, userId, channels.moderators).some((one) => one.sandbox.ephemeral && textOf(one).includes('Too late'));
    await until(() => isLate(people.moderator) !== isLate(people.manager));
    await until(() => promptsAt(at).includes('a castle in the clouds'));
  });

  it('asks a moderator about a word on its list, also in the open channel', async () => {
    const at = await opened();
    await ask(at, people.member, channels.open, 'a dragon over the hills');
    const card = await awaited(at, people.moderator, channels.moderators, 'a dragon over the hills');
    expect(textOf(card)).toContain('[Approve]');
  });

  it('hides what is made in the preview channel until a moderator publishes it', async () => {
    const at = await opened();
    const made = await ask(at, people.member, channels.preview, 'a ship in a bottle');
    const shown = () => read(at, people.secondMember, channels.preview).find(({ id }) => id === made.id);
    await awaited(at, people.secondMember, channels.preview, 'Done.');
    const card = await awaited(at, people.moderator, channels.moderators, '[Publish]');
    expect(JSON.stringify(shown())).not.toContain('bottle');
    expect(mediaOf(shown() ?? made)).toEqual([]);
    await press(at, people.moderator, card, 'Publish');
    await until(() => mediaOf(shown() ?? made).length === 1);
  });

  it('makes in the vote channel what two others second', async () => {
    const at = await opened();
    const request = await ask(at, people.member, channels.vote, 'a city of glass');
    await press(at, people.secondMember, request, 'Vote for it (0/2)');
    const once = await awaited(at, people.member, channels.vote, '[Vote for it (1/2)]');
    expect(promptsAt(at)).not.toContain('a city of glass');
    await press(at, people.thirdMember, once, 'Vote for it (1/2)');
    await until(() => promptsAt(at).includes('a city of glass'));
  });

  it('lets undecided requests expire when the clock jumps, for the bot as well', async () => {
    const at = await opened();
    const requests = [
      await ask(at, people.secondMember, channels.vote, 'a city of sand'),
      await ask(at, people.secondMember, channels.review, 'a castle of sand'),
    ];
    const body = JSON.stringify({ do: 'jump', minutes: 61 });
    await fetch(`${at.url}/backstage`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    for (const { id, channel_id: channelId } of requests) {
      const now = () => read(at, people.secondMember, channelId).find((one) => one.id === id);
      await until(() => textOf(now() ?? { content: '', components: [] }).includes('Expired without an answer'));
    }
    expect(promptsAt(at).filter((prompt) => prompt.endsWith('of sand'))).toEqual([]);
  });

  it('lets a trusted member open a round, but not a plain member', async () => {
    const at = await opened();
    const open = async (userId: string) => {
      const input = { channelId: channels.rounds, name: 'round', options: { theme: 'harbours' } };
      return messageOf(await (await at.parts.discord.as(userId).command(input)).answer);
    };
    expect((await open(people.member)).sandbox.ephemeral).toBe(true);
    expect(textOf(await open(people.artist))).toContain('[Enter a prompt]');
  });
});

describe('The Workshop, in a saved folder', { timeout: 3 * PATIENCE_MS }, () => {
  it('isn’t set up again after its manager changed it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'easel-workshop-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const warnings: string[] = [];
    const play = async (): Promise<OpenPlayground> => {
      const playground = await openPlayground({
        folder,
        warn: (text) => warnings.push(text),
        createBot: createBotHere,
      });
      onTestFinished(() => playground.close());
      await playground.prepared;
      return playground;
    };
    const importEmpty = {
      ...{ channelId: channels.open, name: 'settings' },
      attachments: [{ option: 'file', name: 'empty.json', bytes: Buffer.from('{}') }],
    };
    const first = await play();
    await (await first.parts.discord.as(people.manager).command(importEmpty)).answer;
    await awaited(first, people.manager, channels.open, 'Imported');
    await first.close();
    const second = await play();
    await until(() => second.parts.bots[0].state === 'running' && second.parts.discord.connections > 0);
    await ask(second, people.member, channels.review, 'a kraken in the bay');
    await until(() => promptsAt(second).includes('a kraken in the bay'));
    expect(warnings).toEqual([]);
  });
});
