import type { Faults } from './faults.ts';
import type { RateLimits } from './limits.ts';
import { PersonActions } from './people/person.ts';
import type { MessageView } from './people/views.ts';
import type { RequestLog } from './request-log.ts';
import type { RestParts } from './rest/parts.ts';
import type { SandboxChange } from './state/events.ts';
import type { SandboxState } from './state/state.ts';
import { commandToWire } from './wire/commands.ts';
import { type World, world as worldSchema } from './world/world-schema.ts';

/** A running sandbox of Discord, for tests, the demo and the playground. */
export class DiscordSandbox {
  /** `http://127.0.0.1:port` */
  readonly origin: string;
  readonly #parts: RestParts;
  readonly #shutDown: () => Promise<void>;
  #stopped: Promise<void> | undefined;

  constructor(parts: RestParts, origin: string, shutDown: () => Promise<void>) {
    this.#parts = parts;
    this.origin = origin;
    this.#shutDown = shutDown;
  }

  /** For discord.js: `new Client({ rest: { api: discord.apiUrl } })`. */
  get apiUrl(): string {
    return `${this.origin}/api`;
  }

  /** The bot's token. */
  get token(): string {
    return this.#parts.core.token;
  }

  get applicationId(): string {
    return this.world.application.id;
  }

  /** Read-only; change it with `changeWorld`. */
  get world(): World {
    return this.#parts.core.state.world;
  }

  get faults(): Faults {
    return this.#parts.core.faults;
  }

  get requests(): RequestLog {
    return this.#parts.requests;
  }

  /** How many of the bot's gateway sessions are connected. */
  get connections(): number {
    return this.#parts.gateway.connections;
  }

  /** How many connections to the gateway there were so far, with or without a session. */
  get connectionsMade(): number {
    return this.#parts.gateway.connectionsMade;
  }

  /** How many shards identified too soon after another in their bucket. Discord made them wait and connect again. */
  get identifiesRefused(): number {
    return this.#parts.gateway.identifiesRefused;
  }

  /** Sends any event to the first shard. */
  dispatch(event: string, data: unknown): void {
    this.#parts.gateway.dispatch(event, data, null);
  }

  /** Whether a connected shard covers this channel's server. */
  isHeard(channelId: string | null): boolean {
    const guild = this.world.guilds.find(({ channels }) => channels.some(({ id }) => id === channelId));
    return this.#parts.gateway.isHeard(guild?.id ?? null);
  }

  setRateLimits(limits: RateLimits): void {
    this.#parts.core.rateLimiter.limits = limits;
  }

  /** A person of the world, to act as. */
  as(userId: string): PersonActions {
    return new PersonActions(this.#parts, userId);
  }

  /** What a person sees in a channel, oldest first. */
  messages(channelId: string, { as }: { as: string }): MessageView[] {
    return this.as(as).messages(channelId);
  }

  /** The registered commands of one server, or of all servers. */
  commands(guildId: string | null = null): ReturnType<typeof commandToWire>[] {
    return this.#parts.commands.list(guildId).map((one) => commandToWire(this.applicationId, one));
  }

  /**
   * Changes servers, channels or people in place.
   * @throws ZodError, without a change, if the result isn't a valid world
   */
  changeWorld(edit: (world: World) => void): void {
    const next = structuredClone(this.world);
    edit(next);
    this.#parts.core.state.world = worldSchema.parse(next);
    this.#parts.core.changes.emit({ kind: 'world' });
  }

  /** @returns a function that removes the listener */
  listen(listener: (change: SandboxChange) => void): () => void {
    return this.#parts.core.changes.listen(listener);
  }

  /** Resolves when the bot is connected to the gateway. @throws the signal's reason */
  async connected(signal?: AbortSignal): Promise<void> {
    await this.waitFor(() => this.connections > 0 || undefined, signal);
  }

  /** Resolves with what `look` finds, now or after a change. @throws what `look` throws, or the signal's reason */
  async waitFor<Found>(look: () => Found | undefined, signal?: AbortSignal): Promise<Found> {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<Found>();
    const tryNow = (): void => {
      try {
        const found = look();
        if (found !== undefined) resolve(found);
      } catch (error) {
        reject(error);
      }
    };
    const onAbort = (): void => reject(signal?.reason);
    const stop = this.listen(tryNow);
    signal?.addEventListener('abort', onAbort, { once: true });
    tryNow();
    return promise.finally(() => {
      stop();
      signal?.removeEventListener('abort', onAbort);
    });
  }

  /** Plain JSON. Together with the folder's files, it lets another sandbox continue from here. */
  snapshot(): SandboxState {
    return structuredClone(this.#parts.core.state);
  }

  /** May be called more than once. */
  stop(): Promise<void> {
    this.#stopped ??= this.#shutDown();
    return this.#stopped;
  }
}
