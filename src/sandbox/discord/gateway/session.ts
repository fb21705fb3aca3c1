import { randomBytes } from 'node:crypto';
import { GatewayOpcodes } from 'discord-api-types/v10';
import { WebSocket } from 'ws';
import { gatewayLimits } from '../limits.ts';

/**
 * The shard that gets a server's events. Direct messages (null) go to the first shard.
 * https://discord.com/developers/docs/events/gateway#sharding
 */
export const shardOf = (guildId: string | null, shards: number): number =>
  guildId === null ? 0 : Number((BigInt(guildId) >> 22n) % BigInt(shards));

interface Sent {
  sequence: number;
  text: string;
}

/** One identified session of the bot. It outlives its connection so that it can resume. */
export class Session {
  readonly id = randomBytes(16).toString('hex');
  readonly intents: number;
  readonly shard: readonly [number, number];
  #sequence = 0;
  #sent: Sent[] = [];
  #socket: WebSocket | undefined;

  constructor(intents: number, shard: readonly [number, number], socket: WebSocket) {
    this.intents = intents;
    this.shard = shard;
    this.#socket = socket;
  }

  get socket(): WebSocket | undefined {
    return this.#socket;
  }

  /** Whether this session gets the server's events; direct messages go to the first shard. */
  covers(guildId: string | null): boolean {
    const [own, count] = this.shard;
    return own === shardOf(guildId, count);
  }

  detach(socket: WebSocket): void {
    if (this.#socket === socket) this.#socket = undefined;
  }

  dispatch(event: string, data: unknown): void {
    const text = JSON.stringify({ op: GatewayOpcodes.Dispatch, t: event, s: ++this.#sequence, d: data });
    this.#sent.push({ sequence: this.#sequence, text });
    if (this.#sent.length > gatewayLimits.replayedEvents) this.#sent.shift();
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text);
  }

  /**
   * Moves the session to a new connection and sends the events that it missed.
   * @returns false if those events are lost
   */
  resume(socket: WebSocket, sequence: number): boolean {
    const oldest = this.#sent[0]?.sequence ?? this.#sequence + 1;
    if (sequence > this.#sequence || sequence < oldest - 1) return false;
    this.#socket = socket;
    for (const one of this.#sent) if (one.sequence > sequence) socket.send(one.text);
    this.dispatch('RESUMED', { _trace: [] });
    return true;
  }
}
