import { Client, Events } from 'discord.js';
import { expect, it, onTestFinished, vi } from 'vitest';
import { GALLERY, people, startEasel, textOf } from '../support/easel.ts';

it('an interaction is Easel’s alone: discord.js neither keeps who used it nor reads what it may not know', async () => {
  const easel = await startEasel();
  onTestFinished(() => easel.close());
  const emitted = vi.spyOn(Client.prototype, 'emit');
  onTestFinished(() => emitted.mockRestore());
  const list = await easel.command(people.member, { channelId: GALLERY, name: 'history' });
  expect(textOf(list)).toContain('You have made nothing here yet');
  const names = emitted.mock.calls.map(([name]) => String(name));
  expect(names).toContain(Events.Raw);
  expect(names).not.toContain(Events.InteractionCreate);
});
