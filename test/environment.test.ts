import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError, type Environment, readConfig } from '../src/config.ts';
import { loadEnvironment, mistypedNames, rereadSecret } from '../src/environment.ts';
import { warningsOf } from '../src/parts/warnings.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'easel-environment-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const load = (own: Environment): Environment => loadEnvironment({ own, envFile: join(folder, '.env') });
const faultsOf = (own: Environment): [string, string][] => {
  try {
    load(own);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.findings.map(({ id, text }) => [id, text]);
    throw error;
  }
};

describe('the environment', () => {
  it('needs no .env, and counts before one', () => {
    expect(load({ LOG_LEVEL: 'warn' })).toEqual({ LOG_LEVEL: 'warn' });
    file('.env', 'LOG_LEVEL=debug\nSERVERS="ask" # of new ones\n');
    expect(load({ LOG_LEVEL: 'warn' })).toEqual({ LOG_LEVEL: 'warn', SERVERS: 'ask' });
  });

  it('says why .env cannot be read', () => {
    mkdirSync(join(folder, '.env'));
    expect(faultsOf({})).toEqual([['config.env-file', '.env can’t be read: it is a folder (EISDIR)']]);
  });

  it.each(['utf8', 'utf16le', 'utf-16be'])('reads .env and secrets with a byte order mark, in %s', (encoding) => {
    const bytesOf = (text: string): Buffer =>
      encoding === 'utf-16be'
        ? Buffer.from(`\ufeff${text}`, 'utf16le').swap16()
        : Buffer.from(`\ufeff${text}`, encoding as BufferEncoding);
    writeFileSync(join(folder, 'key'), bytesOf('sk-ключ\r\n'));
    writeFileSync(join(folder, '.env'), bytesOf(`LOG_LEVEL=debug\r\nTASK_API_KEY_FILE=${join(folder, 'key')}\r\n`));
    expect(load({})).toMatchObject({ LOG_LEVEL: 'debug', TASK_API_KEY: 'sk-ключ' });
  });

  it('says that .env is no text', () => {
    writeFileSync(join(folder, '.env'), Buffer.from('LOG_LEVEL=d\xe9bug', 'latin1'));
    expect(faultsOf({})).toEqual([
      ['config.env-file', '.env can’t be read: it is not text in UTF-8. Save it as UTF-8'],
    ]);
  });

  it.skipIf(process.getuid?.() === 0)('says that this user may not read .env', () => {
    chmodSync(file('.env', 'LOG_LEVEL=debug'), 0);
    expect(faultsOf({})).toEqual([['config.env-file', '.env can’t be read: this user may not read it (EACCES)']]);
  });

  it('takes a secret from a file, without one newline at its end', () => {
    const path = file('key', 'sk-from-a-file\n');
    expect(load({ TASK_API_KEY_FILE: path })['TASK_API_KEY']).toBe('sk-from-a-file');
    file('.env', `TASK_API_KEY_FILE=${file('token', 'sk-1\n\n')}`);
    expect(load({})['TASK_API_KEY']).toBe('sk-1\n');
  });

  it('refuses a secret that is set twice, and files without one', () => {
    const path = file('key', '\n');
    const own = {
      ...{ TASK_API_KEY: 'sk-1', TASK_API_KEY_FILE: path },
      ...{ DISCORD_TOKEN_FILE: join(folder, 'nothing'), STORE_URL_FILE: path },
    };
    expect(faultsOf(own)).toEqual([
      ['config.secret-file', `DISCORD_TOKEN_FILE: ${folder}/nothing can’t be used: the file does not exist (ENOENT)`],
      ['config.secret-twice', 'TASK_API_KEY and TASK_API_KEY_FILE are both set'],
      ['config.secret-file', `STORE_URL_FILE: ${path} can’t be used: it is empty`],
    ]);
  });

  it('gives a changed secret when it is read again, and nothing if that is gone or wrong', () => {
    const source = { own: { TASK_API_KEY_FILE: file('key', 'sk-old') }, envFile: join(folder, '.env') };
    file('key', 'sk-new\n');
    expect(rereadSecret(source, 'TASK_API_KEY')).toBe('sk-new');
    file('key', 'a web page');
    expect(rereadSecret(source, 'TASK_API_KEY')).toBeUndefined();
    rmSync(join(folder, 'key'));
    expect(rereadSecret(source, 'TASK_API_KEY')).toBeUndefined();
  });
});

it.each([
  [{ BUDGET_DEFAULT_CREDIT: '50' }, 'BUDGET_DEFAULT_CREDITS'],
  [{ DISCORD_TOKENS: 'x' }, 'DISCORD_TOKEN'],
  [{ TASK_API_KEY_FIEL: 'x' }, 'TASK_API_KEY_FILE'],
  [{ LOGLEVEL: 'info' }, 'LOG_LEVEL'],
])('a name that is nearly a variable is reported: %j', (environment, known) => {
  expect(mistypedNames(environment).map(({ remedy }) => remedy)).toEqual([`Did you mean ${known}?`]);
});

it('other names are left alone', () => {
  const own = {
    HOME: '/',
    PATH: '/',
    HOSTNAME: 'x',
    NODE_ENV: 'x',
    LOG_LEVEL: 'info',
    DISCORD_TOKEN_FILE: '/x',
    SHELL: '/x',
  };
  expect(mistypedNames(own)).toEqual([]);
});

describe('a configuration that works', () => {
  const enough = {
    DISCORD_TOKEN: 'MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.abcdefghijklmnopqrstuvwxyz0123456789AB',
    TASK_API_URL: 'https://service.example',
    TASK_API_KEY: 'sk-1',
    UV_THREADPOOL_SIZE: '16',
  };
  it.each<[string, Environment, ...string[]]>([
    ['is complete', {}],
    ['sends the key in plain text', { TASK_API_URL: 'http://service.example' }, 'service.plain'],
    ['has a ceiling below the default', { BUDGET_ALL_CREDITS: '10' }, 'config.ceiling'],
    ['uses a private service', { TASK_API_URL: 'http://10.0.0.2' }, 'service.results'],
    ['allows a private service', { TASK_API_URL: 'http://10.0.0.2', MEDIA_ALLOW_PRIVATE: 'true' }],
    ['has few threads', { UV_THREADPOOL_SIZE: undefined }, 'machine.threads'],
    ['reaches PostgreSQL in plain text', { STORE_URL: 'postgres://u:p@db.example/easel' }, 'store.plain'],
    ['reaches it nearby', { STORE_URL: 'postgres://u:p@db/easel' }],
    ['verifies nothing', { STORE_URL: 'postgres://u:p@db.example/easel?sslmode=no-verify' }, 'store.unverified'],
    ['verifies it', { STORE_URL: 'postgres://u:p@db.example/easel?sslmode=verify-full' }],
    ...['HTTPS_PROXY', 'http_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'].map((name): [string, Environment, string] => [
      `relies on ${name}`,
      { [name]: 'http://10.0.0.3:3128' },
      'config.proxy',
    ]),
    ['empties what names a proxy', { HTTPS_PROXY: ' ', NO_PROXY: '*' }],
    ['mistypes a name', { BUDGET_DEFAULT_CREDIT: '50' }, 'config.unknown'],
  ])('is warned of if it %s', (_, changes, ...expected) => {
    const environment = { ...enough, ...changes };
    expect(warningsOf(readConfig(environment), environment).map(({ id }) => id)).toEqual(expected);
  });
});
