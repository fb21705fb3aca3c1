import { REST, Routes } from 'discord.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createCallPace } from '../../../src/discord/rest/call-pace.ts';
import { messageBody } from '../../../src/discord/rest/message-body.ts';
import { createDiscordRest } from '../../../src/discord/rest/rest.ts';
import { createRestTransport } from '../../../src/discord/rest/rest-transport.ts';
import { generousRateLimits, type RateLimits } from '../../../src/sandbox/discord/limits.ts';
import type { DiscordSandbox } from '../../../src/sandbox/discord/sandbox.ts';
import { startDiscordSandbox } from '../../../src/sandbox/discord/server.ts';
import { textOf } from '../../../src/sandbox/message-reading.ts';
import { systemClock } from '../../../src/time/clock.ts';
import { TOWN, townWorld } from '../../bench/rig/town.ts';
import { tempFolder } from '../../store/temp-folder.ts';
import { FakeClock } from '../fake-clock.ts';
import { type RestProxyOptions, startRestProxy } from './rest-proxy.ts';

const signal = AbortSignal.timeout(60_000);
const saying = (text: string) => messageBody([{ type: 10, content: text }]);

async function startDiscord(rateLimits: RateLimits = generousRateLimits): Promise<DiscordSandbox> {
  const world = townWorld();
  const discord = await startDiscordSandbox({ clock: systemClock, folder: await tempFolder(), world, rateLimits });
  onTestFinished(() => discord.stop());
  return discord;
}

async function startProxy(discord: DiscordSandbox, options: Partial<RestProxyOptions> = {}) {
  const proxy = await startRestProxy({ clock: systemClock, target: discord.origin, ...options });
  onTestFinished(() => proxy.close());
  return proxy;
}

/** The calls of one Easel process. */
function process(discord: DiscordSandbox, apiUrl: string) {
  const transport = createRestTransport();
  onTestFinished(() => transport.close());
  const raw = new REST({ api: apiUrl, makeRequest: transport.makeRequest, retries: 0 }).setToken(discord.token);
  const pace = createCallPace({ clock: systemClock, perSecond: 10_000 });
  return { raw, calls: createDiscordRest({ bot: raw, interactions: raw, pace }) };
}
type Process = ReturnType<typeof process>;

/** This many messages of each process at once, in all channels in turn. */
async function burst(processes: readonly Process[], count: number, channels: readonly string[]): Promise<void> {
  const posts = processes.flatMap(({ calls }, sender) =>
    Array.from({ length: count }, (_, index) => {
      const body = saying(`${sender}-${index}`);
      return calls.post(channels[index % channels.length] ?? '', body, [], { signal, nonce: `${sender}-${index}` });
    }),
  );
  for (const { outcome } of await Promise.all(posts)) expect(outcome).toBe('done');
}

const CHANNELS = [...new Set(TOWN.map(({ channelId }) => channelId))];
const arrived = (discord: DiscordSandbox, channels: readonly string[]): string[] =>
  channels.flatMap((channelId) => discord.messages(channelId, { as: TOWN[0]?.userId ?? '' })).map(textOf);
const refused = (discord: DiscordSandbox) => discord.requests.list({ status: 429 });

describe('two processes that burst into all channels at once', () => {
  const limits = { ...generousRateLimits, globalPerSecond: 20 };

  it('exceed Discord’s limit over all routes if each only knows its own requests', async () => {
    const discord = await startDiscord(limits);
    await burst([process(discord, discord.apiUrl), process(discord, discord.apiUrl)], 30, CHANNELS);
    expect(refused(discord)).not.toEqual([]);
  });

  it('keep it together behind the proxy, and every message arrives', async () => {
    const discord = await startDiscord(limits);
    const { apiUrl } = await startProxy(discord, { perSecond: 20 });
    await burst([process(discord, apiUrl), process(discord, apiUrl)], 30, CHANNELS);
    expect(refused(discord)).toEqual([]);
    expect(new Set(arrived(discord, CHANNELS)).size).toBe(60);
  });
});

it('two processes that burst into one channel keep its bucket behind the proxy, and every message arrives', async () => {
  const discord = await startDiscord({ ...generousRateLimits, bucket: { requests: 5, windowMs: 300 } });
  const { apiUrl } = await startProxy(discord);
  const channel = CHANNELS.slice(0, 1);
  await burst([process(discord, apiUrl), process(discord, apiUrl)], 12, channel);
  expect(refused(discord)).toEqual([]);
  expect(new Set(arrived(discord, channel)).size).toBe(24);
});

it('calls without the token, such as answers to interactions, do not wait for the limit over all routes', async () => {
  const discord = await startDiscord();
  const clock = new FakeClock();
  const { apiUrl } = await startProxy(discord, { clock, perSecond: 1 });
  const { raw } = process(discord, apiUrl);
  await raw.get(Routes.gatewayBot());
  const second = raw.get(Routes.channel(CHANNELS[0] ?? ''));
  const unknown = raw.patch(Routes.webhookMessage('1', 'token'), { auth: false, body: {} });
  await expect(unknown).rejects.toThrow('Unknown');
  expect(discord.requests.list({ method: 'GET' })).toHaveLength(1);
  await clock.advance(1_500);
  expect(await second).toMatchObject({ id: CHANNELS[0] });
});

it('files pass through the proxy, and it says where the gateway is', async () => {
  const discord = await startDiscord();
  const { raw, calls } = process(discord, (await startProxy(discord)).apiUrl);
  const bytes = new Uint8Array(3_000_000);
  const file = { type: 13, file: { url: 'attachment://big.bin' } };
  const body = messageBody([file]);
  const upload = { name: 'big.bin', mimeType: 'application/octet-stream', bytes };
  const [channelId = ''] = CHANNELS;
  expect(await calls.post(channelId, body, [upload], { signal, nonce: '1' })).toMatchObject({ outcome: 'done' });
  expect(discord.messages(channelId, { as: TOWN[0]?.userId ?? '' })[0]?.components).toMatchObject([
    { size: 3_000_000 },
  ]);
  expect(await raw.get(Routes.gatewayBot())).toMatchObject({ url: `${discord.origin.replace('http', 'ws')}/gateway` });
});

it('a request without a timely answer from Discord may or may not have been carried out', async () => {
  const discord = await startDiscord();
  const { calls } = process(discord, (await startProxy(discord, { requestTimeoutMs: 50 })).apiUrl);
  discord.faults.switchOn({ name: 'hang', times: 1 });
  const post = () => calls.post(CHANNELS[0] ?? '', saying('a'), [], { signal, nonce: '1' });
  expect(await post()).toMatchObject({ outcome: 'unavailable', retryAfterMs: undefined });
  expect(await post()).toMatchObject({ outcome: 'done' });
});
