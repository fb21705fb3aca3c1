import { ApplicationCommandOptionType, ApplicationCommandType } from 'discord.js';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { type Easel, GALLERY, people } from '../support/easel.ts';
import { start } from './moderation-support.ts';

/** What Discord lists for a person: each subcommand is an entry of its own. */

const { Subcommand, SubcommandGroup } = ApplicationCommandOptionType;

const optionSchema = z.object({
  name: z.string(),
  type: z.number(),
  get options() {
    return z.array(optionSchema).default([]);
  },
});
type OptionData = z.output<typeof optionSchema>;

function pathsOf(path: string, options: readonly OptionData[]): string[] {
  const subcommands = options.filter(({ type }) => type === Subcommand || type === SubcommandGroup);
  return subcommands.length === 0 ? [path] : subcommands.flatMap((one) => pathsOf(`${path} ${one.name}`, one.options));
}

/** The entries of these types that a person sees in a channel. */
const entriesOf = (easel: Easel, userId: string, type: ApplicationCommandType): string[] =>
  easel.discord
    .as(userId)
    .commands(GALLERY)
    .filter((one) => one.type === type)
    .flatMap((one) => pathsOf(one.name, z.array(optionSchema).parse(one.options ?? [])))
    .sort();

it('a plain member finds ten entries under "/", none of which is for others', async () => {
  const easel = await start();
  expect(entriesOf(easel, people.member, ApplicationCommandType.ChatInput)).toEqual([
    ...['budget', 'explore', 'help', 'history', 'image', 'preferences', 'privacy', 'round', 'style', 'video'],
  ]);
});

it('the menu of a message has four entries for members, and one more for moderators', async () => {
  const easel = await start();
  const menu = (userId: string) => entriesOf(easel, userId, ApplicationCommandType.Message);
  const members = ['Open in Easel', 'Report to moderators', 'Show in the gallery', 'Use as a source'];
  expect(menu(people.member)).toEqual(members);
  expect(menu(people.moderator)).toEqual(['Moderate this', ...members]);
});

it('moderators find /moderation too, and managers what they set', async () => {
  const easel = await start();
  const slash = (userId: string) => entriesOf(easel, userId, ApplicationCommandType.ChatInput);
  const names = (userId: string) => [...new Set(slash(userId).map((path) => path.split(' ')[0]))];
  expect(names(people.moderator)).toContain('moderation');
  expect(names(people.moderator)).not.toContain('settings');
  expect(names(people.manager)).toEqual(expect.arrayContaining(['moderation', 'settings', 'setup']));
  expect(slash(people.moderator)).toHaveLength(12);
  expect(slash(people.manager)).toHaveLength(14);
});
