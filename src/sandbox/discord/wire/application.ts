import type { APIApplication } from 'discord-api-types/v10';
import { memberOf } from '../locations.ts';
import type { World } from '../world/world-schema.ts';
import { userOf, type Wire } from './people.ts';

/** Fields that Discord sends and the types lack. */
interface Untyped {
  type: number | null;
  flags_new: string;
  explicit_content_filter: number;
  eligible_oauth2_scopes: string[];
}

export const applicationToWire = (world: World): Wire<APIApplication & Untyped> => {
  const { application } = world;
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
    flags_new: '0',
    integration_types_config: { '0': {} },
    approximate_guild_count: world.guilds.filter((guild) => memberOf(guild, application.botUserId)).length,
    approximate_user_install_count: 0,
    approximate_user_authorization_count: 0,
    explicit_content_filter: 0,
    eligible_oauth2_scopes: [],
    role_connections_verification_url: null,
    privacy_policy_url: 'https://easel.example/privacy',
    terms_of_service_url: 'https://easel.example/terms',
    redirect_uris: [],
    interactions_endpoint_url: null,
    owner: userOf(world, application.ownerId),
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
            user: userOf(world, userId),
          })),
        }
      : null,
  };
};
