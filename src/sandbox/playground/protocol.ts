/**
 * What the page and its server say to each other. Plain types: the page is built from them too, so nothing of Node's may
 * be imported here.
 */

import type { Channel, Guild, Member, Role } from '../discord/world/world-schema.ts';
import type { SandboxTaskView } from '../task-api/tasks.ts';

/** `waiting`: as a spare, until another process gives its records up. */
export type BotState = 'stopped' | 'starting' | 'waiting' | 'running';

export interface PersonCard {
  id: string;
  name: string;
  username: string;
  colour: string;
  isBot: boolean;
}

export interface ChannelCard extends Pick<Channel, 'id' | 'name' | 'parentId' | 'topic' | 'ageRestricted'> {
  /** As `Channel` has it, and 1 for direct messages. */
  type: number;
  archived: boolean;
  /** The names of a post's tags. */
  tags: string[];
  /** The first picture of a post. */
  picture: { url: string } | null;
  mayPost: boolean;
  mayAttach: boolean;
  mayManageMessages: boolean;
  /** Whether the bot has been shut out here by hand. */
  botShutOut: boolean;
}

export interface GuildCard extends Pick<Guild, 'id' | 'name' | 'ownerId'> {
  colour: string;
  /** Colours as CSS writes them; null for none. */
  roles: (Pick<Role, 'id' | 'name' | 'position'> & { colour: string | null })[];
  members: Pick<Member, 'userId' | 'roleIds'>[];
  channels: ChannelCard[];
}

/** Everything that one person sees but messages and commands. */
export interface WorldView {
  botUserId: string;
  operatorId: string;
  people: PersonCard[];
  guilds: GuildCard[];
  /** One's own conversations with the bot. */
  direct: ChannelCard[];
}

export interface FaultCard {
  name: string;
  title: string;
  description: string;
  isOn: boolean;
  /** Happens once, when it is pressed. */
  isMoment: boolean;
  /** Shown before the others. */
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
  /** What the system calls it, while there is one. */
  pid: number | null;
  /** Why it does not run, where it ended by itself. */
  problem: string | null;
  log: string[];
  /** The servers whose records it owns; null where one process owns them all. */
  guilds: string[] | null;
  /** Its shards, as "0 and 2 of 4"; null where it owns none, or there is but one. */
  shards: string | null;
}

export interface MonthProgress {
  madeDays: number;
  days: number;
}

/** What a visitor sees behind the scenes. */
export interface WorksView {
  /** The sandboxes' clock minus the real one. */
  clockOffsetMs: number;
  /** While a month of work is being made; the clock is behind until then. */
  month: MonthProgress | null;
  /** The newest first. */
  tasks: SandboxTaskView[];
  serviceCredits: number;
  account: AccountCard | null;
  serviceFaults: FaultCard[];
  discordFaults: FaultCard[];
  /** One, or several that share the servers. */
  bots: BotCard[];
  /** Whether the bot hears what happens in the channel that is looked at. */
  isHeard: boolean;
  keywords: readonly { keyword: string; description: string }[];
}

/** From the server to the page. `Message` and `Command` are Discord's forms. */
export type Push<Message, Command> =
  | { kind: 'world'; personId: string; world: WorldView }
  | { kind: 'activity'; personId: string; latest: Record<string, string>; pinged: string[] }
  | { kind: 'messages'; personId: string; channelId: string; messages: Message[] }
  | { kind: 'commands'; personId: string; channelId: string; commands: Command[] }
  | { kind: 'works'; works: WorksView };

export interface Refusal {
  reason: string;
  message: string;
  field: string | null;
}

/** What comes back for an act. */
export type Reply<Modal> =
  | { ok: true; answer: 'done' | 'message' }
  | { ok: true; answer: 'no-answer'; text: string }
  | { ok: true; answer: 'modal'; modal: Modal }
  | { ok: true; answer: 'choices'; choices: { name: string; value: string | number }[] }
  | { ok: false; refusal: Refusal };
