import {
  ApplicationCommandPermissionType,
  type RESTPostAPIApplicationCommandsJSONBody,
  Routes,
  TeamMemberMembershipState,
} from 'discord.js';
import { z } from 'zod';
import type { CommandRule } from '../server/command-rules.ts';
import type { Call, CallOptions } from './request.ts';

/** What the operator has published: in the developer portal, the addresses of its policy and terms. */
export interface PublishedPages {
  privacyUrl?: string | undefined;
  termsUrl?: string | undefined;
}

const pageSchema = z
  .url()
  .nullish()
  .catch(undefined)
  .transform((url) => url ?? undefined);

const applicationSchema = z
  .object({
    privacy_policy_url: pageSchema,
    terms_of_service_url: pageSchema,
    owner: z.object({ id: z.string() }).nullish(),
    team: z
      .object({
        owner_user_id: z.string(),
        members: z.array(
          z.object({ membership_state: z.number(), role: z.string().optional(), user: z.object({ id: z.string() }) }),
        ),
      })
      .nullish(),
  })
  .transform(({ owner, team, privacy_policy_url: privacyUrl, terms_of_service_url: termsUrl }) => {
    const pages: PublishedPages = { privacyUrl, termsUrl };
    // A team's application is owned by an account of the team, which no person uses.
    if (!team) return { pages, ownerIds: owner ? [owner.id] : [] };
    const members = team.members.filter(
      (one) => one.membership_state === TeamMemberMembershipState.Accepted && one.role !== 'read_only',
    );
    return { pages, ownerIds: [...new Set([team.owner_user_id, ...members.map(({ user }) => user.id)])] };
  });

const storedCommandsSchema = z.array(z.object({ id: z.string(), name: z.string() }));

function commandsRoute(applicationId: string, guildId: string | undefined): `/${string}` {
  return guildId === undefined
    ? Routes.applicationCommands(applicationId)
    : Routes.applicationGuildCommands(applicationId, guildId);
}

/** https://discord.com/developers/docs/interactions/application-commands#application-command-permissions-object */
const RULE_TARGETS: Readonly<Record<number, CommandRule['target']>> = {
  [ApplicationCommandPermissionType.Role]: 'role',
  [ApplicationCommandPermissionType.User]: 'member',
  [ApplicationCommandPermissionType.Channel]: 'channel',
};
const commandRulesSchema = z
  .array(
    z.object({
      id: z.string(),
      permissions: z.array(z.object({ id: z.string(), type: z.number(), permission: z.boolean() })),
    }),
  )
  .transform((all): ReadonlyMap<string, readonly CommandRule[]> => {
    const rulesIn = ({ permissions }: (typeof all)[number]) =>
      permissions.flatMap(({ type, id, permission: isAllowed }) => {
        const target = RULE_TARGETS[type];
        return target ? [{ target, id, isAllowed }] : [];
      });
    return new Map(all.map((one) => [one.id, rulesIn(one)]));
  });

/** Calls about Easel's own application: its owners and commands. */
export function applicationCalls(call: Call) {
  return {
    /** What is published, and the application's owner, or the accepted members of its team who can change it. */
    application: (options: CallOptions) => call('get', Routes.currentApplication(), applicationSchema, options),
    /** The registered commands, of one server or of all servers. */
    commands: (applicationId: string, guildId: string | undefined, options: CallOptions) =>
      call('get', commandsRoute(applicationId, guildId), storedCommandsSchema, options),
    /** Replaces the registered commands, of one server or of all servers. */
    setCommands: (
      applicationId: string,
      guildId: string | undefined,
      body: readonly RESTPostAPIApplicationCommandsJSONBody[],
      { signal }: CallOptions,
    ) => call('put', commandsRoute(applicationId, guildId), storedCommandsSchema, { body, signal }),
    /** The permissions that a server's admins set, by the command's id, or the application's for all commands. */
    commandRules: (applicationId: string, guildId: string, options: CallOptions) =>
      call('get', Routes.guildApplicationCommandsPermissions(applicationId, guildId), commandRulesSchema, options),
  };
}
