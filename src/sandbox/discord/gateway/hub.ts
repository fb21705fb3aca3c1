import { GatewayOpcodes } from 'discord-api-types/v10';
import type { WebSocket } from 'ws';
import type { ActiveFault } from '../faults.ts';
import { gatewayLimits, timesMs } from '../limits.ts';
import type { Core } from '../state/core.ts';
import { Session } from './session.ts';

export interface Shards {
  /** What `GET /gateway/bot` recommends. Fewer shards are refused, as Discord does above 2,500 servers each. */
  recommended: number;
  /** `max_concurrency`: how many shards with neighbouring numbers may identify at once. */
  atOnce: number;
}

/** The value of a fault's `shard` that means every shard. */
const EVERY_SHARD = -1;

/** All sessions of the bot. Sessions can coexist, and each gets every event. */
export class GatewayHub {
  readonly core: Core;
  readonly shards: Shards;
  readonly heartbeatIntervalMs: number;
  /** `ws://127.0.0.1:port`, set when the server listens. */
  address = '';
  readonly #sessions = new Map<string, Session>();
  readonly #sockets = new Set<WebSocket>();
  /** How many identifies came too soon after another in the same bucket. */
  identifiesRefused = 0;
  connectionsMade = 0;
  #identifies: number[] = [];

  constructor(core: Core, { shards, heartbeatIntervalMs }: { shards: Shards; heartbeatIntervalMs: number }) {
    this.core = core;
    this.shards = shards;
    this.heartbeatIntervalMs = heartbeatIntervalMs;
    core.faults.onMoment = (fault) => this.#happen(fault);
  }

  /** How many identified sessions have a connection. */
  get connections(): number {
    return [...this.#sessions.values()].filter((one) => one.socket !== undefined).length;
  }

  /** Whether a connected session covers this server; null for direct messages. */
  isHeard(guildId: string | null): boolean {
    return [...this.#sessions.values()].some((one) => one.socket !== undefined && one.covers(guildId));
  }

  /** How many identifies are left today. */
  get identifiesLeft(): number {
    const since = this.core.clock.now() - timesMs.day;
    this.#identifies = this.#identifies.filter((at) => at > since);
    return Math.max(0, gatewayLimits.identifiesPerDay - this.#identifies.length);
  }

  /** Whether a shard may start a session now. Counts its identify unless it came too soon. */
  admits(shard: number): boolean {
    if (this.identifiesLeft === 0) return false;
    if (!this.core.rateLimiter.useIdentify(shard % this.shards.atOnce)) {
      this.identifiesRefused += 1;
      return false;
    }
    this.#identifies.push(this.core.clock.now());
    return !this.core.faults.ofGateway('gateway-no-sessions');
  }

  /** Adds a connection without a session. */
  add(socket: WebSocket): void {
    this.connectionsMade += 1;
    this.#sockets.add(socket);
    socket.on('close', () => {
      this.#sockets.delete(socket);
      for (const session of this.#sessions.values()) session.detach(socket);
      this.#tell();
    });
  }

  open(socket: WebSocket, intents: number, shard: readonly [number, number]): Session {
    const session = new Session(intents, shard, socket);
    this.#sessions.set(session.id, session);
    this.#forgetLost();
    this.#tell();
    return session;
  }

  /** Moves a session to a new connection. @returns undefined if the session or the events that it missed are lost */
  resume(sessionId: string, socket: WebSocket, sequence: number): Session | undefined {
    const session = this.#sessions.get(sessionId);
    if (!session?.resume(socket, sequence)) return undefined;
    this.#tell();
    return session;
  }

  /** Sends an event to each session that covers the server. */
  dispatch(event: string, data: unknown, guildId: string | null): void {
    const times = this.core.faults.ofGateway('gateway-duplicate') ? 2 : 1;
    for (const session of this.#sessions.values()) {
      if (!session.covers(guildId)) continue;
      for (let time = 0; time < times; time++) session.dispatch(event, data);
    }
  }

  /** Ends every connection at once. */
  terminate(): void {
    this.#close(undefined);
  }

  /** Drops the oldest lost sessions first: the map keeps the order in which they were opened. */
  #forgetLost(): void {
    const lost = [...this.#sessions.values()].filter((one) => one.socket === undefined);
    for (const session of lost.slice(0, Math.max(0, lost.length - gatewayLimits.lostSessions))) {
      this.#sessions.delete(session.id);
    }
  }

  #happen(fault: ActiveFault): void {
    const code = Number(fault.parameters['code']);
    switch (fault.name) {
      case 'gateway-drop':
        // 1006 is what a client sees when the connection breaks without a close frame.
        this.#close(code === 1006 ? undefined : code, Number(fault.parameters['shard']));
        break;
      case 'gateway-close':
        this.#close(code);
        break;
      case 'gateway-reconnect':
        this.#send({ op: GatewayOpcodes.Reconnect, d: null });
        break;
      case 'gateway-invalid-session': {
        const resumable = fault.parameters['resumable'] === true;
        if (!resumable) this.#sessions.clear();
        this.#send({ op: GatewayOpcodes.InvalidSession, d: resumable });
        break;
      }
    }
  }

  /** The sessions count as disconnected at once, before the client closes. Without a code, the connection is cut. */
  #close(code: number | undefined, shard = EVERY_SHARD): void {
    const sessions = [...this.#sessions.values()];
    for (const socket of this.#sockets) {
      const isMeant = shard === EVERY_SHARD || sessions.some((one) => one.socket === socket && one.shard[0] === shard);
      if (!isMeant) continue;
      for (const session of sessions) session.detach(socket);
      if (code === undefined) socket.terminate();
      else socket.close(code);
    }
    this.#tell();
  }

  #send(payload: unknown): void {
    for (const socket of this.#sockets) socket.send(JSON.stringify(payload));
  }

  #tell(): void {
    this.core.changes.emit({ kind: 'gateway' });
  }
}
