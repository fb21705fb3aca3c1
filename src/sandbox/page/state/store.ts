import type { APIMessage, APIModalInteractionResponseCallbackData } from 'discord-api-types/v10';
import { useEffect, useState } from 'preact/hooks';
import type { MessageView } from '../../discord/people/views.ts';
import type { BackstageView, WorldView } from '../../playground/protocol.ts';
import type { Command } from '../composer/entries.ts';
import type { UnsentTexts } from './drafts.ts';

/** A message, and what only Discord's client knows about it. */
export type Message = APIMessage & Pick<MessageView, 'sandbox'>;

/** A form that the bot opened. */
export type Modal = APIModalInteractionResponseCallbackData & { interactionId: string };

/** A note that only this page shows: a command on its way, or one without an answer. */
export interface Notice {
  id: number;
  personId: string;
  channelId: string;
  /** Such as "/image". */
  command: string | null;
  text: string;
  isFailure: boolean;
  /** By the sandboxes' clock. */
  atMs: number;
  /** The newest message at that time. The notice is shown after it. */
  afterId: string | null;
}

export interface State {
  connection: 'connecting' | 'open' | 'lost';
  personId: string;
  channelId: string | null;
  world: WorldView | null;
  messages: Message[] | null;
  commands: Command[];
  backstage: BackstageView | null;
  /** The newest message of each channel. */
  latest: Record<string, string>;
  /** Newest messages that ping the person. */
  pinged: string[];
  /** The newest message that was seen, by person and channel. */
  seen: Record<string, Record<string, string>>;
  notices: Notice[];
  modal: Modal | null;
  /** The address of the picture that is open. */
  openPicture: string | null;
  unsent: UnsentTexts;
  replyTo: string | null;
  isBackstageOpen: boolean;
  isSidebarOpen: boolean;
  /** How often something was sent. Each time, the list scrolls to its end. */
  sends: number;
  /** Read out by screen readers. */
  announcement: string;
  /** Apart from the other, because a new message may follow at once. */
  resultAnnouncement: string;
  /** The sandboxes' time, updated each second. */
  nowMs: number;
}

let state: State = {
  connection: 'connecting',
  personId: '',
  channelId: null,
  world: null,
  messages: null,
  commands: [],
  backstage: null,
  latest: {},
  pinged: [],
  seen: {},
  notices: [],
  modal: null,
  openPicture: null,
  unsent: {},
  replyTo: null,
  isBackstageOpen: false,
  isSidebarOpen: false,
  sends: 0,
  announcement: '',
  resultAnnouncement: '',
  nowMs: Date.now(),
};
const listeners = new Set<() => void>();

export const getState = (): State => state;

export const change = (changes: Partial<State>): void => {
  state = { ...state, ...changes };
  for (const listener of listeners) listener();
};

/** The part of the state that a component draws. It draws again when that part changes. */
export const useSelected = <Value>(select: (state: State) => Value): Value => {
  const [value, setValue] = useState(() => select(state));
  useEffect(() => {
    const look = (): void => setValue(() => select(state));
    look();
    listeners.add(look);
    return () => {
      listeners.delete(look);
    };
    // Each caller's `select` always reads the same fields.
  }, []);
  return value;
};
