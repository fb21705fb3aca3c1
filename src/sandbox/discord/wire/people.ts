import type { Member, Person, World } from '../world/world-schema.ts';

export const userToWire = (person: Person) => ({
  id: person.id,
  username: person.username,
  discriminator: person.bot ? '0001' : '0',
  global_name: person.globalName,
  avatar: null,
  ...(person.bot ? { bot: true } : {}),
  public_flags: 0,
  flags: 0,
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

/** A member with the account, as lists and single requests give it. */
export const fullMember = (world: World, member: Member) => ({
  ...memberToWire(member),
  user: userOf(world, member.userId),
});
