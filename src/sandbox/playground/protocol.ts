/**
 * What the page and its server say to each other. Plain types: the page is built from them too, so nothing of Node's may
 * be imported here.
 */

export interface PersonCard {
  id: string;
  name: string;
  username: string;
  colour: string;
  isBot: boolean;
}

export interface RoleCard {
  id: string;
  name: string;
  /** As CSS writes it; null for none. */
  colour: string | null;
  position: number;
}

export interface MemberCard {
  userId: string;
  roleIds: string[];
}

export interface ChannelCard {
  id: string;
  name: string;
  /** Discord's numbers: 0 text, 1 direct, 5 announcements, 11 and 12 threads, 15 forum, 16 media. */
  type: number;
  parentId: string | null;
  topic: string | null;
  ageRestricted: boolean;
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

export interface GuildCard {
  id: string;
  name: string;
  colour: string;
  ownerId: string;
  roles: RoleCard[];
  members: MemberCard[];
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

export interface TaskCard {
  taskId: string;
  state: 'queued' | 'running' | 'success' | 'failed';
  modelId: string;
  prompt: string;
  chargedCredits: number;
  refundedCredits: number;
  createdAtMs: number;
  runsAtMs: number;
  endsAtMs: number;
  polls: number;
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
  guildId: string;
  leftCredits: number;
  /** All that it may spend in this period. */
  budgetCredits: number;
  spentCredits: number;
  heldCredits: number;
}

/** A process of the bot. */
export interface BotCard {
  /** Waiting: as a spare, for what another process owns. */
  state: 'starting' | 'running' | 'stopped' | 'waiting';
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
  tasks: TaskCard[];
  serviceCredits: number;
  account: AccountCard | null;
  serviceFaults: FaultCard[];
  discordFaults: FaultCard[];
  /** One, or several that share the servers. */
  bots: BotCard[];
  /** Whether the bot hears what happens in the channel that is looked at. */
  isHeard: boolean;
  keywords: { keyword: string; description: string }[];
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
  | { ok: true; answer: 'done' | 'message' | 'update' }
  | { ok: true; answer: 'no-answer'; text: string }
  | { ok: true; answer: 'modal'; modal: Modal }
  | { ok: true; answer: 'choices'; choices: { name: string; value: string | number }[] }
  | { ok: false; refusal: Refusal };
