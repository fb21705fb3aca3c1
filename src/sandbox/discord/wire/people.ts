import type { APIGuildMember, APIUser } from 'discord-api-types/v10';
import type { Member, Person, World } from '../world/world-schema.ts';

/**
 * A value that turns into one of Discord's forms as JSON: undefined fields are left out, and enums are plain values.
 */
export type Wire<Form> = Form extends readonly (infer Item)[]
  ? Wire<Item>[]
  : Form extends object
    ? {
        [Field in keyof Form]: Wire<Form[Field]> | (Record<never, never> extends Pick<Form, Field> ? undefined : never);
      }
    : Form extends number
      ? number
      : Form extends string
        ? string
        : Form;

export const userToWire = (person: Person): Wire<APIUser> => ({
  id: person.id,
  username: person.username,
  discriminator: person.bot ? '0001' : '0',
  global_name: person.globalName,
  avatar: null,
  bot: person.bot || undefined,
  public_flags: 0,
  flags: 0,
  banner: null,
  accent_color: Number.parseInt(person.avatarColour.slice(1), 16),
  avatar_decoration_data: null,
  collectibles: null,
  primary_guild: null,
});

/** For a deleted account, Discord shows a placeholder. */
export const userOf = (world: World, userId: string): Wire<APIUser> => {
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

export const memberToWire = (member: Member): Wire<Omit<APIGuildMember, 'user'>> => ({
  nick: member.nick,
  roles: member.roleIds,
  joined_at: new Date(member.joinedAt).toISOString(),
  avatar: null,
  banner: null,
  premium_since: null,
  pending: false,
  communication_disabled_until: null,
  flags: 0,
  deaf: false,
  mute: false,
});

/** A member with the account, as lists and single requests return it. */
export const fullMember = (world: World, member: Member): Wire<APIGuildMember> => ({
  ...memberToWire(member),
  user: userOf(world, member.userId),
});
