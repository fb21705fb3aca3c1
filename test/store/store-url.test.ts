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

  it.each([
    ['data/easel.sqlite', 'must have the form'],
    ['', 'must have the form'],
    ['sqlite://', 'must name a file'],
    ['sqlite://data/', 'must name a file'],
    ['sqlite://a\0b', 'must name a file'],
    ['sqlite://:memory:', 'nothing is kept in memory'],
    ['sqlite://file:easel?mode=memory', 'nothing is kept in memory'],
    ['redis://localhost', 'kind "redis" are not supported'],
    ['postgresql://easel:hunter2@localhost/easel', 'kind "postgresql" are not supported'],
  ])('%j is refused', (url, reason) => {
    expect(() => parseStoreUrl(url)).toThrow(StoreError);
    expect(() => parseStoreUrl(url)).toThrow(reason);
  });

  it('is never repeated in an error: it may carry a password', () => {
    expect(() => parseStoreUrl('postgresql://easel:hunter2@localhost/easel')).not.toThrow('hunter2');
  });
});
