import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Client, type ClientOptions, GatewayDispatchEvents, type RESTOptions, Routes } from 'discord.js';
import { expect, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { DiscordSandbox } from '../../../src/sandbox/discord/sandbox.ts';
import { type DiscordSandboxOptions, startDiscordSandbox } from '../../../src/sandbox/discord/server.ts';
import { ids } from '../../../src/sandbox/discord/world/world-ids.ts';
import { watchAnswers } from '../../support/discord-description.ts';
import { FakeClock } from '../../support/fake-clock.ts';

export const { people, atelier, annex, workshop } = ids;
export const { gallery } = atelier.channels;

export interface Started {
  discord: DiscordSandbox;
  clock: FakeClock;
  folder: string;
}

export const temporaryFolder = async (): Promise<string> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'easel-discord-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

export const startDiscord = async (options: Partial<DiscordSandboxOptions> = {}): Promise<Started> => {
  const clock = new FakeClock();
  const folder = options.folder ?? (await temporaryFolder());
  const discord = await startDiscordSandbox({ clock, folder, ...options });
  onTestFinished(() => discord.stop());
  const undescribed = watchAnswers(discord);
  onTestFinished(() => expect(undescribed).toEqual([]));
  return { discord, clock, folder };
};

/** The fields of an interaction that these tests use. Other fields are kept. */
const interaction = z.looseObject({ id: z.string(), token: z.string(), type: z.int(), application_id: z.string() });
export type RawInteraction = z.output<typeof interaction>;

export interface Bot {
  client: Client<true>;
  /** Takes the next interaction. */
  next(): Promise<RawInteraction>;
  /** Interactions that arrived and weren't taken. */
  waiting: RawInteraction[];
}

/** By default, discord.js sends with the process's dispatcher, which another file's library may have replaced. */
const send: RESTOptions['makeRequest'] = (url, { method, headers, body, signal }) =>
  fetch(url, sentSchema.parse({ method, headers, body, signal }));
const sentSchema = z.object({
  method: z.string(),
  headers: z
    .record(z.string(), z.string().optional())
    .transform((all) =>
      Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as [string, string]])),
    ),
  body: z
    .union([z.string(), z.instanceof(FormData)])
    .nullish()
    .transform((body) => body ?? null),
  signal: z
    .instanceof(AbortSignal)
    .nullish()
    .transform((signal) => signal ?? null),
});

/** A real discord.js client that is ready and collects raw interactions. */
export const startBot = async (
  discord: DiscordSandbox,
  options: Partial<ClientOptions> = {},
  token = discord.token,
): Promise<Bot> => {
  const { rest, ...others } = options;
  const client = new Client({
    intents: [],
    ...others,
    rest: { api: discord.apiUrl, retries: 0, makeRequest: send, ...rest },
  });
  onTestFinished(() => client.destroy());
  // Without a listener, the errors that tests provoke would end the process.
  client.on('error', () => undefined);
  const waiting: RawInteraction[] = [];
  const takers: ((one: RawInteraction) => void)[] = [];
  client.ws.on(GatewayDispatchEvents.InteractionCreate, (data) => {
    const parsed = interaction.parse(data);
    const taker = takers.shift();
    if (taker) taker(parsed);
    else waiting.push(parsed);
  });
  const ready = new Promise<Client<true>>((resolve) => client.once('clientReady', resolve));
  await client.login(token);
  const next = (): Promise<RawInteraction> => {
    const first = waiting.shift();
    return first ? Promise.resolve(first) : new Promise((resolve) => takers.push(resolve));
  };
  return { client: await ready, next, waiting };
};

/** Registers commands for all servers, by name or as given. */
export const register = (bot: Bot, ...commands: (string | Record<string, unknown>)[]): Promise<unknown> =>
  bot.client.rest.put(Routes.applicationCommands(bot.client.application.id), {
    body: commands.map((one) => (typeof one === 'string' ? { name: one, description: `The command ${one}` } : one)),
  });

/** Sends an interaction's first answer. */
export const respond = (bot: Bot, { id, token }: RawInteraction, body: unknown, withResponse = false) =>
  bot.client.rest.post(Routes.interactionCallback(id, token), {
    auth: false,
    body,
    ...(withResponse ? { query: new URLSearchParams({ with_response: 'true' }) } : {}),
  });

/** A refusal of discord.js's REST client, as plain facts. */
export const refusalOf = async (call: Promise<unknown>): Promise<{ status: number; code: number; raw: unknown }> => {
  try {
    await call;
  } catch (error) {
    const facts = z.object({ status: z.int(), code: z.union([z.int(), z.string()]).optional(), rawError: z.unknown() });
    const { status, code, rawError } = facts.parse(error);
    return { status, code: Number(code ?? 0), raw: rawError };
  }
  throw new Error('the call was not refused');
};
