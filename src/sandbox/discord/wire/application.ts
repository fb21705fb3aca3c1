import type { World } from '../world/world-schema.ts';
import { userToWire } from './people.ts';

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
    flags_new: '0',
    hook: true,
    integration_types_config: { '0': {} },
    approximate_guild_count: guildCount,
    approximate_user_install_count: 0,
    approximate_user_authorization_count: 0,
    explicit_content_filter: 0,
    eligible_oauth2_scopes: [],
    role_connections_verification_url: null,
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
