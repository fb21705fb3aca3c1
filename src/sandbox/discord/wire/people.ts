import { guildPermissions } from '../permissions.ts';
import type { Guild, Member, Person, Role, World } from '../world-schema.ts';

export const userToWire = (person: Person) => ({
  id: person.id,
  username: person.username,
  discriminator: person.bot ? '0001' : '0',
  global_name: person.globalName,
  avatar: null,
  ...(person.bot ? { bot: true } : {}),
  public_flags: 0,
  banner: null,
  accent_color: Number.parseInt(person.avatarColour.slice(1), 16),
  avatar_decoration_data: null,
  collectibles: null,
  primary_guild: null,
});
export type WireUser = ReturnType<typeof userToWire>;

/** Whose account is gone, Discord shows a placeholder. */
export const userOf = (world: World, userId: string): WireUser => {
  const person = world.people.find((one) => one.id === userId);
  return userToWire(
    person ?? {
      id: userId,
      username: 'deleted_user',
      globalName: null,
      avatarColour: '#808080',
      bot: false,
      locale: 'en-US',
      uploadLimitBytes: null,
    },
  );
};

export const memberToWire = (member: Member) => ({
  nick: member.nick,
  roles: member.roleIds,
  joined_at: new Date(member.joinedAt).toISOString(),
  avatar: null,
  banner: null,
  premium_since: null,
  pending: false,
  communication_disabled_until: null,
  flags: 0,
  unusual_dm_activity_until: null,
  deaf: false,
  mute: false,
});

export const roleToWire = (role: Role) => ({
  id: role.id,
  name: role.name,
  description: null,
  permissions: role.permissions,
  position: role.position,
  color: role.colour,
  colors: { primary_color: role.colour, secondary_color: null, tertiary_color: null },
  hoist: false,
  managed: false,
  mentionable: false,
  icon: null,
  unicode_emoji: null,
  flags: 0,
});

export const guildToWire = (guild: Guild) => ({
  id: guild.id,
  name: guild.name,
  icon: null,
  splash: null,
  discovery_splash: null,
  banner: null,
  description: null,
  features: [],
  owner_id: guild.ownerId,
  preferred_locale: guild.locale,
  premium_tier: guild.boostTier,
  premium_subscription_count: guild.boostTier * 7,
  nsfw: false,
  nsfw_level: 0,
  verification_level: 0,
  default_message_notifications: 1,
  explicit_content_filter: 2,
  mfa_level: 0,
  system_channel_id: null,
  system_channel_flags: 0,
  rules_channel_id: null,
  public_updates_channel_id: null,
  safety_alerts_channel_id: null,
  afk_channel_id: null,
  afk_timeout: 300,
  application_id: null,
  vanity_url_code: null,
  premium_progress_bar_enabled: false,
  max_members: 25_000_000,
  roles: guild.roles.map(roleToWire),
  emojis: [],
  stickers: [],
});

/** A member with the account, as lists and single requests give it. */
export const fullMember = (world: World, member: Member) => ({
  ...memberToWire(member),
  user: userOf(world, member.userId),
});

/** The account that owns an application, or its team's stand-in user. */
export const applicationToWire = ({ application, people }: World, guildCount: number) => {
  const owner = people.find((one) => one.id === application.ownerId);
  const { team } = application;
  return {
    id: application.id,
    name: application.name,
    icon: null,
    description: '',
    summary: '',
    type: null,
    bot_public: true,
    bot_require_code_grant: false,
    verify_key: '0'.repeat(64),
    flags: 0,
    hook: true,
    integration_types_config: { '0': {} },
    approximate_guild_count: guildCount,
    redirect_uris: [],
    interactions_endpoint_url: null,
    tags: [],
    owner: owner ? userToWire(owner) : null,
    team: team
      ? {
          id: team.id,
          name: team.name,
          icon: null,
          owner_user_id: team.ownerId,
          members: team.members.map(({ userId, role }) => ({
            membership_state: 2,
            permissions: ['*'],
            role,
            team_id: team.id,
            user: people.filter((one) => one.id === userId).map(userToWire)[0],
          })),
        }
      : null,
  };
};

export const permissionsToWire = (guild: Guild, userId: string): string => String(guildPermissions(guild, userId));
