import type { RawData, WebSocket } from 'ws';
import { gatewayLimits, timesMs } from '../limits.ts';
import type { HubParts } from './hub-parts.ts';
import { closeCodes, identify, knownIntents, opcodes, privilegedIntents, received, resume, shard } from './payloads.ts';
import { welcome } from './ready.ts';
import type { Session } from './session.ts';

/** Where the sessions are: the hub, as a connection sees it. */
interface Sessions {
  readonly parts: HubParts;
  readonly address: string;
  admits(shard: number): boolean;
  open(socket: WebSocket, intents: number, shard: readonly [number, number]): Session;
  find(sessionId: string): Session | undefined;
  resumed(): void;
}

/** One socket: hello, identify or resume, heartbeats. */
export class Connection {
  readonly #hub: Sessions;
  readonly #socket: WebSocket;
  #session: Session | undefined;
  #receivedAt: number[] = [];

  constructor(hub: Sessions, socket: WebSocket) {
    this.#hub = hub;
    this.#socket = socket;
  }

  start(): void {
    this.#send(opcodes.hello, { heartbeat_interval: this.#hub.parts.heartbeatIntervalMs, _trace: [] });
    this.#socket.on('message', (data) => {
      // What still comes after the close was sent counts for nothing.
      if (this.#socket.readyState !== this.#socket.OPEN) return;
      const closeCode = this.#receive(data);
      if (closeCode !== undefined) this.#socket.close(closeCode);
    });
    // A broken frame ends in 'close', which the hub handles; without a listener it would end the process.
    this.#socket.on('error', () => this.#socket.terminate());
  }

  /** Does what the payload asks for. @returns the code to close with, where it is not acceptable */
  #receive(data: RawData): number | undefined {
    const payload = received.safeParse(parseJson(data));
    if (!payload.success) return closeCodes.decodeError;
    const { op, d } = payload.data;
    if (op === opcodes.heartbeat) {
      if (!this.#hub.parts.faults.ofGateway('gateway-no-heartbeat-ack')) this.#send(opcodes.heartbeatAck, null);
      return undefined;
    }
    if (this.#isTooFast()) return closeCodes.rateLimited;
    switch (op) {
      case opcodes.identify:
        return this.#session ? closeCodes.alreadyAuthenticated : this.#identify(d);
      case opcodes.resume:
        return this.#session ? closeCodes.alreadyAuthenticated : this.#resume(d);
      case opcodes.presence:
      case opcodes.voice:
      case opcodes.requestMembers:
        return this.#session ? undefined : closeCodes.notAuthenticated;
      default:
        return closeCodes.unknownOpcode;
    }
  }

  #identify(data: unknown): number | undefined {
    const parsed = identify.safeParse(data);
    if (!parsed.success) return closeCodes.decodeError;
    const { token, intents: wanted } = parsed.data;
    const own = shard.safeParse(parsed.data.shard ?? [0, 1]);
    const { state } = this.#hub.parts;
    if (token !== this.#hub.parts.token) return closeCodes.authenticationFailed;
    if (!own.success) return closeCodes.invalidShard;
    if (own.data[1] < this.#hub.parts.shards.recommended) return closeCodes.shardingRequired;
    if (wanted & ~knownIntents) return closeCodes.invalidIntents;
    if (wanted & privilegedIntents & ~state.world.application.privilegedIntents) return closeCodes.disallowedIntents;
    if (!this.#hub.admits(own.data[0])) {
      this.#send(opcodes.invalidSession, false);
      return undefined;
    }
    this.#session = this.#hub.open(this.#socket, wanted, own.data);
    welcome(state.world, this.#session, this.#hub.address);
    return undefined;
  }

  #resume(data: unknown): number | undefined {
    const parsed = resume.safeParse(data);
    if (!parsed.success) return closeCodes.decodeError;
    const { token, session_id, seq } = parsed.data;
    if (token !== this.#hub.parts.token) return closeCodes.authenticationFailed;
    const session = this.#hub.find(session_id);
    if (!session?.resume(this.#socket, seq ?? 0)) {
      this.#send(opcodes.invalidSession, false);
      return undefined;
    }
    this.#session = session;
    this.#hub.resumed();
    return undefined;
  }

  #isTooFast(): boolean {
    const now = this.#hub.parts.clock.now();
    this.#receivedAt = this.#receivedAt.filter((at) => at > now - timesMs.minute);
    this.#receivedAt.push(now);
    return this.#receivedAt.length > gatewayLimits.commandsPerMinute;
  }

  #send(op: number, d: unknown): void {
    this.#socket.send(JSON.stringify({ op, d, s: null, t: null }));
  }
}

/** Undefined where it is no JSON, which no payload is. */
const parseJson = (data: RawData): unknown => {
  try {
    return JSON.parse(String(data));
  } catch {
    return undefined;
  }
};
