import { ChannelType, PermissionFlagsBits as P } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { findCreatedChannel, guessSetup, type SetupFacts } from '../../../src/discord/server/setup-guesses.ts';

const GUILD = '1300000000000000001';
const [BOT_ROLE, MEMBERS] = ['1300000000000000002', '1300000000000000003'];
const ALL = P.ViewChannel | P.SendMessages | P.AttachFiles;
const role = (id: string, name: string, permissions: bigint, managed = false) => ({ id, name, permissions, managed });
const channel = (
  id: string,
  name: string,
  position: number,
  overwrites: SetupFacts['channels'][number]['overwrites'],
) => ({
  ...{ id, name, position, overwrites },
  type: ChannelType.GuildText as number,
});
const hidden = [
  { id: GUILD, allow: 0n, deny: P.ViewChannel },
  { id: BOT_ROLE, allow: P.ViewChannel, deny: 0n },
];

function facts(everyone: bigint, more: Partial<SetupFacts> = {}): SetupFacts {
  const roles = [role(GUILD, '@everyone', everyone), role(BOT_ROLE, 'Easel', ALL, true)];
  return { guildId: GUILD, botId: '1', botRoleIds: [BOT_ROLE], roles, channels: [], ...more };
}

describe('guesses for a new server', () => {
  it('take roles that can manage messages or are named for it, but no managers’ or bots’', () => {
    const { roles } = facts(ALL);
    const more = [
      ...[role('11', 'Helpers', P.ManageMessages), role('12', 'mods', 0n), role('13', 'Modern art', 0n)],
      ...[role('14', 'Admins', P.Administrator), role('15', 'A bot', P.ManageMessages, true)],
    ];
    expect(guessSetup(facts(ALL, { roles: [...roles, ...more] })).moderatorRoleIds).toEqual(['11', '12']);
  });

  it('prefer a hidden channel that is named for moderators, and skip those that Easel can’t use', () => {
    const closed = [
      { id: GUILD, allow: 0n, deny: P.ViewChannel },
      { id: BOT_ROLE, allow: 0n, deny: P.SendMessages },
    ];
    const channels = [
      channel('3', 'staff', 3, hidden),
      channel('2', 'vault', 2, hidden),
      channel('1', 'mods', 1, closed),
    ];
    expect(guessSetup(facts(ALL, { channels })).moderatorsChannelId).toBe('3');
    expect(guessSetup(facts(ALL, { channels: channels.slice(1) })).moderatorsChannelId).toBe('2');
  });

  it('don’t take a members’ channel in a server that hides everything from newcomers', () => {
    const members = [...hidden, { id: MEMBERS, allow: P.ViewChannel, deny: 0n }];
    const channels = [channel('1', 'general', 1, members)];
    expect(guessSetup(facts(0n, { channels })).moderatorsChannelId).toBeUndefined();
  });
});

describe('the channel that Easel creates for moderators', () => {
  it('is found again, unless everyone can see it', () => {
    const named = (overwrites: Parameters<typeof channel>[3]) => [channel('1', 'easel-mods', 1, overwrites)];
    expect(findCreatedChannel('moderators', facts(ALL, { channels: named(hidden) }))).toBe('1');
    expect(findCreatedChannel('moderators', facts(ALL, { channels: named([]) }))).toBeUndefined();
  });
});
