import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createLog, reasonOf, scrub } from '../src/log.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  let text = '';
  const into = new Writable({
    write: (chunk, _, done) => {
      text += chunk;
      done();
    },
  });
  write(createLog('trace', into));
  return text;
}

describe('the log', () => {
  it.each([
    ['a signed address', 'GET https://cdn.example/a.png?ex=1&hm=2 failed', 'GET [address] failed'],
    ...['HTTPS://cdn.example/a', 'wss://gw.example/?k=1', 's3://bucket/key'].map((address) => {
      return ['an address of another kind', `at ${address}: gone`, 'at [address] gone'];
    }),
    ['a signed address without a scheme', 'see cdn.example/y?X-Amz-Signature=S4 now', 'see [address] now'],
    ['one of a port', '(//10.0.0.7:9000/b/y.png?a=1)', '(//[address]'],
    ['a signature alone', 'X-Amz-Signature=S4&Sig=5, access_token=6', '[secret]&[secret] [secret]'],
    ['a store’s password', 'open postgres://easel:hunter2@host/easel failed', 'open [address] failed'],
    ['the service’s key', 'key sk-abc_123-x is bad', 'key [key] is bad'],
    ['credentials in a header', 'authorization: Bearer abc.def', 'authorization: [credentials]'],
    ['an interaction token in a route', '/webhooks/123/aW50ZXJh.xyz/messages', '/webhooks/123/[token]/messages'],
    ['a bot token', 'login MTEwMDAwMDAwMDAwMDAwMDAwMQ.GaBcDe.abcdefghijklmnopqrstuvwxyz012', 'login [token]'],
  ])('never shows %s inside an error text', (_, text, shown) => {
    expect(scrub(text)).toBe(shown);
  });

  it.each([
    'at f (file:///opt/easel/src/main.ts:3:9)',
    'node_modules/discord.js/src/Rest.js:1',
    'sqlite:///data/easel.sqlite',
  ])('shows where a fault is: %s', (text) => {
    expect(scrub(text)).toBe(text);
  });

  it('shows an error’s name, text, code and causes, and nothing that a library attached to it', () => {
    const cause = Object.assign(new Error('connect to https://x.example/?sig=1'), { code: 'ECONNRESET' });
    const error = Object.assign(new TypeError('outer', { cause }), {
      requestBody: { prompt: 'a secret wish' },
      status: 500,
    });
    const line = JSON.parse(logged((log) => log.error({ err: error }, 'failed')));
    expect(line.err).toMatchObject({ name: 'TypeError', message: 'outer', status: 500 });
    expect(line.err.cause).toMatchObject({ message: 'connect to [address]', code: 'ECONNRESET' });
    expect(JSON.stringify(line)).not.toContain('secret wish');
  });

  it('cuts off an endless chain of causes', () => {
    const error = new Error('round');
    error.cause = error;
    expect(logged((log) => log.error({ err: error }))).toContain('round');
  });

  it.each(['prompt', 'token', 'key', 'url', 'authorization', 'resultUrl'])(
    'redacts the field %s wherever it is',
    (field) => {
      const line = logged((log) =>
        log.info({ [field]: 'hunter2', job: { [field]: 'hunter2', place: { [field]: 'hunter2' } } }),
      );
      expect(line).not.toContain('hunter2');
    },
  );
});

class WordlessError extends Error {
  override readonly name = 'WordlessError';
}

describe('the reason that an operator reads', () => {
  it.each<[string, unknown, string]>([
    ['its text', new Error('the disk is full'), 'the disk is full'],
    ['no secret of its text', new Error('GET https://x.example/?sig=1'), 'GET [address]'],
    ['the cause’s text where it has none', new Error('', { cause: new Error('refused') }), 'refused'],
    [
      'the first of several',
      new AggregateError([new Error('connect ECONNREFUSED'), new Error('other')]),
      'connect ECONNREFUSED',
    ],
    ['its name where nothing has a text', new WordlessError(), 'WordlessError'],
    ['that nobody knows', new Error(''), 'an unknown failure; see the log'],
    ['what was thrown, where it is no error', 'just a text', 'just a text'],
    ['that nobody knows, of nothing', '', 'an unknown failure; see the log'],
  ])('is %s', (_, error, reason) => {
    expect(reasonOf(error)).toBe(reason);
  });
});
