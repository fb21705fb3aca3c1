import { expect, it } from 'vitest';
import { finding } from '../../src/findings/finding.ts';
import { type FindingSources, openFindings } from '../../src/health/open-findings.ts';

const well: FindingSources = {
  discord: { shards: () => [{ id: 0, isConnected: true }], trouble: () => undefined },
  restWatch: { status: () => ({ ok: true }) },
  registration: { status: { state: 'registered' } },
  watch: { status: 'well' },
  store: { unreadable: () => ({}) },
  watches: [{ finding: () => undefined }],
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
    { registration: { status: { state: 'waiting', found: finding('discord.commands', { reason: 'no' }) } } },
    'The commands aren’t registered: no',
  ],
  [
    'what each watch finds',
    { watches: [{ finding: () => finding('discord.alerts', { id: '1', action: 'see that channel' }) }] },
    'OPERATOR_CHANNEL_ID 1: Easel can’t see that channel',
  ],
  ['a service that is down', { watch: { status: 'down' } }, 'Easel can’t reach the generation service'],
  ['unreadable records', { store: { unreadable: () => ({ jobs: 2, stars: 1 }) } }, 'Records can’t be read: 3'],
  ['what the start found', { setUp: [finding('service.plain')] }, finding('service.plain').text],
])('the open findings have %s', (_, changes, ...texts) => {
  expect(openFindings({ ...well, ...changes }).map(({ text }) => text)).toEqual(texts);
});
