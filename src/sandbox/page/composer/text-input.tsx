import type { JSX, TargetedKeyboardEvent } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ChannelCard } from '../../playground/protocol.ts';
import { IconButton } from '../parts/icon.tsx';
import { act, showReply } from '../state/act.ts';
import { unsentHere } from '../state/drafts.ts';
import { change, getState, useSelected } from '../state/store.ts';
import { titleOf } from '../state/world.ts';
import { changeUnsent, openDraft, restoreDraft } from './draft.ts';
import { type Entry, entriesOf, matching } from './entries.ts';
import { ListBox, nextActive } from './list-box.tsx';
import { AsideBar, PendingFiles, ReplyBar } from './unsent.tsx';

const LIST = 'commands';

interface Props {
  channel: ChannelCard | undefined;
  files: File[];
  setFiles: (files: File[]) => void;
}

/** The input for words. A slash at the start opens the list of commands. */
export const TextInput = (props: Props): JSX.Element => {
  const { channel, files, setFiles } = props;
  const commands = useSelected((state) => state.commands);
  const writing = useWriting(props);
  const { text, isCommand, entries, active, begin } = writing;
  return (
    <>
      {isCommand && (
        <div class="command-panel">
          <p class="panel-title">Easel’s commands</p>
          <ListBox
            id={LIST}
            label="Commands"
            active={active}
            items={entries.map(({ title, description }) => ({ key: title, name: `/${title}`, about: description }))}
            onChoose={(index) => entries[index] && begin(entries[index])}
          />
          {entries.length === 0 && <p class="panel-empty">{emptyListText(commands.length, channel)}</p>}
        </div>
      )}
      <AsideBar />
      <ReplyBar />
      <PendingFiles files={files} setFiles={setFiles} />
      <InputBar {...props} writing={writing} isEmpty={isCommand || (text.trim() === '' && files.length === 0)} />
    </>
  );
};

/** The text that is being written, and what the keys do with it. */
const useWriting = ({ files, setFiles }: Props) => {
  const text = useSelected((state) => unsentHere(state).words);
  const [active, setActive] = useState(0);
  const commands = useSelected((state) => state.commands);
  const isAside = useSelected((state) => unsentHere(state).aside !== null);
  const replyTo = useSelected((state) => state.replyTo);
  const isCommand = text.startsWith('/');
  const entries = isCommand ? matching(entriesOf(commands), text.slice(1)) : [];
  const setText = (words: string): void => changeUnsent(() => ({ words }));
  const begin = (entry: Entry): void => {
    setText('');
    openDraft(entry);
  };
  const type = (typed: string): void => {
    setText(typed);
    setActive(0);
    // "/image " chooses the command, like typing on at Discord.
    const exact = entriesOf(commands).find(({ title }) => typed === `/${title} `);
    if (exact) begin(exact);
  };
  const send = async (): Promise<void> => {
    if (isCommand || (text.trim() === '' && files.length === 0)) return;
    const sent = files.map((file) => ({ field: 'files', file }));
    setText('');
    setFiles([]);
    change({ replyTo: null });
    showReply(await act({ do: 'post', content: text, ...(replyTo ? { replyTo } : {}) }, sent));
  };
  const onKey = (event: TargetedKeyboardEvent<HTMLTextAreaElement>): void => {
    const next = nextActive(event.key, active, entries.length);
    const entry = entries[active];
    if (next !== undefined) setActive(next);
    else if (entry && (event.key === 'Enter' || event.key === 'Tab')) begin(entry);
    else if (event.key === 'z' && (event.ctrlKey || event.metaKey) && text === '' && isAside) restoreDraft();
    else if (event.key === 'Escape' && isCommand) setText('');
    else if (event.key === 'Escape' && getState().replyTo) change({ replyTo: null });
    else if (event.key === 'Enter' && !event.shiftKey) void send();
    else return;
    event.preventDefault();
  };
  return { text, isCommand, entries, active, replyTo, begin, type, send, onKey };
};

/** The line to write in, between its buttons. */
const InputBar = (props: Props & { writing: ReturnType<typeof useWriting>; isEmpty: boolean }): JSX.Element => {
  const { channel, files, setFiles, writing, isEmpty } = props;
  const input = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => input.current?.focus({ preventScroll: true }), [writing.replyTo]);
  useTypingAnywhere(input);
  const title = titleOf(channel);
  // A phone has no room for the hint, and has a button for commands.
  const hint = matchMedia('(max-width: 760px)').matches ? '' : ' — type / for commands';
  const chosen = writing.isCommand && writing.entries.length > 0 ? `${LIST}-${writing.active}` : undefined;
  return (
    <div class="input-bar">
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          setFiles([...files, ...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
      <IconButton
        icon="plus"
        label="Add files"
        title="Add files"
        disabled={!channel?.mayAttach}
        onClick={() => picker.current?.click()}
      />
      <textarea
        ref={input}
        rows={1}
        value={writing.text}
        maxLength={4000}
        placeholder={
          channel?.mayPost ? `Message ${title}${hint}` : `You can’t write in ${title}, but commands may work`
        }
        aria-label={`Message ${title}`}
        aria-haspopup="listbox"
        aria-controls={LIST}
        aria-autocomplete="list"
        aria-activedescendant={chosen}
        onInput={({ currentTarget }) => writing.type(currentTarget.value)}
        onKeyDown={writing.onKey}
      />
      <IconButton
        icon="slash"
        label="Commands"
        title="Commands"
        onClick={() => {
          writing.type('/');
          input.current?.focus();
        }}
      />
      <IconButton
        icon="send"
        label="Send"
        title="Send"
        class="send"
        disabled={isEmpty}
        onClick={() => void writing.send()}
      />
    </div>
  );
};

const emptyListText = (count: number, channel: ChannelCard | undefined): string => {
  if (count > 0) return 'There’s no such command.';
  if (getState().backstage?.bots.some(({ state }) => state === 'starting')) return 'Easel is still starting.';
  return channel?.type === 1 ? 'Easel has no commands for direct messages.' : 'You have no commands here.';
};

/** Typing without a focus goes to the input, like at Discord. */
const useTypingAnywhere = (input: { current: HTMLTextAreaElement | null }): void =>
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isFree = document.activeElement === document.body || document.activeElement?.closest('.messages');
      if (isFree && event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey)
        input.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
