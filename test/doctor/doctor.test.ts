import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { commandsFor } from '../../commands/index.ts';
import { CHECKS } from '../../src/doctor/checks.ts';
import { type CheckResult, examine, withNeeded } from '../../src/doctor/examine.ts';
import { endOf, jsonOf, leftOutLines, linesOf, notCheckedLines } from '../../src/doctor/report.ts';
import { finding } from '../../src/findings/finding.ts';
import type { DiscordSandbox } from '../../src/sandbox/discord/sandbox.ts';
import { startDiscordSandbox } from '../../src/sandbox/discord/server.ts';
import { freePort } from '../../src/sandbox/postgres/postgres-server.ts';
import type { TaskApiSandbox } from '../../src/sandbox/task-api/sandbox.ts';
import { startTaskApiSandbox } from '../../src/sandbox/task-api/server.ts';
import { openStore } from '../../src/store/open-store.ts';
import { shareSession } from '../../src/store/postgres/inspect.ts';
import { recordRelease } from '../../src/store/versions.ts';
import { systemClock } from '../../src/time/clock.ts';
import { VERSION } from '../../src/version.ts';
import { holding, keepAccount } from '../budget/samples.ts';
import { meddle } from '../store/temp-folder.ts';
import { atelier } from '../support/easel.ts';
import { hasPostgres, meddlePostgres, newPostgres } from '../support/postgres.ts';
import { toolRunner } from '../support/tools.ts';

const UNKNOWN_ID = '1300000000000009999';
const MINUTE_MS = 60_000;

let home: string;
let discord: DiscordSandbox;
let service: TaskApiSandbox;
let folder: string;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'easel-doctor-'));
  discord = await startDiscordSandbox({ clock: systemClock, folder: join(home, 'discord') });
  service = await startTaskApiSandbox({ clock: systemClock, random: Math.random });
  mkdirSync(join(home, 'backups'));
  writeFileSync(join(home, 'ffmpeg'), '#!/bin/sh\necho ffmpeg version 7.1\n');
  chmodSync(join(home, 'ffmpeg'), 0o700);
});
afterAll(async () => {
  await discord.stop();
  await service.close();
  rmSync(home, { recursive: true, force: true });
});
beforeEach(() => {
  folder = mkdtempSync(join(home, 'set-up-'));
});
afterEach(() => {
  discord.faults.clear();
  service.faults.replace({});
});

type Environment = Record<string, string | undefined>;

const well = (): Environment => ({
  DISCORD_TOKEN: discord.token,
  DISCORD_API_URL: discord.apiUrl,
  TASK_API_URL: service.url,
  TASK_API_KEY: 'sk-sandbox',
  STORE_URL: `sqlite://${storeFile()}`,
  MEDIA_FOLDER: join(folder, 'results'),
  MEDIA_ALLOW_PRIVATE: 'true',
  FFMPEG_PATH: join(home, 'ffmpeg'),
  UV_THREADPOOL_SIZE: '16',
});
const storeFile = (): string => join(folder, 'data', 'easel.sqlite');
const envFile = (): string => join(folder, '.env');

async function examined(
  changes: Environment = {},
  { clock = systemClock, checks = CHECKS } = {},
): Promise<CheckResult[]> {
  const isFile = changes['STORE_URL'] === undefined || changes['STORE_URL'].startsWith('sqlite:');
  const backups = isFile ? { BACKUP_FOLDER: join(home, 'backups') } : {};
  const source = { own: { ...well(), ...backups, ...changes }, envFile: envFile() };
  const { signal } = new AbortController();
  const results: CheckResult[] = [];
  for await (const result of examine(checks, { source, clock, signal })) results.push(result);
  return results;
}

const idsOf = (results: readonly CheckResult[]): string[] =>
  results.flatMap(({ findings }) => findings.map(({ id }) => id));
const resultOf = (results: readonly CheckResult[], name: string) => results.find((one) => one.name === name);

