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
    ['data/easel.sqlite', 'an address of the form'],
    ['', 'an address of the form'],
    ['sqlite://', 'names a file'],
    ['sqlite://data/', 'names a file'],
    ['sqlite://a\0b', 'names a file'],
    ['sqlite://:memory:', 'not a database in memory'],
    ['sqlite://file:easel?mode=memory', 'not a database in memory'],
    ['redis://localhost', 'an address of the form'],
    ['postgres://easel:hunter2@localhost', 'names a database'],
    ['postgres://easel:hunter2@localhost/', 'names a database'],
    ['postgres://easel:hunter2@localhost:none/easel', 'names a database'],
    ['postgres://easel:hunter2@localhost/easel?sslmode=verifyfull', 'sslmode to be one of'],
  ])('%j is refused', (url, reason) => {
    expect(() => parseStoreUrl(url)).toThrow(StoreError);
    expect(() => parseStoreUrl(url)).toThrow(reason);
  });

  it('is never quoted in an error, because it may hold a password', () => {
    expect(() => parseStoreUrl('postgres://easel:hunter2@localhost/')).toThrow(StoreError);
    expect(() => parseStoreUrl('postgres://easel:hunter2@localhost/')).not.toThrow('hunter2');
  });
});
