import type { MessageView } from '../../discord/people/views.ts';
import type { DiscordSandbox } from '../../discord/sandbox.ts';
import type { SandboxChange } from '../../discord/state/events.ts';
import type { Watch } from '../acts/acts.ts';
import type { PlaygroundParts } from '../parts.ts';
import type { Push } from '../protocol.ts';
import { backstageView } from './backstage-view.ts';
import { worldView } from './world-view.ts';

type Command = ReturnType<DiscordSandbox['commands']>[number];
export type ServerPush = Push<MessageView, Command>;
type Topic = ServerPush['kind'];

/** Messages of one channel that are shown. */
const MESSAGES_SHOWN = 100;
/** Gathers changes that come together. */
const GATHER_MS = 15;
const ALL: Topic[] = ['world', 'activity', 'commands', 'messages', 'backstage'];

/** Sends one open page everything that one person sees of one channel, whenever it changes. */
export class Watcher {
  readonly #parts: PlaygroundParts;
  readonly #send: (text: string) => void;
  readonly #sent = new Map<Topic, string>();
  readonly #due = new Set<Topic>();
  #watch: Watch | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: PlaygroundParts, send: (text: string) => void) {
    this.#parts = parts;
    this.#send = send;
  }

  look(watch: Watch): void {
    this.#watch = watch;
    // A page that looks at something else has lost what was sent before.
    this.#sent.clear();
    this.tell(ALL);
  }

  onChange(change: SandboxChange): void {
    switch (change.kind) {
      case 'message-created':
      case 'message-updated':
      case 'message-deleted':
        this.tell(change.channelId === this.#watch?.channelId ? ['messages', 'activity'] : ['activity']);
        return;
      case 'world':
        this.tell(['world', 'commands', 'messages', 'activity']);
        return;
      case 'commands':
        this.tell(['commands']);
        return;
      case 'faults':
      case 'gateway':
        this.tell(['backstage']);
        return;
    }
  }

  tell(topics: Topic[]): void {
    for (const topic of topics) this.#due.add(topic);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#flush();
    }, GATHER_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#watch = undefined;
  }

  async #flush(): Promise<void> {
    const due = ALL.filter((topic) => this.#due.delete(topic));
    for (const topic of due) {
      const watch = this.#watch;
      if (!watch) return;
      const push = await this.#make(topic, watch);
      const text = push && JSON.stringify(push);
      if (text === undefined || text === this.#sent.get(topic) || watch !== this.#watch) continue;
      this.#sent.set(topic, text);
      this.#send(text);
    }
  }

  async #make(topic: Topic, { personId, channelId }: Watch): Promise<ServerPush | undefined> {
    const { discord } = this.#parts;
    if (topic === 'backstage') return this.#backstage(channelId);
    if (topic === 'world') return { kind: topic, personId, world: worldView(discord, personId) };
    if (topic === 'activity') return this.#activity(personId);
    if (channelId === null) return undefined;
    if (topic === 'commands') {
      return { kind: topic, personId, channelId, commands: discord.as(personId).commands(channelId) };
    }
    const messages = discord.messages(channelId, { as: personId }).slice(-MESSAGES_SHOWN);
    return { kind: topic, personId, channelId, messages };
  }

  async #backstage(channelId: string | null): Promise<ServerPush> {
    const { discord, readAccount, readOwners } = this.#parts;
    const guild = discord.world.guilds.find(({ channels }) => channels.some(({ id }) => id === channelId));
    // Null until the bot has created its store, and while the store can't be read.
    const [account, owners] = await Promise.all([
      guild ? readAccount(guild.id).catch(() => null) : null,
      readOwners ? readOwners().catch(() => []) : null,
    ]);
    return { kind: 'backstage', backstage: backstageView(this.#parts, { account, owners }, channelId) };
  }

  /** The newest message of each channel, and those that ping this person. */
  #activity(personId: string): ServerPush {
    const { discord } = this.#parts;
    const channels = [
      ...discord.world.guilds.flatMap((guild) => guild.channels.map(({ id }) => id)),
      ...discord.world.directChannels.map(({ id }) => id),
    ];
    const latest: Record<string, string> = {};
    const pinged: string[] = [];
    for (const id of channels) {
      const newest = discord.messages(id, { as: personId }).at(-1);
      if (!newest) continue;
      latest[id] = newest.id;
      if (newest.sandbox.notifiedIds.includes(personId)) pinged.push(newest.id);
    }
    return { kind: 'activity', personId, latest, pinged };
  }
}
