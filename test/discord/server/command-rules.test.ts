import { PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { accessBy, type CommandRule, type Presser } from '../../../src/discord/server/command-rules.ts';

const presser: Presser = {
  guildId: '1000',
  memberId: '7',
  roleIds: ['21', '22'],
  channelIds: ['31', '30'],
  permissions: 0n,
};
const rule = (target: CommandRule['target'], id: string, isAllowed: boolean): CommandRule => ({
  target,
  id,
  isAllowed,
});
const access = (own: CommandRule[], ofApplication: CommandRule[] = [], who: Presser = presser) =>
  accessBy({ own, ofApplication }, who);

describe('command permissions', () => {
  it('are the default if admins set none, or only for others', () => {
    expect(access([])).toBe('default');
    expect(access([rule('role', '99', false), rule('member', '8', false), rule('channel', '99', false)])).toBe(
      'default',
    );
  });

  it.each([
    ['a rule for the member beats those for roles', [rule('role', '21', false), rule('member', '7', true)], 'allowed'],
    ['one role that may is enough', [rule('role', '21', false), rule('role', '22', true)], 'allowed'],
    ['a role beats everybody', [rule('role', '1000', true), rule('role', '21', false)], 'denied'],
    ['everybody counts where no role of theirs is named', [rule('role', '1000', false)], 'denied'],
    ['a channel that is closed is closed to all', [rule('channel', '31', false), rule('member', '7', true)], 'denied'],
    ['a thread follows its channel', [rule('channel', '30', false)], 'denied'],
    [
      'all channels may be closed but for some',
      [rule('channel', '999', false), rule('channel', '31', true)],
      'default',
    ],
    ['all channels', [rule('channel', '999', false)], 'denied'],
  ] as const)('%s', (_, own, expected) => {
    expect(access([...own])).toBe(expected);
  });

  it('fall back to those of the whole application, which can only deny', () => {
    expect(access([], [rule('role', '1000', false)])).toBe('denied');
    expect(access([rule('role', '21', true)], [rule('role', '1000', false)])).toBe('allowed');
    expect(access([], [rule('channel', '999', false)])).toBe('denied');
    expect(access([rule('channel', '31', true)], [rule('channel', '999', false)])).toBe('default');
    expect(access([], [rule('role', '1000', true)])).toBe('default');
  });

  it('don’t apply to administrators', () => {
    const admin = { ...presser, permissions: PermissionFlagsBits.Administrator };
    expect(access([rule('member', '7', false), rule('channel', '999', false)], [], admin)).toBe('allowed');
  });
});
