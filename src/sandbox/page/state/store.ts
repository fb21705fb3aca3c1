import type { APIMessage, APIModalInteractionResponseCallbackData } from 'discord-api-types/v10';
import { useEffect, useState } from 'preact/hooks';
import type { WorksView, WorldView } from '../../playground/protocol.ts';
import type { Command } from '../composer/entries.ts';
import type { Draft, Drafts } from './drafts.ts';

/** A message, and what only Discord's client knows of it. */
export type Message = APIMessage & { sandbox: { ephemeral: boolean; loading: boolean; notifiedIds: string[] } };

/** A form that the bot opened. */
export type Modal = APIModalInteractionResponseCallbackData & { interactionId: string };

/** Something that only this page says: a command on its way, or one that got no answer. */
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
  /** The newest message of that moment: the notice stands after it. */
  afterId: string | null;
}

export interface State {
  connection: 'connecting' | 'open' | 'lost';
  personId: string;
  channelId: string | null;
  world: WorldView | null;
  messages: Message[] | null;
  commands: Command[];
  works: WorksView | null;
  /** The newest message of each channel. */
  latest: Record<string, string>;
  /** Newest messages that ping the person. */
  pinged: string[];
  /** By person, then by channel: the newest message that was looked at. */
  seen: Record<string, Record<string, string>>;
  notices: Notice[];
  modal: Modal | null;
  /** The address of the picture that is seen large. */
  openPicture: string | null;
  /** The command that is being filled in. */
  draft: Draft | null;
  /** What has not been sent, by person and channel. */
  drafts: Drafts;
  replyTo: string | null;
  isWorksOpen: boolean;
  isPlacesOpen: boolean;
  /** How often something was sent: the list of messages then shows its end. */
  sends: number;
  /** Said by screen readers. */
  announcement: string;
}

let state: State = {
  connection: 'connecting',
  personId: '',
  channelId: null,
  world: null,
  messages: null,
  commands: [],
  works: null,
  latest: {},
  pinged: [],
  seen: {},
  notices: [],
  modal: null,
  openPicture: null,
  draft: null,
  drafts: {},
  replyTo: null,
  isWorksOpen: false,
  isPlacesOpen: false,
  sends: 0,
  announcement: '',
};
const listeners = new Set<() => void>();

export const getState = (): State => state;

export const change = (changes: Partial<State>): void => {
  state = { ...state, ...changes };
  for (const listener of listeners) listener();
};

/** The part of the state that a component draws; it is drawn again when that part is another. */
export const useSelected = <Value>(select: (state: State) => Value): Value => {
  const [value, setValue] = useState(() => select(state));
  useEffect(() => {
    const look = (): void => setValue(() => select(state));
    look();
    listeners.add(look);
    return () => {
      listeners.delete(look);
    };
    // Every caller's `select` reads the same fields each time.
  }, []);
  return value;
};
