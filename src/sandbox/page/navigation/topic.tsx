import type { JSX } from 'preact';
import { openDraft } from '../composer/draft.ts';
import type { Command } from '../composer/entries.ts';
import { type Entry, entriesOf } from '../composer/entries.ts';
import { Avatar } from '../parts/avatar.tsx';
import { become } from '../state/live.ts';
import { useSelected } from '../state/store.ts';
import { guildOf, personOf, roleWordsOf } from '../state/world.ts';
import { Markdown } from '../text/markdown.tsx';
import { leavesOf } from '../text/parse-inline.ts';

/** A channel's topic, with a button for each person that it names and each command that it quotes. */
export const Topic = ({ text, onChoose }: { text: string; onChoose?: () => void }): JSX.Element => (
  <div class="topic-text">
    <Markdown text={text} />
    <People of={text} />
    <Commands of={text} onChoose={onChoose} />
  </div>
);

const People = ({ of: text }: { of: string }): JSX.Element | null => {
  const world = useSelected((state) => state.world);
  const channelId = useSelected((state) => state.channelId);
  const personId = useSelected((state) => state.personId);
  const guild = guildOf(world, channelId);
  const named = new Set(leavesOf(text).flatMap((one) => (one.kind === 'user' ? [one.id] : [])));
  const people = [...named].flatMap((id) => personOf(world, id) ?? []);
  if (!world || people.length === 0) return null;
  return (
    <div class="tries">
      <span>Become</span>
      <div>
        {people.map(({ id, name }) => (
          <button key={id} type="button" class="try" aria-pressed={id === personId} onClick={() => become(id)}>
            <Avatar userId={id} small />
            {name} <small>{roleWordsOf(world, guild, id)}</small>
          </button>
        ))}
      </div>
    </div>
  );
};

const Commands = ({ of: text, onChoose }: { of: string; onChoose?: (() => void) | undefined }): JSX.Element | null => {
  const commands = useSelected((state) => state.commands);
  const quoted = commandsIn(text, commands);
  if (quoted.length === 0) return null;
  return (
    <div class="tries">
      <span>Try</span>
      <div>
        {quoted.map(({ typed, entry, options }) => (
          <button
            key={typed}
            type="button"
            class="try"
            onClick={() => {
              onChoose?.();
              openDraft(entry, options);
            }}
          >
            {typed}
          </button>
        ))}
      </div>
    </div>
  );
};

/** The commands that a topic quotes and the channel offers, with the quoted options filled in. */
export const commandsIn = (text: string, commands: Command[]) => {
  const entries = entriesOf(commands).toSorted((a, b) => b.title.length - a.title.length);
  return leavesOf(text).flatMap((one) => {
    if (one.kind !== 'code' || !one.text.startsWith('/')) return [];
    const typed = one.text;
    const entry = entries.find(({ title }) => `${typed} `.startsWith(`/${title} `));
    return entry ? [{ typed, entry, options: optionsIn(typed.slice(entry.title.length + 1).trim(), entry) }] : [];
  });
};

/** Parses `theme:harbours at night winners:1`. Words without a name are the first option. */
const optionsIn = (quoted: string, { options }: Entry): Record<string, string> => {
  const [main] = options;
  const [first = '', ...named] = quoted.split(new RegExp(`(?:^| )(${options.map(({ name }) => name).join('|')}):`));
  const found: Record<string, string> = main && first !== '' ? { [main.name]: first } : {};
  for (let index = 0; index + 1 < named.length; index += 2) found[named[index] ?? ''] = (named[index + 1] ?? '').trim();
  return found;
};
