import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readConfig, SECRETS, VARIABLES } from '../src/config.ts';
import { loadEnvironment } from '../src/environment.ts';
import { tempFolder } from './store/temp-folder.ts';

const serviceSchema = z.object({
  image: z.string().optional(),
  environment: z.record(z.string(), z.string()).default({}),
  depends_on: z.record(z.string(), z.unknown()).default({}),
  volumes: z.array(z.string()).default([]),
  deploy: z.object({ replicas: z.int() }).optional(),
  restart: z.string(),
  read_only: z.boolean().optional(),
  tmpfs: z.string().optional(),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  stop_grace_period: z.string().optional(),
});
const fileSchema = z.object({
  services: z.record(z.string(), serviceSchema),
  volumes: z.record(z.string(), z.unknown()),
});

const [dockerfile, operators] = ['Dockerfile', 'docs/operating/first-day.md'].map((path) => readFileSync(path, 'utf8'));
/** What Compose makes of a value, with this `.env`: `${NAME:-default}` and `${NAME:?message}`, which may be nested. */
function filledIn(value: string, env: Readonly<Record<string, string>> = {}): string {
  const all: Readonly<Record<string, string>> = { POSTGRES_PASSWORD: 'hunter2', ...env };
  const filled = value.replace(/\$\{(\w+):([-?])([^{}]*)\}/g, (_, name: string, kind: string, rest: string) => {
    return all[name] ?? (kind === '-' ? rest : '');
  });
  return filled === value ? value : filledIn(filled, env);
}

function read(path: string) {
  const text = readFileSync(path, 'utf8');
  const { services, volumes } = fileSchema.parse(parse(text));
  return { text, services, volumes, easel: services['easel'] };
}

const NEEDED = {
  ...{ DISCORD_TOKEN: 'MTIzNDU2Nzg5MDEyMzQ1Njc4.AbCdEf.not-the-one', TASK_API_URL: 'https://service.example' },
  TASK_API_KEY: 'sk-1',
};

/** What the image sets. */
const imageEnvironment = Object.fromEntries(
  [...(/^ENV ((?:.*\\\n)*.*)$/m.exec(dockerfile ?? '')?.[1]?.matchAll(/(\w+)=(\S+)/g) ?? [])].map(
    ([, name = '', value = '']) => [name, value],
  ),
);

/** The configuration of Easel in a container of this file, with this `.env`. */
function configIn(path: string, env: Readonly<Record<string, string>>) {
  const set = Object.entries(read(path).easel?.environment ?? {}).map(([name, value]) => [name, filledIn(value, env)]);
  const own = { ...imageEnvironment, ...env, ...Object.fromEntries(set) };
  return readConfig(loadEnvironment({ own, envFile: 'no-such-file' }));
}

/** Volumes without a name belong to one container. */
const namedVolumes = (used: readonly string[]): string[] =>
  used.filter((volume) => !volume.startsWith('/')).map((volume) => volume.split(':')[0] ?? '');