/** A web server of its own. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A Discord that answers what the sandbox never does. */
async function discordWith({ flags = 0, servers = 1, sessionsLeft = 900, shards = 1 }): Promise<Environment> {
  const answers: Record<string, object> = {
    '/api/v10/gateway/bot': { url: '', shards, session_start_limit: { remaining: sessionsLeft } },
    '/api/v10/applications/@me': { id: '1100000000000000001', flags, approximate_guild_count: servers },
    '/api/v10/applications/1100000000000000001/commands': [],
  };
  const url = await serve(({ url: path = '' }, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answers[path] ?? {}));
  });
  return { DISCORD_API_URL: `${url}/api` };
}

const webPage = (): Promise<string> =>
  serve((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Hello'));

const nowhere = async (): Promise<string> => `http://127.0.0.1:${await freePort()}`;

const inFile = (name: string, text: string, mode = 0o600): string => {
  const path = join(folder, name);
  writeFileSync(path, text, { mode });
  chmodSync(path, mode);
  return path;
};

async function makeStore(
  change: (store: Awaited<ReturnType<typeof openStore>>) => Promise<void> = async () => undefined,
) {
  const store = await openStore(`sqlite://${storeFile()}`);
  await change(store);
  await store.close();
}

/** Registers these commands until the test ends. */
const registerOnly = (...names: string[]): Promise<void> =>
  register(names.map((name) => ({ name, description: 'x', type: 1 })));

const register = async (commands: readonly object[]): Promise<void> => {
  if (commands.length > 0) onTestFinished(() => register([]));
  const body = JSON.stringify(commands);
  const headers = { authorization: `Bot ${discord.token}`, 'content-type': 'application/json' };
  const url = `${discord.apiUrl}/v10/applications/${discord.applicationId}/commands`;
  expect((await fetch(url, { method: 'PUT', headers, body })).status).toBe(200);
};

/** What to break, and the only finding that it leads to. */
type Broken = [what: string, id: string, spoil: () => Environment | Promise<Environment>];

const configuration: Broken[] = [
  ['no token', 'config.missing', () => ({ DISCORD_TOKEN: undefined })],
  ['an empty key', 'config.missing', () => ({ TASK_API_KEY: ' ' })],
  ['a key of another form', 'config.value', () => ({ TASK_API_KEY: 'pk-1' })],
  ['a token with a word before it', 'config.value', () => ({ DISCORD_TOKEN: `Bot ${discord.token}` })],
  ['an unknown log level', 'config.value', () => ({ LOG_LEVEL: 'loud' })],
  ['an address without http', 'config.value', () => ({ TASK_API_URL: 'service.example' })],
  ['a store of another kind', 'config.value', () => ({ STORE_URL: 'redis://127.0.0.1' })],
  ['a store that is a folder', 'config.value', () => ({ STORE_URL: 'sqlite://data/' })],
  ['a store in memory', 'config.value', () => ({ STORE_URL: 'sqlite://:memory:' })],
  ['no name of a database', 'config.value', () => ({ STORE_URL: 'postgres://easel@127.0.0.1' })],
  ['a misspelt sslmode', 'config.value', () => ({ STORE_URL: 'postgres://e@127.0.0.1/e?sslmode=verifyfull' })],
  ['results in the folder of the store', 'config.value', () => ({ MEDIA_FOLDER: folder })],
  ['several processes on one file', 'config.value', () => ({ SHARDS_PER_PROCESS: '1' })],
  ['a misspelt variable', 'config.unknown', () => ({ BUDGET_DEFAULT_CREDIT: '50' })],
  ['a ceiling below the default', 'config.ceiling', () => ({ BUDGET_ALL_CREDITS: '10' })],
  ['a key that is set twice', 'config.secret-twice', () => ({ TASK_API_KEY_FILE: inFile('key', 'sk-1') })],
  [
    'a file of a secret that is not there',
    'config.secret-file',
    () => ({ DISCORD_TOKEN: undefined, DISCORD_TOKEN_FILE: join(folder, 'nothing') }),
  ],
  [
    'a .env that is a folder',
    'config.env-file',
    () => {
      mkdirSync(envFile());
      return {};
    },
  ],
  [
    'a .env that everyone can read',
    'config.env-mode',
    () => {
      inFile('.env', 'LOG_LEVEL=warn', 0o644);
      return {};
    },
  ],
  ['the default of four threads', 'machine.threads', () => ({ UV_THREADPOOL_SIZE: undefined })],
];

const atDiscord: Broken[] = [
  ['an unknown host', 'discord.name', () => ({ DISCORD_API_URL: 'http://discord.invalid/api' })],
  ['no one at the address', 'discord.unreachable', async () => ({ DISCORD_API_URL: `${await nowhere()}/api` })],
  ['a web page at the address', 'discord.stranger', async () => ({ DISCORD_API_URL: await webPage() })],
  ['an address with a version', 'discord.stranger', () => ({ DISCORD_API_URL: `${discord.apiUrl}/v10` })],
  ['the service at the address', 'discord.stranger', () => ({ DISCORD_API_URL: `${service.url}/api` })],
  [
    'an outage',
    'discord.unreachable',
    () => {
      discord.faults.switchOn({ name: 'internal-error' });
      return {};
    },
  ],
  ['another token', 'discord.token', () => ({ DISCORD_TOKEN: 'MTIzNDU2Nzg5MDEyMzQ1Njc4.AbCdEf.not-the-one' })],
  ['privileged intents', 'discord.intents', () => discordWith({ flags: 2 ** 15 })],
  ['no server', 'discord.no-servers', () => discordWith({ servers: 0 })],
  ['hardly any sessions left', 'discord.few-sessions', () => discordWith({ sessionsLeft: 12 })],
  ['too few shards', 'discord.shards', async () => ({ ...(await discordWith({ shards: 4 })), SHARDS: '2' })],
  ['a test server without the bot', 'discord.guild', () => ({ DISCORD_GUILD_ID: UNKNOWN_ID })],
  ['an unknown channel for alerts', 'discord.alerts', () => ({ OPERATOR_CHANNEL_ID: UNKNOWN_ID })],
  [
    'a channel for alerts where the bot may not write',
    'discord.alerts',
    () => ({ OPERATOR_CHANNEL_ID: channelWithout(2n ** 11n) }),
  ],
  [
    'commands that Discord lost',
    'discord.commands',
    async () => {
      await registerOnly('image');
      await makeStore();
      return {};
    },
  ],
];

/** Denies everyone and the bot's role a permission in the channel, for this test. */
function channelWithout(permission: bigint): string {
  const { world } = discord;
  const before = structuredClone(world);
  onTestFinished(() => discord.changeWorld((now) => Object.assign(now, before)));
  const channelId = atelier.channels.staff;
  discord.changeWorld((now) => {
    const guild = now.guilds.find(({ channels }) => channels.some(({ id }) => id === channelId));
    const channel = guild?.channels.find(({ id }) => id === channelId);
    channel?.overwrites.push({ id: world.application.botUserId, type: 'member', allow: '0', deny: String(permission) });
  });
  return channelId;
}

const atTheService: Broken[] = [
  ['an unknown host', 'service.name', () => ({ TASK_API_URL: 'https://service.invalid' })],
  ['no one at the address', 'service.down', async () => ({ TASK_API_URL: await nowhere() })],
  ['a web page at the address', 'service.stranger', async () => ({ TASK_API_URL: await webPage() })],
  [
    'a server of JSON that has no such path',
    'service.unrecognised',
    async () => ({ TASK_API_URL: await serve((_, response) => response.writeHead(404).end('{"error":"no"}')) }),
  ],
  ['a wrong path', 'service.unrecognised', () => ({ TASK_API_URL: `${service.url}/foo` })],
  [
    'a limit of requests',
    'service.limit',
    () => {
      service.faults.switchOn('rateLimited');
      return {};
    },
  ],
  [
    'a refused key',
    'service.key',
    () => {
      service.faults.switchOn('badKey');
      return {};
    },
  ],
  [
    'an outage',
    'service.down',
    () => {
      service.faults.switchOn('down');
      return {};
    },
  ],
  ['results that may not be fetched', 'service.results', () => ({ MEDIA_ALLOW_PRIVATE: undefined })],
];

/** All of them, as after an earlier start. */
const registerAll = () => register(commandsFor(2_000).map(({ data }) => data));

const inTheStore: Broken[] = [
  [
    'no store although Discord has commands',
    'store.gone',
    async () => {
      await registerAll();
      return {};
    },
  ],
  [
    'a store that is there and may be made anew',
    'store.new',
    async () => {
      await makeStore();
      return { STORE_NEW: 'yes' };
    },
  ],
  ['a longer path that is missing', 'store.opening', () => ({ STORE_URL: `sqlite://${folder}/no/such/easel.sqlite` })],
  [
    'a file in place of its folder',
    'store.opening',
    () => ({ STORE_URL: `sqlite://${inFile('data', 'x')}/easel.sqlite` }),
  ],
  [
    'a file that is no database',
    'store.opening',
    () => ({ STORE_URL: `sqlite://${inFile('notes.txt', 'x'.repeat(200))}` }),
  ],
  ['an empty file', 'store.opening', () => ({ STORE_URL: `sqlite://${inFile('easel.sqlite', '')}` })],
  [
    'a lost file',
    'store.opening',
    async () => {
      await makeStore();
      rmSync(storeFile());
      return {};
    },
  ],
  [
    'another program’s database',
    'store.opening',
    async () => {
      await makeStore();
      await meddle(storeFile(), async (query) => {
        await query('PRAGMA application_id = 7');
      });
      return {};
    },
  ],
  [
    'a newer Easel’s records',
    'store.opening',
    async () => {
      await makeStore();
      await meddle(storeFile(), async (query) => {
        await query('PRAGMA user_version = 999');
      });
      return {};
    },
  ],
  [
    'a damaged file',
    'store.damaged',
    async () => {
      await makeStore((store) => keepAccount(store, '111222333444555666', holding('job', 10)));
      const bytes = readFileSync(storeFile());
      // The start of the first free block of the last page, which only a check of every page reads.
      bytes.fill(0xff, bytes.length - 4_096 + 1, bytes.length - 4_096 + 3);
      writeFileSync(storeFile(), bytes);
      return {};
    },
  ],
  [
    'books that differ',
    'store.books',
    async () => {
      await makeStore((store) => keepAccount(store, '111222333444555666', holding('job', 10)));
      await meddle(storeFile(), async (query) => {
        await query("UPDATE records SET value = replace(value, ':90', ':91') WHERE key LIKE 'ledger:%'");
      });
      return {};
    },
  ],
];

const forBackups: Broken[] = [
  ['that nothing is backed up', 'store.no-backups', () => ({ BACKUP_FOLDER: undefined })],
  ['no folder for backups', 'store.backup', () => ({ BACKUP_FOLDER: join(folder, 'nowhere') })],
  [
    'a newest backup of two days ago',
    'store.backup',
    () => {
      const madeAt = new Date(systemClock.now() - 48 * 60 * MINUTE_MS).toISOString().slice(0, 19).replaceAll(':', '-');
      inFile(`easel-${madeAt}Z.sqlite`, '');
      return { BACKUP_FOLDER: folder };
    },
  ],
];

const inPostgres: Broken[] = [
  [
    'no one at its address',
    'store.unavailable',
    async () => ({ STORE_URL: `postgres://easel@127.0.0.1:${await freePort()}/easel` }),
  ],
  [
    'no such database',
    'store.opening',
    async () => ({ STORE_URL: (await newPostgres()).replace(/[^/]+$/, 'nothing') }),
  ],
  [
    'a schema in which the user may make no tables',
    'store.opening',
    async () => {
      const url = new URL(await newPostgres());
      const user = url.pathname.slice(1);
      await meddlePostgres(url.href, async (query) => {
        await query(`CREATE ROLE ${user} LOGIN PASSWORD 'secret'`);
        await query('REVOKE CREATE ON SCHEMA public FROM PUBLIC');
      });
      return { STORE_URL: Object.assign(url, { username: user, password: 'secret' }).href };
    },
  ],
  ['no TLS as demanded', 'store.opening', async () => ({ STORE_URL: `${await newPostgres()}?sslmode=require` })],
  [
    'a certificate’s file that is not there',
    'store.opening',
    async () => ({ STORE_URL: `${await newPostgres()}?sslmode=verify-full&sslrootcert=${folder}/nothing` }),
  ],
];

const forResults: Broken[] = [
  ['a file in place of the folder', 'media.folder', () => ({ MEDIA_FOLDER: join(inFile('results', 'x'), 'deep') })],
  ['an ffmpeg that is not there', 'media.ffmpeg-path', () => ({ FFMPEG_PATH: join(folder, 'ffmpeg') })],
  ['a proxy that Easel does not use', 'config.proxy', () => ({ HTTPS_PROXY: 'http://127.0.0.1:9' })],
];

describe('the doctor', () => {
  it('finds nothing before the first start of a set-up that works, and makes no file', async () => {
    const results = await examined();
    expect(idsOf(results)).toEqual([]);
    expect(resultOf(results, 'config')?.detail).toMatch(/^9 variables are set/);
    expect(resultOf(results, 'store.open')?.detail).toBe('none yet; the first start makes it');
    expect(resultOf(results, 'discord.invite')?.detail).toContain(`client_id=${discord.applicationId}`);
    expect(endOf(results)).toEqual({ line: 'Easel is ready to run.', exitCode: 0 });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('tells the age of the newest backup', async () => {
    expect(resultOf(await examined({ BACKUP_FOLDER: folder }), 'store.backups')?.detail).toContain('none yet');
    const madeAt = new Date(systemClock.now() - 90 * MINUTE_MS).toISOString().slice(0, 19).replaceAll(':', '-');
    inFile(`easel-${madeAt}Z.sqlite`, '');
    expect(resultOf(await examined({ BACKUP_FOLDER: folder }), 'store.backups')).toMatchObject({
      detail: 'the newest is 1 h old; new ones are not encrypted',
    });
  });

  it('finds nothing next to a running Easel, and changes nothing', async () => {
    const store = await openStore(`sqlite://${storeFile()}`);
    onTestFinished(() => store.close());
    await recordRelease(store, { version: '0.1.0', startedAtMs: 0 });
    await keepAccount(store, '111222333444555666', holding('job', 10));
    const bytes = (): [Buffer, number] => [readFileSync(storeFile()), statSync(storeFile()).mtimeMs];
    const before = bytes();
    const results = await examined();
    expect(idsOf(results)).toEqual([]);
    expect(resultOf(results, 'store.books')?.detail).toBe('1 accounts');
    expect(resultOf(results, 'store.version')?.detail).toContain('Easel 0.1.0');
    expect(bytes()).toEqual(before);
  });

  describe.each([
    ['the configuration', configuration],
    ['Discord', atDiscord],
    ['the service', atTheService],
    ['the store', inTheStore],
    ['results', forResults],
    ['backups', forBackups],
  ])('of %s', (_, broken) => {
    it.each(broken)('finds %s, and nothing else: %s', async (_what, id, spoil) => {
      const results = await examined(await spoil());
      expect(idsOf(results)).toEqual([id]);
      expect(results.flatMap(({ findings }) => findings.map(({ text }) => text)).join()).not.toContain(discord.token);
    });
  });

  describe.runIf(hasPostgres)('of PostgreSQL', () => {
    it('finds nothing, before and after the first start', async () => {
      const STORE_URL = await newPostgres();
      expect(idsOf(await examined({ STORE_URL }))).toEqual([]);
      await (await openStore(STORE_URL)).close();
      const results = await examined({ STORE_URL });
      expect(idsOf(results)).toEqual([]);
      expect(resultOf(results, 'store.postgres')?.detail).toMatch(/^\d+ of \d+ connections left/);
    });

    it('says when PostgreSQL ends silent sessions, and that the owner has a time of its own', async () => {
      const STORE_URL = await newPostgres();
      await (await openStore(STORE_URL)).close();
      const name = new URL(STORE_URL).pathname.slice(1);
      await meddlePostgres(STORE_URL, async (query) => {
        await query(`ALTER DATABASE ${name} SET idle_session_timeout = '7s'`);
      });
      const { detail, findings } = resultOf(await examined({ STORE_URL }), 'store.postgres') ?? {};
      expect(detail).toContain('idle_session_timeout is 7000 ms, and 20000 ms for the owner');
      expect(findings).toEqual([]);
    });

    it.each(inPostgres)('finds %s, and nothing else: %s', async (_what, id, spoil) => {
      expect(idsOf(await examined(await spoil()))).toEqual([id]);
    });
  });

  it('finds a port for health that another program has, but not one that a running Easel has', async () => {
    const atPort = (url: string) => ({ HEALTH_HOST: '127.0.0.1', HEALTH_PORT: new URL(url).port });
    const answering = (body: object) => serve((_, response) => void response.end(JSON.stringify(body)));
    const one = async (set: Environment) => {
      const results = await examined(set, { checks: withNeeded(CHECKS, ['machine.health']) });
      return [idsOf(results), resultOf(results, 'machine.health')?.detail];
    };
    expect(await one(atPort(await answering({ other: true })))).toEqual([['machine.health'], undefined]);
    expect(await one(atPort(await answering({ live: true })))).toEqual([[], 'a running Easel answers there']);
    expect(await one({ HEALTH_PORT: String(await freePort()) })).toEqual([[], 'the port is free']);
  });

  it('finds a clock that is wrong', async () => {
    const clock = { ...systemClock, now: () => systemClock.now() + 10 * MINUTE_MS };
    const [found] = (await examined({}, { clock })).flatMap(({ findings }) => findings);
    expect(found?.text).toMatch(/^This machine’s clock differs from Discord’s by (599|600|601) s$/);
  });

  it('finds a pooler that shares sessions', async () => {
    const locks = new Set<unknown>();
    const session = (owner: string) => ({
      query: async (_text: string, [key]: unknown[]) => {
        const locked = !locks.has(key) || owner === 'shared';
        locks.add(key);
        return { rows: [{ locked }] };
      },
    });
    expect(await shareSession(session('a'), session('b'))).toBe(false);
    expect(await shareSession(session('shared'), session('shared'))).toBe(true);
  });

  it('does not blame what comes after a fault', async () => {
    const results = await examined({ DISCORD_TOKEN: 'MTIzNDU2Nzg5MDEyMzQ1Njc4.AbCdEf.not-the-one' });
    expect(resultOf(results, 'discord.commands')?.notCheckedBecause).toBe('discord.token');
    expect(resultOf(results, 'service.key')?.findings).toEqual([]);
  });

  it('reports a check that fails itself, and continues', async () => {
    const failing = { name: 'one', run: () => Promise.reject(new Error('oh')) };
    const next = { name: 'two', run: async () => ({ detail: 'fine' }) };
    const results = await examined({}, { checks: [failing, next] });
    expect(idsOf(results)).toEqual(['doctor.failed']);
    expect(results[1]?.detail).toBe('fine');
  });

  it('makes slow checks last, and for a name those that it needs', () => {
    expect(withNeeded(CHECKS, ['service.is-it']).map(({ name }) => name)).toEqual([
      'config',
      'service.name',
      'service.reach',
      'service.is-it',
    ]);
    const known = new Set<string>();
    for (const { name, needs = [] } of CHECKS) {
      expect(needs.filter((one) => !known.has(one))).toEqual([]);
      known.add(name);
    }
  });
});

describe('what the doctor prints', () => {
  it('has no id, path or secret, unless that is asked for', async () => {
    const results = await examined({
      OPERATOR_CHANNEL_ID: UNKNOWN_ID,
      MEDIA_FOLDER: join(inFile('results', 'x'), 'deep'),
    });
    const text = results.flatMap((one) => linesOf(one, false)).join('\n');
    const data = JSON.stringify(results.map((one) => jsonOf(one, false)));
    for (const secret of [UNKNOWN_ID, folder, discord.token, 'sk-sandbox']) {
      expect(text).not.toContain(secret);
      expect(data).not.toContain(secret);
    }
    expect(text).toContain('discord.alerts      FAULT    OPERATOR_CHANNEL_ID …: Easel can’t see that channel');
    expect(text).toContain('-> Let Easel view the channel');
    const full = results.flatMap((one) => linesOf(one, true)).join('\n');
    expect(full).toContain(UNKNOWN_ID);
    expect(full).toContain(folder);
    expect(endOf(results)).toEqual({ line: '2 faults.', exitCode: 1 });
  });

  it('keeps the first fault in view: checks that were not made share a line', async () => {
    const unset = await examined({ TASK_API_KEY: undefined });
    expect(unset.flatMap((one) => linesOf(one, false)).join('\n')).not.toContain('discord.token');
    const left = unset.filter(({ notCheckedBecause }) => notCheckedBecause === 'config').length;
    expect(notCheckedLines(unset)).toEqual([`Not checked because config failed: ${left} checks`]);
    const denied = await examined({ TASK_API_KEY: 'sk-wrong' });
    expect(notCheckedLines(denied)).toEqual([]);
    const noDisk = await examined({ STORE_URL: `sqlite://${inFile('data', 'x')}/deep/easel.sqlite` });
    expect(notCheckedLines(noDisk).join()).toMatch(/^Not checked because store\.open failed: store\.[a-z]+, store/u);
  });

  it.each([
    [{ UV_THREADPOOL_SIZE: undefined }, { line: '1 warning.', exitCode: 2 }],
    [{ FFMPEG_PATH: '/nowhere/ffmpeg' }, { line: '1 warning.', exitCode: 2 }],
  ])('ends by the worst that it found: %j', async (changes, end) => {
    expect(endOf(await examined(changes))).toEqual(end);
  });

  it('ends well with a hint', async () => {
    const results = (await examined()).map((result, index) =>
      index === 0 && 'findings' in result ? { ...result, findings: [finding('media.ffmpeg')] } : result,
    );
    expect(endOf(results)).toEqual({ line: 'Easel is ready to run. 1 hint.', exitCode: 0 });
  });
});

describe('npm run doctor', () => {
  const runWith = toolRunner('doctor/doctor');
  const run = (...args: string[]) => runWith({ STORE_URL: `sqlite://${storeFile()}` }, ...args);

  it('lists its checks, and refuses others', async () => {
    expect(await run('--list')).toEqual({ code: 0, said: `${CHECKS.map(({ name }) => name).join('\n')}\n` });
    expect(await run('discord.tokens')).toEqual({ code: 3, said: expect.stringContaining('npm run doctor -- NAME') });
  });

  it('prints words or data, and ends with 1 for a fault', async () => {
    const { code, said } = await run('config');
    expect([code, said.split('\n')[0]]).toEqual([1, `Easel ${VERSION}`]);
    expect(said).toContain('config              FAULT    DISCORD_TOKEN is not set');
    const data: unknown = JSON.parse((await run('--json', 'node', 'config')).said);
    const missing = expect.arrayContaining([expect.objectContaining({ id: 'config.missing' })]);
    expect(data).toMatchObject({
      version: VERSION,
      checks: [
        { name: 'node', state: 'ok', findings: [] },
        { name: 'config', state: 'fault', findings: missing },
      ],
    });
  });
});

describe('what can be pasted', () => {
  const linesFor = async (changes: Environment, isFull = false): Promise<string> => {
    const results = await examined(changes, { checks: withNeeded(CHECKS, ['service.reach', 'discord.reach']) });
    return [...results.flatMap((one) => linesOf(one, isFull)), ...leftOutLines(results, isFull)].join('\n');
  };
  const atTls = async (): Promise<Environment> => ({ TASK_API_URL: service.url.replace('http:', 'https:') });
  const down = async (): Promise<Environment> => {
    service.faults.switchOn('down', { status: 503 });
    return {};
  };

  it.each([
    ['ECONNREFUSED', async () => ({ TASK_API_URL: await nowhere() })],
    ['ERR_SSL', atTls],
    ['HTTP 503', down],
    ['ECONNREFUSED', async () => ({ DISCORD_API_URL: `${await nowhere()}/api` })],
  ])('names the cause of what can’t be reached: %s', async (cause, spoil) => {
    expect(await linesFor(await spoil())).toContain(cause);
  });

  it('says what shows the rest, only if something is left out', async () => {
    const hint = '`--full` shows';
    expect(await linesFor({ TASK_API_URL: 'http://service.invalid' })).toContain(hint);
    expect(await linesFor({ TASK_API_URL: 'http://service.invalid' }, true)).not.toContain(hint);
    expect(await linesFor({})).not.toContain(hint);
  });
});
