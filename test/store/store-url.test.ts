import { describe, expect, it } from 'vitest';
import { StoreError } from '../../src/store/store.ts';
import { parseStoreUrl } from '../../src/store/store-url.ts';

describe('the store address', () => {
  it.each([
    ['sqlite://data/easel.sqlite', 'data/easel.sqlite'],
    ['sqlite:///var/lib/easel/easel.sqlite', '/var/lib/easel/easel.sqlite'],
    ['sqlite://./a folder/b', './a folder/b'],
  ])('%s names the file %s', (url, path) => {
    expect(parseStoreUrl(url)).toEqual({ scheme: 'sqlite', path });
  });

  it.each(['postgres', 'postgresql'])('%s:// means a PostgreSQL database', (scheme) => {
    const url = `${scheme}://easel:hunter2@localhost:5433/easel?sslmode=require`;
    expect(parseStoreUrl(url)).toEqual({ scheme: 'postgres', url });
  });

  it.each([
    ['data/easel.sqlite', 'must have the form'],
    ['', 'must have the form'],
    ['sqlite://', 'must name a file'],
    ['sqlite://data/', 'must name a file'],
    ['sqlite://a\0b', 'must name a file'],
    ['sqlite://:memory:', 'not in memory'],
    ['sqlite://file:easel?mode=memory', 'not in memory'],
    ['redis://localhost', 'kind "redis" are not supported'],
    ['postgres://easel:hunter2@localhost', 'must name a database'],
    ['postgres://easel:hunter2@localhost/', 'must name a database'],
    ['postgres://easel:hunter2@localhost:none/easel', 'must name a database'],
  ])('%j is refused', (url, reason) => {
    expect(() => parseStoreUrl(url)).toThrow(StoreError);
    expect(() => parseStoreUrl(url)).toThrow(reason);
  });

  it('is never quoted in an error, because it may hold a password', () => {
    expect(() => parseStoreUrl('postgres://easel:hunter2@localhost/')).toThrow(StoreError);
    expect(() => parseStoreUrl('postgres://easel:hunter2@localhost/')).not.toThrow('hunter2');
  });
});
