import { ApplicationCommandOptionType, ApplicationCommandType } from 'discord.js';
import { expect, it } from 'vitest';
import { commandsFor } from '../../commands/index.ts';
import type { CommandInput } from '../../src/sandbox/discord/people/inputs.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite-database.ts';
import { askFrom, keepStyle, prefer } from '../flows/moderation-support.ts';
import { type Easel, people } from '../support/easel.ts';
import { ask, startWithOperator } from './asking.ts';

const Option = ApplicationCommandOptionType;
const WRAPPERS: readonly number[] = [Option.Subcommand, Option.SubcommandGroup];

interface OptionData {
  name: string;
  type: number;
  required?: boolean | undefined;
  options?: readonly OptionData[] | undefined;
}

/** Every slash command and subcommand that Discord's client can send without options. */
function bareCommands(): string[] {
  const pathsOf = (path: string, options: readonly OptionData[] = []): string[] => {
    const subcommands = options.filter(({ type }) => WRAPPERS.includes(type));
    if (subcommands.length > 0) return subcommands.flatMap((one) => pathsOf(`${path} ${one.name}`, one.options));
    return options.some(({ required }) => required) ? [] : [path];
  };
  return commandsFor(1_000).flatMap(({ data }) => {
    const isTyped = data.type === undefined || data.type === ApplicationCommandType.ChatInput;
    return isTyped && 'options' in data ? pathsOf(data.name, data.options) : [];
  });
}

function inputOf(path: string): Omit<CommandInput, 'channelId'> {
  const [name = '', ...rest] = path.split(' ');
  const [subcommand, group] = rest.toReversed();
  return { name, ...(subcommand && { subcommand }), ...(group && { group }) };
}

async function recordsOf({ config }: Easel): Promise<Map<string, unknown>> {
  const path = config.STORE_URL.slice('sqlite://'.length);
  const database = await openSqlite(path, { readOnly: true, busyTimeoutMs: 5_000 });
  try {
    return new Map(await database.page({ from: '', to: '~', most: 10_000, backwards: false }));
  } finally {
    await database.disconnect();
  }
}

/** These commands do what their names say, even without options, and can be undone, or open a form. */
const DOERS = ['image', 'video', 'round', 'credits pause', 'credits resume'];
const SHOWERS = bareCommands().filter((path) => !DOERS.includes(path));

it('a command without options changes nothing', async () => {
  const easel = await startWithOperator();
  await askFrom(easel, 20, 'Europe/Berlin');
  await keepStyle(easel, { userId: people.manager, name: 'Linocut', words: 'a linocut' });
  for (const userId of [people.manager, people.operator]) {
    await prefer(easel, userId, 'count', 2);
  }
  expect(SHOWERS).toContain('settings');
  expect(SHOWERS.length).toBeGreaterThan(5);

  const before = await recordsOf(easel);
  expect(before.size).toBeGreaterThan(3);
  for (const path of SHOWERS) {
    const userId = path.startsWith('credits') ? people.operator : people.manager;
    await ask(easel, userId, inputOf(path));
    expect(await recordsOf(easel), path).toEqual(before);
  }
});
