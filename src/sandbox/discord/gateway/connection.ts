import { GatewayCloseCodes, GatewayOpcodes } from 'discord-api-types/v10';
import type { RawData, WebSocket } from 'ws';
import { z } from 'zod';
import { parseJson } from '../../parse-json.ts';
import { gatewayLimits, timesMs } from '../limits.ts';
import type { GatewayHub } from './hub.ts';
import { welcome } from './ready.ts';
import type { Session } from './session.ts';

/** Intents for members, presences and message content, which the developer portal has to allow. */
const privilegedIntents = (1 << 1) | (1 << 8) | (1 << 15);
const knownIntents = 0b11_0011_1111_1111_1111_1111_1111;

/** Clients may send the token with the prefix of REST requests. */
const token = z.string().transform((sent) => sent.replace(/^Bot /, ''));

const received = z.object({ op: z.int(), d: z.unknown().optional() });

const identify = z.object({
  token,
  intents: z.int().min(0),
  shard: z.unknown().optional(),
});

/** The shard's number and the number of shards. */
const shard = z.tuple([z.int().min(0), z.int().min(1)]).refine(([own, count]) => own < count);

const resume = z.object({ token, session_id: z.string(), seq: z.int().min(0).nullable() });

/** One socket: hello, identify or resume, heartbeats. */
export class Connection {
  readonly #hub: GatewayHub;
  readonly #socket: WebSocket;
  #session: Session | undefined;
  #receivedAt: number[] = [];

  constructor(hub: GatewayHub, socket: WebSocket) {
    this.#hub = hub;
    this.#socket = socket;
  }

  start(): void {
    this.#hub.add(this.#socket);
    const silent = this.#hub.core.faults.ofGateway('gateway-no-hello');
    if (silent) {
      this.#socket.close(Number(silent.parameters['code']));
      return;
    }
    this.#send(GatewayOpcodes.Hello, { heartbeat_interval: this.#hub.heartbeatIntervalMs, _trace: [] });
    this.#socket.on('message', (data) => {
      // Payloads that arrive after the close was sent are ignored.
      if (this.#socket.readyState !== this.#socket.OPEN) return;
      const closeCode = this.#receive(data);
      if (closeCode !== undefined) this.#socket.close(closeCode);
    });
    // A broken frame leads to 'close', which the hub handles. Without this listener it would end the process.
    this.#socket.on('error', () => this.#socket.terminate());
  }

  /** Handles a payload. @returns the code to close with if the payload isn't acceptable */
  #receive(data: RawData): number | undefined {
    const payload = received.safeParse(parseJson(String(data)));
    if (!payload.success) return GatewayCloseCodes.DecodeError;
    const { op, d } = payload.data;
    if (op === GatewayOpcodes.Heartbeat) {
      if (!this.#hub.core.faults.ofGateway('gateway-no-heartbeat-ack')) this.#send(GatewayOpcodes.HeartbeatAck, null);
      return undefined;
    }
    if (this.#isTooFast()) return GatewayCloseCodes.RateLimited;
    switch (op) {
      case GatewayOpcodes.Identify:
        return this.#session ? GatewayCloseCodes.AlreadyAuthenticated : this.#identify(d);
      case GatewayOpcodes.Resume:
        return this.#session ? GatewayCloseCodes.AlreadyAuthenticated : this.#resume(d);
      case GatewayOpcodes.PresenceUpdate:
      case GatewayOpcodes.VoiceStateUpdate:
      case GatewayOpcodes.RequestGuildMembers:
        return this.#session ? undefined : GatewayCloseCodes.NotAuthenticated;
      default:
        return GatewayCloseCodes.UnknownOpcode;
    }
  }

  #identify(data: unknown): number | undefined {
    const parsed = identify.safeParse(data);
    if (!parsed.success) return GatewayCloseCodes.DecodeError;
    const { token, intents: wanted } = parsed.data;
    const own = shard.safeParse(parsed.data.shard ?? [0, 1]);
    const { state } = this.#hub.core;
    if (token !== this.#hub.core.token) return GatewayCloseCodes.AuthenticationFailed;
    if (!own.success) return GatewayCloseCodes.InvalidShard;
    if (own.data[1] < this.#hub.shards.recommended) return GatewayCloseCodes.ShardingRequired;
    if (wanted & ~knownIntents) return GatewayCloseCodes.InvalidIntents;
    if (wanted & privilegedIntents & ~state.world.application.privilegedIntents)
      return GatewayCloseCodes.DisallowedIntents;
    if (!this.#hub.admits(own.data[0])) {
      this.#send(GatewayOpcodes.InvalidSession, false);
      return undefined;
    }
    this.#session = this.#hub.open(this.#socket, wanted, own.data);
    welcome(state.world, this.#session, this.#hub.address);
    return undefined;
  }

  #resume(data: unknown): number | undefined {
    const parsed = resume.safeParse(data);
    if (!parsed.success) return GatewayCloseCodes.DecodeError;
    const { token, session_id, seq } = parsed.data;
    if (token !== this.#hub.core.token) return GatewayCloseCodes.AuthenticationFailed;
    this.#session = this.#hub.resume(session_id, this.#socket, seq ?? 0);
    if (!this.#session) this.#send(GatewayOpcodes.InvalidSession, false);
    return undefined;
  }

  #isTooFast(): boolean {
    const now = this.#hub.core.clock.now();
    this.#receivedAt = this.#receivedAt.filter((at) => at > now - timesMs.minute);
    this.#receivedAt.push(now);
    return this.#receivedAt.length > gatewayLimits.commandsPerMinute;
  }

  #send(op: number, d: unknown): void {
    this.#socket.send(JSON.stringify({ op, d, s: null, t: null }));
  }
}
