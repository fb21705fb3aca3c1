import type { RawData, WebSocket } from 'ws';
import { gatewayLimits, timesMs } from '../limits.ts';
import { memberOf } from '../places.ts';
import { channelToWire } from '../wire/channels.ts';
import { applicationToWire, guildToWire, memberToWire, userOf } from '../wire/people.ts';
import type { GatewayHub } from './hub.ts';
import {
  closeCodes,
  identify,
  intents,
  knownIntents,
  opcodes,
  privilegedIntents,
  received,
  resume,
} from './payloads.ts';
import type { Session } from './session.ts';

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
    this.#send(opcodes.hello, { heartbeat_interval: this.#hub.parts.heartbeatIntervalMs, _trace: [] });
    this.#socket.on('message', (data) => {
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
    const { token, intents: wanted, shard = [0, 1] } = parsed.data;
    const { state } = this.#hub.parts;
    if (token !== this.#hub.parts.token) return closeCodes.authenticationFailed;
    if (shard[0] >= shard[1]) return closeCodes.invalidShard;
    if (wanted & ~knownIntents) return closeCodes.invalidIntents;
    if (wanted & privilegedIntents & ~state.world.application.privilegedIntents) return closeCodes.disallowedIntents;
    if (this.#hub.identifiesLeft === 0) {
      this.#send(opcodes.invalidSession, false);
      return undefined;
    }
    this.#session = this.#hub.open(this.#socket, wanted, shard);
    this.#ready(this.#session);
    return undefined;
  }

  #ready(session: Session): void {
    const { world } = this.#hub.parts.state;
    const { id, botUserId } = world.application;
    const guilds = world.guilds.filter((guild) => session.covers(guild.id) && memberOf(guild, botUserId));
    session.dispatch('READY', {
      v: 10,
      user: { ...userOf(world, botUserId), verified: true, mfa_enabled: true, email: null, flags: 0 },
      guilds: guilds.map((guild) => ({ id: guild.id, unavailable: true })),
      session_id: session.id,
      session_type: 'normal',
      resume_gateway_url: this.#hub.address,
      shard: session.shard,
      application: { id, flags: applicationToWire(world, guilds.length).flags },
      relationships: [],
      private_channels: [],
      _trace: [],
    });
    if (!(session.intents & intents.guilds)) return;
    for (const guild of guilds) {
      const places = guild.channels.map(
        (channel) => ({ kind: 'guild', channelId: channel.id, guild, channel }) as const,
      );
      const channels = places.map((place) => channelToWire(world, place, null));
      session.dispatch('GUILD_CREATE', {
        ...guildToWire(guild),
        joined_at: new Date(memberOf(guild, botUserId)?.joinedAt ?? 0).toISOString(),
        large: false,
        unavailable: false,
        member_count: guild.members.length,
        members: guild.members
          .filter((one) => one.userId === botUserId)
          .map((one) => ({ ...memberToWire(one), user: userOf(world, one.userId) })),
        channels: channels.filter((one) => !('thread_metadata' in one)),
        threads: channels.filter((one) => 'thread_metadata' in one),
        voice_states: [],
        presences: [],
        stage_instances: [],
        guild_scheduled_events: [],
        soundboard_sounds: [],
      });
    }
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
