import { expect, it } from 'vitest';
import { galleryButton, galleryCommand } from '../../commands/gallery/controls.ts';
import { reportButton, reportCommand } from '../../commands/reports/controls.ts';
import type { Context } from '../../commands/support/context.ts';
import type { Button } from '../../commands/support/define.ts';
import { en } from '../../src/texts/en.ts';

/** Presses a button whose command is denied. @returns the names of the commands that were checked */
async function askedBy(button: Button, argument: string): Promise<string[]> {
  const asked: string[] = [];
  const commands = { ...en.commands, report: 'Melden', showInGallery: 'In der Galerie zeigen' };
  const context = {
    texts: { ...en, commands },
    jobs: { lineageOf: async () => ({ memberId: '1'.repeat(18), channelId: 'channel' }) },
    discord: {
      commandAccess: async ({ name }: { name: string }) => {
        asked.push(name);
        return 'denied';
      },
    },
  } as unknown as Context;
  const customId = `${button.action}:${argument}:${'1'.repeat(18)}`;
  const interaction = {
    channelId: 'channel',
    guildId: 'guild',
    server: {},
    message: { customIds: [] },
    customId,
  } as unknown as Parameters<Button['run']>[0];
  await expect(button.run(interaction, {} as Parameters<Button['run']>[1], context)).rejects.toThrow('admins');
  return asked;
}

it('a button checks the permissions of the registered command, regardless of the member’s language', async () => {
  expect(await askedBy(reportButton, 'job')).toEqual([reportCommand.data.name]);
  expect(await askedBy(galleryButton, 'show-job')).toEqual([galleryCommand.data.name]);
});
