import { expect, it } from 'vitest';
import { finding } from '../../src/findings/finding.ts';
import { type FindingSources, openFindings } from '../../src/health/open-findings.ts';

const well: FindingSources = {
  discord: { shards: () => [{ id: 0, isConnected: true }], trouble: () => undefined },
  restWatch: { status: () => ({ ok: true }) },
  registration: { status: { state: 'registered' } },
  alertsChannel: { finding: () => undefined },
  clockCheck: { finding: () => undefined },
  watch: { status: 'well' },
  store: { unreadable: () => ({}) },
  backups: undefined,
  setUp: [],
};

it.each<[string, Partial<FindingSources>, ...string[]]>([
  ['nothing', {}],
  ['nothing of a service that was not asked yet', { watch: { status: 'unrecognised' } }],
  [
    'a shard that is not connected',
    {
      discord: { ...well.discord, shards: () => [{ id: 3, isConnected: false }] },
    },
    'Not connected to Discord’s gateway: shard 3',
  ],
  [
    'why logging in waits',
    { discord: { shards: () => [], trouble: () => finding('discord.stranger') } },
    'What answers at DISCORD_API_URL is not Discord',
  ],
  [
    'that calls to Discord fail',
    { restWatch: { status: () => ({ ok: false, cause: 'cut' }) } },
    'Calls to Discord fail: cut',
  ],
  [
    'that commands are not registered',
    { registration: { status: { state: 'waiting', reason: 'Discord is in trouble' } } },
    'The commands aren’t registered: Discord is in trouble',
  ],
  [
    'a closed channel for alerts',
    { alertsChannel: { finding: () => finding('discord.alerts', { id: '1', action: 'see that channel' }) } },
    'OPERATOR_CHANNEL_ID 1: Easel can’t see that channel',
  ],
  [
    'a wrong clock',
    { clockCheck: { finding: () => finding('machine.clock', { seconds: 400 }) } },
    'This machine’s clock differs from Discord’s by 400 s',
  ],
  ['a service that is down', { watch: { status: 'down' } }, 'Easel can’t reach the generation service'],
  ['unreadable records', { store: { unreadable: () => ({ jobs: 2, stars: 1 }) } }, 'Records can’t be read: 3'],
  [
    'a failing backup',
    { backups: { finding: () => finding('store.backup', { path: '/backups', cause: 'the disk is full' }) } },
    'BACKUP_FOLDER: /backups: the store isn’t backed up: the disk is full',
  ],
  ['what the start found', { setUp: [finding('service.plain')] }, finding('service.plain').text],
])('the open findings have %s', (_, changes, ...texts) => {
  expect(openFindings({ ...well, ...changes }).map(({ text }) => text)).toEqual(texts);
});
