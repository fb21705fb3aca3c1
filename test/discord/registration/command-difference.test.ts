import type { RESTPostAPIApplicationCommandsJSONBody } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { commandsFor } from '../../../commands/index.ts';
import { differ } from '../../../src/discord/registration/command-difference.ts';

const ours = commandsFor(2000).map(({ data }) => data);

/** As Discord gives a stored command back: its own fields added, defaults written out, nulls for what is not there. */
function asStored(command: RESTPostAPIApplicationCommandsJSONBody, index: number) {
  return {
    ...structuredClone(command),
    type: command.type ?? 1,
    id: String(1_000 + index),
    application_id: '1',
    version: '2',
    default_member_permissions: command.default_member_permissions ?? null,
    dm_permission: false,
    nsfw: false,
    integration_types: [0, 1],
    name_localizations: null,
    description_localizations: null,
  };
}
const stored = () => ours.map(asStored);

describe('commands', () => {
  it('are not registered again when Discord has them, in whatever order', () => {
    expect(differ(ours, stored())).toBe(false);
    expect(differ(ours, stored().reverse())).toBe(false);
  });

  it.each<[string, (commands: ReturnType<typeof stored>) => unknown]>([
    ['is missing', (list) => list.splice(1)],
    ['is there that should not be', (list) => list.push(asStored({ type: 1, name: 'old', description: 'old' }, 99))],
    ['has another description', (list) => Object.assign(list[0] ?? {}, { description: 'other' })],
    ['has an option less', (list) => Reflect.get(list[0] ?? {}, 'options').pop()],
    ['has another limit', (list) => Object.assign(Reflect.get(list[0] ?? {}, 'options')[0], { max_length: 1 })],
    ['needs other permissions', (list) => Object.assign(list[0] ?? {}, { default_member_permissions: '8' })],
    ['may be used elsewhere', (list) => Object.assign(list[0] ?? {}, { contexts: [0, 1] })],
  ])('are registered when one of them %s', (_, change) => {
    const list = stored();
    change(list);
    expect(differ(ours, list)).toBe(true);
  });

  it('keep to Discord’s limits: 100 of them, 25 options and choices, 8000 characters', () => {
    expect(ours.length).toBeLessThanOrEqual(100);
    for (const command of ours) {
      const text = JSON.stringify(command);
      // In the menu of a message a name is a phrase.
      expect(command.name).toMatch('description' in command ? /^[a-z-]{1,32}$/ : /^[\w -]{1,32}$/);
      expect(text.length).toBeLessThan(12_000);
      expect('options' in command ? (command.options ?? []).length : 0).toBeLessThanOrEqual(25);
    }
  });
});
