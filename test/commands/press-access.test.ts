import { expect, it } from 'vitest';
import { galleryButton, galleryCommand } from '../../commands/gallery/gallery.ts';
import { reportButton, reportCommand } from '../../commands/reports/report.ts';
import type { Button, CommandContext } from '../../commands/support/context.ts';
import { en } from '../../src/texts/en.ts';

/** The button asks for the rules of a command, and is denied. @returns the names that it asked for */
async function askedBy(button: Button, argument: string): Promise<string[]> {
  const asked: string[] = [];
  const commands = { ...en.commands, report: 'Melden', showInGallery: 'In der Galerie zeigen' };
  const context = {
    texts: { ...en, commands },
    commandAccess: {
      of: async ({ name }: { name: string }) => {
        asked.push(name);
        return 'denied';
      },
    },
  } as unknown as CommandContext;
  const interaction = { channelId: 'channel', server: {}, message: {} } as Parameters<Button['run']>[0];
  const id = { action: button.action, argument, memberId: 'member' };
  await expect(button.run(interaction, id, {} as Parameters<Button['run']>[2], context)).rejects.toThrow('admins');
  return asked;
}

it('a press asks for the rules of the command as it is registered, whatever language its member reads', async () => {
  expect(await askedBy(reportButton, 'job')).toEqual([reportCommand.data.name]);
  expect(await askedBy(galleryButton, 'show-job')).toEqual([galleryCommand.data.name]);
});
