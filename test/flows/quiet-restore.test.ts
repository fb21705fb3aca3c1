import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { storeFileOf } from '../../src/store/store-url.ts';
import { GALLERY, people, startEasel } from '../support/easel.ts';

it('a backup is restored without a choice if only starts and stops came after it', async () => {
  const easel = await startEasel();
  onTestFinished(() => easel.close());
  await easel.command(people.member, { channelId: GALLERY, name: 'image', options: { prompt: 'a storm' } });
  await easel.idle();
  const { STORE_URL } = easel.config;
  const backup = join(dirname(storeFileOf(STORE_URL)), 'backup.sqlite');
  const tool = (...args: string[]): unknown => {
    const environment = { env: { ...process.env, STORE_URL }, encoding: 'utf8' } as const;
    const { status, stdout } = spawnSync(process.execPath, ['src/store-tool/store-tool.ts', ...args], environment);
    return { status, stdout };
  };
  await easel.restart();
  expect(tool('backup', backup)).toMatchObject({ status: 0 });
  await easel.restart();
  await easel.app.stop();
  const restored = tool('restore', backup);
  expect(restored).toMatchObject({ status: 0, stdout: expect.stringContaining(`Restored from ${backup}.`) });
  expect(restored).not.toMatchObject({ stdout: expect.stringContaining('that differ from') });
});