describe.each(['compose.yaml', 'docs/compose.scaling.yaml'])('%s', (path) => {
  const { text, services, volumes, easel } = read(path);

  it('sets variables that Easel knows, to values that it accepts', () => {
    const names = [...Object.keys(VARIABLES), 'STORE_URL_DEFAULT'];
    expect(Object.keys(easel?.environment ?? {}).filter((name) => !names.includes(name))).toEqual([]);
    expect(() => configIn(path, NEEDED)).not.toThrow();
  });

  it.each(SECRETS)('lets .env name a file for %s', async (name) => {
    const file = join(await tempFolder(), 'secret');
    const values: Record<string, string> = {
      ...{ ...NEEDED, STORE_URL: 'postgres://easel:pw@elsewhere/easel', HEARTBEAT_URL: 'https://heartbeat.example/1' },
      BACKUP_KEY: 'ab'.repeat(32),
    };
    await writeFile(file, `${values[name]}\n`);
    const others = name in NEEDED ? Object.entries(NEEDED).filter(([one]) => one !== name) : Object.entries(NEEDED);
    expect(configIn(path, { ...Object.fromEntries(others), [`${name}_FILE`]: file })[name]).toEqual(
      VARIABLES[name].schema.parse(values[name]),
    );
  });

  it('pins no variable, because what a page tells people to set in .env has to count', () => {
    const pinned = Object.entries(easel?.environment ?? {})
      .filter(([name, value]) => filledIn(value, { [name]: 'from .env' }) !== 'from .env')
      .filter(([name]) => name !== 'STORE_URL_DEFAULT')
      .map(([name]) => name);
    expect(pinned).toEqual([]);
  });

  it('names only services, volumes and variables that it declares or explains', () => {
    for (const { depends_on, volumes: used } of Object.values(services)) {
      expect(Object.keys(services)).toEqual(expect.arrayContaining(Object.keys(depends_on)));
      expect(Object.keys(volumes)).toEqual(expect.arrayContaining(namedVolumes(used)));
    }
    const asked = new Set([...text.matchAll(/\$\{(\w+)/g)].map((match) => match[1]));
    const explained = text.split('\n').filter((line) => line.startsWith('#'));
    for (const name of asked) expect(explained.join('\n')).toContain(`${name}=`);
  });

  it('restarts what ended, and gives Easel as long to stop as its container says', () => {
    expect(Object.values(services).map(({ restart }) => restart)).toEqual(
      Object.values(services).map(() => 'unless-stopped'),
    );
    const [, seconds] = /--stop-timeout (\d+)/.exec(dockerfile ?? '') ?? [];
    expect(easel?.stop_grace_period).toBe(`${seconds}s`);
  });

  it('gives the bot token to no image but Easel’s own', () => {
    const others = Object.entries(services).filter(([name]) => name !== 'easel');
    expect(others.map(([, { image }]) => image)).toEqual(others.map(() => 'postgres:18'));
  });
});

it('systemd gives Easel as long to stop as the container has, and starts it again whatever happens', () => {
  const unit = readFileSync('docs/operating/easel.service', 'utf8').split('\n');
  const [, seconds] = /--stop-timeout (\d+)/.exec(dockerfile ?? '') ?? [];
  expect(unit).toEqual(
    expect.arrayContaining([
      `TimeoutStopSec=${seconds}`,
      'Restart=always',
      'StartLimitIntervalSec=0',
      'OOMPolicy=continue',
    ]),
  );
  // Node.js compiles while it runs.
  expect(unit.filter((line) => line.startsWith('MemoryDenyWriteExecute'))).toEqual([]);
});

describe('the image', () => {
  const [lastStage = ''] = dockerfile?.split(/^FROM /m).slice(-1) ?? [];

  it('is a Debian 13, whose glibc loses no wake-up of Node’s threads', () => {
    const bases = [...(dockerfile ?? '').matchAll(/^FROM (\S+)/gm)].map(([, base]) => base ?? '');
    expect(bases.filter((base) => base !== 'node' && !/:(\d+-)?trixie-slim/.test(base))).toEqual([]);
  });

  it('runs as a user by number, because Kubernetes can’t tell whether a name is root’s', () => {
    expect(lastStage).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
  });

  it('holds Node.js without npm', () => {
    expect(lastStage).toMatch(/^COPY --from=node \/usr\/local\/bin\/node /m);
    expect(lastStage).not.toMatch(/^FROM node|npm ci/);
  });
});

it('the container is restarted for a bot that stands still, never for an outage of something else', () => {
  expect(dockerfile).toMatch(/^HEALTHCHECK [^\n]*\\\n.*\/livez/m);
});

it.each(['compose.yaml', 'docs/compose.scaling.yaml'])('%s gives Easel no rights that it doesn’t need', (path) => {
  expect(read(path).easel).toMatchObject({
    read_only: true,
    tmpfs: '/tmp',
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
  });
});

it('compose.yaml keeps the records of its one Easel in a volume', () => {
  const { services, easel } = read('compose.yaml');
  expect(Object.keys(services)).toEqual(['easel']);
  const [, folder] = easel?.volumes[0]?.split(':') ?? [];
  const { STORE_URL, MEDIA_FOLDER } = configIn('compose.yaml', NEEDED);
  expect(STORE_URL).toBe(`sqlite://${folder}/easel.sqlite`);
  expect(MEDIA_FOLDER.startsWith(`${folder}/`)).toBe(true);
});

it('docs/compose.scaling.yaml has a spare Easel, on its own PostgreSQL', () => {
  const { services, easel } = read('docs/compose.scaling.yaml');
  const { SHARDS, SHARDS_PER_PROCESS, STORE_URL } = configIn('docs/compose.scaling.yaml', NEEDED);
  expect(easel?.deploy?.replicas).toBeGreaterThan(Number(SHARDS) / Number(SHARDS_PER_PROCESS));
  expect(Object.keys(services)).toContain(new URL(STORE_URL).hostname);
});

it('each Easel of docs/compose.scaling.yaml keeps its results in a volume of its own', () => {
  expect(read('docs/compose.scaling.yaml').easel?.volumes).toEqual(['/data']);
});

it('the page for operators starts its container with a restart policy', () => {
  expect(operators).toMatch(/docker run -d --restart unless-stopped/);
});
