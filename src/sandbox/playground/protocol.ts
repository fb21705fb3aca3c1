/** What the page and its server tell each other. The page is built from this file too, so it imports types only. */

import type { Channel, Guild, Member, Role } from '../discord/world/world-schema.ts';
import type { SandboxTaskView } from '../task-api/tasks.ts';

/** `waiting`: as a spare, until another process ends. */
export type BotState = 'stopped' | 'starting' | 'waiting' | 'running';

export interface PersonCard {
  id: string;
  name: string;
  username: string;
  colour: string;
  isBot: boolean;
}

export interface ChannelCard extends Pick<Channel, 'id' | 'name' | 'parentId' | 'topic' | 'ageRestricted'> {
  /** The types of `Channel`, and 1 for direct messages. */
  type: number;
  archived: boolean;
  /** The names of a post's tags. */
  tags: string[];
  /** The first picture of a post. */
  picture: { url: string } | null;
  mayPost: boolean;
  mayAttach: boolean;
  mayManageMessages: boolean;
  /** Whether the bot was shut out here by hand. */
  botShutOut: boolean;
}

export interface GuildCard extends Pick<Guild, 'id' | 'name' | 'ownerId'> {
  colour: string;
  /** Colours as CSS writes them; null for none. */
  roles: (Pick<Role, 'id' | 'name' | 'position'> & { colour: string | null })[];
  members: Pick<Member, 'userId' | 'roleIds'>[];
  channels: ChannelCard[];
}

/** Everything that one person sees, except messages and commands. */
export interface WorldView {
  botUserId: string;
  operatorId: string;
  people: PersonCard[];
  guilds: GuildCard[];
  /** The person's own conversations with the bot. */
  direct: ChannelCard[];
}

export interface FaultCard {
  name: string;
  title: string;
  description: string;
  isOn: boolean;
  /** Whether it strikes once, when pressed. */
  isMoment: boolean;
  /** Whether it is listed before the others. */
  isUsual: boolean;
}

export interface AccountCard {
  leftCredits: number;
  /** All that the server may spend in this period. */
  budgetCredits: number;
  spentCredits: number;
  heldCredits: number;
}

/** A process of the bot. */
export interface BotCard {
  state: BotState;
  /** The process id, while it runs. */
  pid: number | null;
  /** Why the process ended by itself; null otherwise. */
  problem: string | null;
  log: string[];
  /** The servers whose records it owns; null if one process owns all. */
  guilds: string[] | null;
  /** The shards, such as "0 and 2 of 4"; null if it owns none, or there is only one. */
  shards: string | null;
}

export type TaskCard = SandboxTaskView & {
  /** The first thing in its prompt that the painter leaves out; null if it understands all. */
  ignored: string | null;
};

/** What a visitor sees behind the scenes. */
export interface BackstageView {
  /** The sandboxes' clock minus the real one. */
  clockOffsetMs: number;
  /** The newest first. */
  tasks: TaskCard[];
  serviceCredits: number;
  account: AccountCard | null;
  serviceFaults: FaultCard[];
  discordFaults: FaultCard[];
  /** One process, or several that share the servers. */
  bots: BotCard[];
  /** Whether the bot gets events of the open channel. */
  isHeard: boolean;
  keywords: readonly { keyword: string; description: string }[];
  /** What the painter can draw. */
  paintedSubjects: readonly string[];
}

/** From the server to the page. `Message` and `Command` are Discord's forms. */
export type Push<Message, Command> =
  | { kind: 'world'; personId: string; world: WorldView }
  | { kind: 'activity'; personId: string; latest: Record<string, string>; pinged: string[] }
  | { kind: 'messages'; personId: string; channelId: string; messages: Message[] }
  | { kind: 'commands'; personId: string; channelId: string; commands: Command[] }
  | { kind: 'backstage'; backstage: BackstageView };

export interface Refusal {
  message: string;
  field: string | null;
}

/** The answer to an act. */
export type Reply<Modal> =
  | { ok: true; answer: 'done' | 'message' }
  | { ok: true; answer: 'no-answer'; text: string }
  | { ok: true; answer: 'modal'; modal: Modal }
  | { ok: true; answer: 'choices'; choices: { name: string; value: string | number }[] }
  | { ok: false; refusal: Refusal };
