import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { textOf } from '../../src/sandbox/message-reading.ts';
import { freePort } from '../../src/sandbox/postgres/postgres-server.ts';
import { HOUR_MS } from '../../src/time/clock.ts';
import { atelier, GALLERY, people, startEasel } from '../support/easel.ts';

const readyzSchema = z.object({ backupAgeMs: z.number().nullable(), findings: z.array(z.object({ id: z.string() })) });

it('a bot without its folder for backups says so in the channel for alerts, and backs its store up once it is there', async () => {
  const port = await freePort();
  const easel = await startEasel({
    environment: { OPERATOR_CHANNEL_ID: atelier.channels.staff, HEALTH_PORT: String(port) },
  });
  onTestFinished(() => easel.close());
  await easel.command(people.member, { channelId: GALLERY, name: 'image', options: { prompt: 'a storm' } });
  await easel.idle();
  const folder = join(dirname(easel.config.STORE_URL.replace('sqlite://', '')), 'backups');
  await easel.restart({ BACKUP_FOLDER: folder });
  const alerts = (): string[] =>
    easel.discord
      .messages(atelier.channels.staff, { as: people.owner })
      .map(textOf)
      .filter((text) => text.includes('isn’t backed up: the folder doesn’t exist'));
  const readyz = async (): Promise<{ backupAgeMs: number | null; isReported: boolean }> => {
    const { backupAgeMs, findings } = readyzSchema.parse(await (await fetch(`http://127.0.0.1:${port}/readyz`)).json());
    return { backupAgeMs, isReported: findings.some(({ id }) => id === 'store.backup') };
  };
  await easel.until(() => alerts().length > 0, { stepMs: HOUR_MS / 6, limitMs: 3 * HOUR_MS });
  expect(alerts()[0]).toContain('No backup is in the folder');
  expect(await readyz()).toEqual({ backupAgeMs: null, isReported: true });
  await mkdir(folder);
  await easel.until(async () => (await readyz()).backupAgeMs !== null, {
    stepMs: HOUR_MS / 6,
    limitMs: 5_000 * HOUR_MS,
  });
  expect(await readdir(folder)).toContainEqual(expect.stringMatching(/^easel-2026-.*\.sqlite$/));
  expect((await readyz()).isReported).toBe(false);
  expect(alerts()).toHaveLength(1);
});
