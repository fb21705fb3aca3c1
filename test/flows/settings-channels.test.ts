import { describe, expect, it } from 'vitest';
import { settingsRecordSchema } from '../../src/moderation/server-settings.ts';
import { settingsSchema } from '../../src/moderation/settings.ts';
import { openStore } from '../../src/store/open-store.ts';
import { ask } from '../commands/asking.ts';
import { atelier, type Easel, ids, passes, people, textOf } from '../support/easel.ts';
import { image, STAFF, start } from './moderation-support.ts';

const { annex } = ids;

/** What the manager of another server reads who takes a file there. */
async function importElsewhere(easel: Easel, settings: Record<string, unknown>): Promise<string> {
  const bytes = Buffer.from(JSON.stringify(settings));
  const answer = await ask(easel, people.artist, {
    ...{ channelId: annex.channels.general, name: 'settings', subcommand: 'import' },
    attachments: [{ option: 'file', name: 'settings.json', bytes }],
  });
  return textOf(answer);
}

/** Leaves another server with settings that are not checked any more when they are read. */
async function keepElsewhere(easel: Easel, settings: Record<string, unknown>): Promise<void> {
  await easel.app.stop();
  const store = await openStore(easel.config.STORE_URL);
  const record = { version: 1 as const, settings: settingsSchema.parse(settings), before: [], pause: null };
  await store.collection('settings', settingsRecordSchema).set(annex.guild, record);
  await store.close();
  await easel.restart();
}

const seenByModerators = (easel: Easel): string[] =>
  easel.discord.messages(STAFF, { as: people.moderator }).map(textOf);

describe('channels of another server', () => {
  it.each([
    ['moderators’ channel', { moderatorsChannelId: STAFF }, STAFF],
    ['gallery', { galleryChannelId: atelier.channels.general }, atelier.channels.general],
  ])('are not taken as the %s from a file, and nothing is posted there', async (_, settings, channelId) => {
    const easel = await start();
    const answer = await importElsewhere(easel, settings);
    expect(answer).toContain('belongs to another server');
    expect(answer).toContain('Nothing was changed');
    expect(easel.discord.messages(channelId, { as: people.owner })).toEqual([]);
  });

  it('get nothing to read of what is asked for here, also where they were taken at some time', async () => {
    const easel = await start();
    await keepElsewhere(easel, { defaultMode: 'review', moderatorsChannelId: STAFF });
    const secret = { options: { prompt: 'a secret of the Annex' } };
    const refused = await image(easel, people.member, { channelId: annex.channels.sketches, ...secret });
    expect(textOf(refused)).toContain('moderators’ channel');
    const pause = { channelId: annex.channels.general, name: 'moderation', subcommand: 'pause' };
    expect(textOf(await easel.command(people.artist, pause))).toContain('Paused');
    await passes(easel, 10_000);
    expect(seenByModerators(easel)).toEqual([]);
    const panel = { channelId: annex.channels.general, name: 'settings', subcommand: 'show' };
    expect(textOf(await easel.command(people.artist, panel))).toContain('**Moderators’ channel:** none');
  });
});
