import { GatewayIntentBits } from 'discord-api-types/v10';
import { inGuild, memberOf } from '../locations.ts';
import { channelToWire } from '../wire/channels.ts';
import { guildToWire } from '../wire/guilds.ts';
import { fullMember, userOf } from '../wire/people.ts';
import type { Guild, World } from '../world/world-schema.ts';
import type { Session } from './session.ts';

/** Sends what a session gets first: READY and, with the intent, its servers one by one. */
export const welcome = (world: World, session: Session, resumeAddress: string): void => {
  const { id, botUserId } = world.application;
  const guilds = world.guilds.filter((guild) => session.covers(guild.id) && memberOf(guild, botUserId));
  session.dispatch('READY', {
    v: 10,
    user: { ...userOf(world, botUserId), verified: true, mfa_enabled: true, email: null },
    guilds: guilds.map((guild) => ({ id: guild.id, unavailable: true })),
    session_id: session.id,
    session_type: 'normal',
    resume_gateway_url: resumeAddress,
    shard: session.shard,
    application: { id, flags: 0 },
    relationships: [],
    private_channels: [],
    _trace: [],
  });
  if (!(session.intents & GatewayIntentBits.Guilds)) return;
  for (const guild of guilds) session.dispatch('GUILD_CREATE', guildCreate(world, guild));
};

/** Without the members intent, Discord sends the bot itself as the only member. */
const guildCreate = (world: World, guild: Guild) => {
  const channels = guild.channels.map((channel) => channelToWire(world, inGuild(guild, channel), null));
  const bot = memberOf(guild, world.application.botUserId);
  return {
    ...guildToWire(guild),
    joined_at: new Date(bot?.joinedAt ?? 0).toISOString(),
    large: false,
    unavailable: false,
    member_count: guild.members.length,
    members: bot ? [fullMember(world, bot)] : [],
    channels: channels.filter((one) => !('thread_metadata' in one)),
    threads: channels.filter((one) => 'thread_metadata' in one),
    voice_states: [],
    presences: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
  };
};
