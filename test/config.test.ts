import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig, VARIABLES } from '../src/config.ts';

const enough = {
  DISCORD_TOKEN: 'MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.abcdefghijklmnopqrstuvwxyz0123456789AB',
  TASK_API_URL: 'https://service.example/base/',
  TASK_API_KEY: 'sk-very-secret',
};

function faultsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.findings.map(({ text }) => text);
    throw error;
  }
}

describe('the configuration', () => {
  it('needs three variables and has a default for the rest', () => {
    const config = readConfig(enough);
    expect(config.TASK_API_URL).toBe('https://service.example/base');
    expect(config.DISCORD_API_URL).toBe('https://discord.com/api');
    expect(config.BUDGET_DEFAULT_CREDITS).toBe(500);
    expect(config.MEDIA_ALLOW_PRIVATE).toBe(false);
    expect(config.HEALTH_PORT).toBeUndefined();
    expect(config.PRICE_GUESS_CREDITS.get('omni-pro')).toBe(75);
  });

  it('reports every fault at once, each with its name and what is expected', () => {
    const faults = faultsOf({
      TASK_API_KEY: 'pk-1',
      BUDGET_DEFAULT_CREDITS: '-5',
      MEDIA_ALLOW_PRIVATE: 'yes',
      LOG_LEVEL: 'loud',
    });
    expect(faults.map((fault) => /^\w+/.exec(fault)?.[0])).toEqual([
      'DISCORD_TOKEN',
      'TASK_API_URL',
      'TASK_API_KEY',
      'BUDGET_DEFAULT_CREDITS',
      'MEDIA_ALLOW_PRIVATE',
      'LOG_LEVEL',
    ]);
    expect(faults.join('\n')).toContain('whole number from 0');
    expect(faults.join('\n')).toContain('starts with sk-');
    expect(faults.join('\n')).toContain('true or false');
  });

  it('shows no value of any variable in a fault', () => {
    const marker = 'hunter2hunter2';
    const faults = Object.keys(VARIABLES).flatMap((name) => faultsOf({ ...enough, [name]: `${marker} ` }));
    expect(faults.length).toBeGreaterThan(10);
    expect(faults.join('\n')).not.toContain(marker);
  });

  it.each([
    ['data', 'data/easel.sqlite'],
    ['./data/', '/data/../data/easel.sqlite'],
    ['data', 'data/records/easel.sqlite'],
    ['.', 'easel.sqlite'],
  ])('refuses a MEDIA_FOLDER %s that contains the store %s', (folder, store) => {
    const path = store.startsWith('/') ? `${process.cwd()}${store}` : store;
    const faults = faultsOf({ ...enough, MEDIA_FOLDER: folder, STORE_URL: `sqlite://${path}` });
    expect(faults).toEqual([expect.stringMatching(/^MEDIA_FOLDER: .*does not hold the store \(STORE_URL\)$/)]);
  });

  it.each([
    ['data/results', 'data/easel.sqlite'],
    ['/data/results', '/data/easel.sqlite'],
    ['data', 'database/easel.sqlite'],
    ['data/results', 'data/results-of-easel.sqlite'],
  ])('accepts a MEDIA_FOLDER %s next to the store %s', (folder, store) => {
    expect(readConfig({ ...enough, MEDIA_FOLDER: folder, STORE_URL: `sqlite://${store}` }).MEDIA_FOLDER).toBe(folder);
  });

  it.each([
    [{ BACKUP_FOLDER: 'data/results/backups' }, 'outside of MEDIA_FOLDER'],
    [{ BACKUP_FOLDER: 'backups', STORE_URL: 'postgres://easel@db/easel' }, 'pg_dump'],
  ])('refuses backups by schedule with %j', (environment, words) => {
    expect(faultsOf({ ...enough, ...environment })).toEqual([
      expect.stringMatching(new RegExp(`^BACKUP_FOLDER: .*${words}`)),
    ]);
  });

  it('checks for a store in the results folder only if it is a file', () => {
    const url = 'postgres://easel:hunter2@data/results';
    expect(readConfig({ ...enough, MEDIA_FOLDER: '.', STORE_URL: url }).STORE_URL).toBe(url);
  });

  it('accepts a number of shards, or leaves it to Discord', () => {
    const postgres = { ...enough, STORE_URL: 'postgres://easel@data/base' };
    expect(readConfig(enough)).toMatchObject({ SHARDS: 'auto', SHARDS_PER_PROCESS: 'all' });
    const divided = readConfig({ ...postgres, SHARDS: '16', SHARDS_PER_PROCESS: '4' });
    expect(divided).toMatchObject({ SHARDS: 16, SHARDS_PER_PROCESS: 4 });
    for (const shards of ['0', '-1', '1.5', 'all', '10001', '1e3']) {
      expect(faultsOf({ ...postgres, SHARDS: shards })).toEqual([
        'SHARDS: expected auto, or a whole number from 1 to 10000',
      ]);
    }
    expect(faultsOf({ ...postgres, SHARDS_PER_PROCESS: 'auto' })).toEqual([
      'SHARDS_PER_PROCESS: expected all, or a whole number from 1 to 10000',
    ]);
  });

  it('allows one process only for a store in a file', () => {
    expect(faultsOf({ ...enough, SHARDS_PER_PROCESS: '2' })).toEqual([
      expect.stringMatching(/^SHARDS_PER_PROCESS: expected all, .*PostgreSQL \(STORE_URL\)$/),
    ]);
    expect(readConfig({ ...enough, SHARDS: '3' }).SHARDS).toBe(3);
  });

  it('requires a default budget to offer new servers if they need approval', () => {
    expect(faultsOf({ ...enough, SERVERS: 'ask', BUDGET_DEFAULT_CREDITS: '0' })).toEqual([
      expect.stringMatching(/^BUDGET_DEFAULT_CREDITS: expected more than 0/),
    ]);
    expect(readConfig({ ...enough, SERVERS: 'ask' }).SERVERS).toBe('ask');
  });

  it('treats an empty value as not set', () => {
    expect(readConfig({ ...enough, DISCORD_GUILD_ID: '', LOG_LEVEL: ' ' }).LOG_LEVEL).toBe('info');
  });

  it.each([
    ['TASK_API_URL', 'ftp://service.example'],
    ['TASK_API_URL', 'https://user:word@service.example'],
    ['DISCORD_GUILD_ID', '12ab'],
    ['HEALTH_PORT', '70000'],
    ['HEALTH_PORT', '1e3'],
    ['PRICE_GUESS_CREDITS', 'some-model=4'],
    ['PRICE_GUESS_CREDITS', 'omni-pro=many'],
    ['STORE_URL', 'redis://127.0.0.1'],
    ['IMAGE_MODEL_DEFAULT', 'omni-pro'],
    ['ASPECT_RATIO_DEFAULT', '16/9'],
  ])('refuses %s=%s', (name, value) => {
    expect(faultsOf({ ...enough, [name]: value })).toHaveLength(1);
  });
});

describe('what operators read', () => {
  const example = readFileSync('.env.example', 'utf8');

  it('.env.example has every variable once, with its default, and no others', () => {
    const lines = [...example.matchAll(/^#?([A-Z][A-Z\d_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]);
    const expected = Object.entries(VARIABLES).map(([name, entry]) => [name, 'default' in entry ? entry.default : '']);
    expect(lines.sort()).toEqual(expected.sort());
  });

  it('.env.example explains every variable in the lines above it', () => {
    const blocks = example.split(/\n\n+/).filter((block) => /^#?[A-Z][A-Z\d_]+=/m.test(block));
    for (const block of blocks) expect(block).toMatch(/^# \S.{20,}/m);
  });
});
