import { describe, expect, it } from 'vitest';
import { createSourceAddressCheck } from '../../../src/discord/interactions/attachments.ts';

describe('the address of a source picture', () => {
  const isTaken = createSourceAddressCheck('https://discord.com/api');

  it('is accepted from Discord’s hosts', () => {
    expect(isTaken('https://cdn.discordapp.com/attachments/1/2/a.png?ex=1')).toBe(true);
    expect(isTaken('https://media.discordapp.net/attachments/1/2/a.png')).toBe(true);
  });

  it.each([
    'http://cdn.discordapp.com/attachments/1/2/a.png',
    'https://cdn.discordapp.com:8443/a.png',
    'https://cdn.discordapp.com.example.org/a.png',
    'https://cdn.discordapp.com@example.org/a.png',
    'https://example.org/cdn.discordapp.com/a.png',
    'https://discord.com/api/a.png',
    'https://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'attachment://a.png',
    '',
  ])('is refused from other hosts: %s', (address) => {
    expect(isTaken(address)).toBe(false);
  });

  it.each([
    'https://cdn.discordapp.com\\@evil.example/a.png',
    'https:\\\\cdn.discordapp.com\\@evil.example/a.png',
    'https:cdn.discordapp.com/@evil.example/a.png',
    'ht\ntps://cdn.discordapp.com/a.png',
    'https://cdn.discordapp.com/a b\r\nX-Evil: 1.png',
    ' https://cdn.discordapp.com/a.png',
    'https://cdn.discordapp.com/a\u0001.png',
    'HTTPS://CDN.discordapp.com/a.png',
  ])('is refused unless it is written as it was parsed: %j', (address) => {
    expect(isTaken(address)).toBe(false);
  });

  it('is refused if it is too long to store', () => {
    expect(isTaken(`https://cdn.discordapp.com/a.png?x=${'1'.repeat(2_000)}`)).toBe(false);
  });

  it('is accepted from a stand-in for Discord such as the sandbox', () => {
    const inSandbox = createSourceAddressCheck('http://127.0.0.1:4000/api');
    expect(inSandbox('http://127.0.0.1:4000/attachments/a.png')).toBe(true);
    expect(inSandbox('http://127.0.0.1:4001/attachments/a.png')).toBe(false);
  });
});
