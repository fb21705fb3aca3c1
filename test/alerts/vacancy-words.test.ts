import { expect, it } from 'vitest';
import { renderAlert } from '../../src/discord/messages/alert-message.ts';
import { en } from '../../src/texts/en.ts';

const servers = ['The *Atelier*', undefined, 'c', 'd', 'e', 'f', 'g'].map((name, index) => ({
  guildId: `30000000000000000${index}`,
  name,
}));
const wordsOf = (kind: 'shards vacant' | 'shards served', count: number): string =>
  JSON.stringify(renderAlert({ kind, shards: [0], servers: servers.slice(0, count) }, en));

it('the alert about vacant shards names the first servers, and counts the others', () => {
  for (const kind of ['shards vacant', 'shards served'] as const) {
    const words = wordsOf(kind, 7);
    expect(words).toContain(
      'Servers: **The \\\\*Atelier\\\\*** (300000000000000000), server 300000000000000001, **c**',
    );
    expect(words).toContain('**e** (300000000000000004) and 2 more.');
    expect(wordsOf(kind, 5)).not.toContain('more.');
    expect(wordsOf(kind, 0)).not.toContain('Servers:');
  }
});
