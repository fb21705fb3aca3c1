import { rm, writeFile } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { ids } from '../../src/sandbox/discord/world/world-ids.ts';
import { atelier, type Easel, type EaselOptions, GALLERY, people, startEasel, textOf } from '../support/easel.ts';
import { tinyPng } from '../support/pictures.ts';

let easel: Easel;
afterEach(() => easel.close());

async function refusal(
  input: Partial<Parameters<Easel['command']>[1]>,
  options: EaselOptions = {},
  before: (started: Easel) => void | Promise<void> = () => undefined,
): Promise<string> {
  easel = await startEasel(options);
  await before(easel);
  return refused(input);
}

async function refused(input: Partial<Parameters<Easel['command']>[1]>): Promise<string> {
  const answer = await easel.command(people.member, {
    channelId: GALLERY,
    name: 'image',
    options: { prompt: 'a boat' },
    ...input,
  });
  expect(answer.sandbox.ephemeral).toBe(true);
  expect(easel.discord.messages(answer.channel_id, { as: people.secondMember }).map(({ id }) => id)).not.toContain(
    answer.id,
  );
  expect(easel.service.creates).toBe(0);
  return textOf(answer);
}

describe('a request that cannot start is refused in private and costs nothing:', () => {
  afterEach(async () => {
    // A store that fails cannot show its budget either.
    if (expect.getState().currentTestName?.includes('store')) return;
    expect(await easel.budget()).toMatchObject({ spent: 0, held: 0 });
  });

  it('an empty prompt, no ratio, a source that is no picture, and a channel that the bot can’t use', async () => {
    easel = await startEasel();
    expect(await refused({ options: { prompt: ' \n ' } })).toContain('Your prompt is empty');
    for (const ratio of ['wide', '16:', '0:1', '1:2:3', '16;9', '99999:1']) {
      expect(await refused({ options: { prompt: 'x', aspect_ratio: ratio } })).toContain('isn’t an aspect ratio');
    }
    const types = [
      ['clip.mp4', 'video/mp4'],
      ['notes.png', 'text/plain'],
      ['drawing.svg', 'image/svg+xml'],
      ['unknown.png', null],
    ] as const;
    for (const [name, contentType] of types) {
      const attachments = [{ option: 'source', name, contentType, bytes: tinyPng }];
      expect(await refused({ attachments })).toContain(`“${name}” isn’t a picture`);
    }
    // Words, nothing, and half of a picture's first bytes.
    for (const bytes of [Buffer.from('no picture at all'), Buffer.alloc(0), tinyPng.subarray(0, 12)]) {
      const attachments = [{ option: 'source', name: 'fake.png', contentType: 'image/png', bytes }];
      expect(await refused({ attachments })).toContain('can’t read “fake.png” as a picture');
    }
    expect(await refused({ channelId: atelier.channels.hidden })).toContain('can’t see this channel');
    expect(await refused({ channelId: atelier.channels.textOnly })).toContain('can’t attach files');
  });

  it('more than the budget has left', async () => {
    const text = await refusal(
      { options: { prompt: 'x', count: 4 } },
      { environment: { BUDGET_DEFAULT_CREDITS: '19' } },
    );
    expect(text).toMatch(/needs about 20 credits, and the server has 19 credits left.*renews <t:\d+:R>/);
    const refused = await easel.until(() => easel.log.find(({ msg }) => msg === 'interaction refused'));
    const facts = { reason: 'budget.left', member: people.member, server: atelier.guild };
    expect(refused).toMatchObject({ ...facts, what: 'image', interaction: expect.stringMatching(/^\d+$/) });
  });

  it('while the service refuses the key, which Easel knows from the start', async () => {
    const text = await refusal({}, {}, async (started) => {
      started.service.faults.switchOn('badKey');
      await started.restart();
      await started.until(() => started.log.some(({ msg }) => msg.includes('rejects the key')));
    });
    expect(text).toContain('doesn’t accept Easel’s key');
    expect(text).toContain('No credits were spent');
  });

  it('while the service is known to be down', async () => {
    const text = await refusal({}, { environment: { TASK_API_URL: 'http://127.0.0.1:9' } }, async (started) => {
      await started.until(() => started.log.some(({ msg }) => msg.includes('can’t reach the generation service')));
    });
    expect(text).toContain('isn’t answering right now');
  });

  it('while the store fails', async () => {
    const text = await refusal({}, {}, async ({ config }) => {
      const file = config.STORE_URL.slice('sqlite://'.length);
      await Promise.all(['', '-wal', '-shm'].map((ending) => rm(`${file}${ending}`, { force: true })));
      await writeFile(file, 'rubbish in the place of the records');
    });
    expect(text).toContain('can’t reach its records');
    const failed = await easel.until(() => easel.log.find(({ msg }) => msg === 'interaction failed'));
    expect(failed).toMatchObject({ level: 50, faultId: expect.any(String) });
  });
});

describe('outside servers', () => {
  it('Discord offers only the operator’s command, which refuses everyone else', async () => {
    easel = await startEasel();
    const offered = easel.discord.as(people.member).commands(ids.direct.member);
    expect(offered.map(({ name }) => name)).toEqual(['credits']);
    const input = { channelId: ids.direct.member, name: 'credits', subcommand: 'servers' };
    expect(textOf(await easel.command(people.member, input))).toContain('Only Easel’s operator can do that');
  });
});
