import { describe, expect, test } from 'vitest';
import { isPublicAddress, isPublicHost } from '../../../src/media/fetching/guarded-connector.ts';

describe('public addresses', () => {
  test.each([
    '8.8.8.8',
    '93.184.216.34',
    '172.15.0.1',
    '172.32.0.1',
    '100.63.0.1',
    '100.128.0.1',
    '2606:4700::6810:85e5',
    '2a00:1450:4001::1',
  ])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test.each([
    ['this host', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['loopback', '127.0.0.1'],
    ['all of loopback', '127.255.255.254'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['link-local, where clouds keep their metadata', '169.254.169.254'],
    ['shared (CGNAT)', '100.64.0.1'],
    ['protocol assignments', '192.0.0.8'],
    ['documentation', '192.0.2.1'],
    ['6to4 relay', '192.88.99.1'],
    ['benchmarking', '198.18.0.1'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['IPv4-mapped', '::ffff:127.0.0.1'],
    ['IPv4-mapped public', '::ffff:8.8.8.8'],
    ['IPv4-mapped in hexadecimal', '::ffff:7f00:1'],
    ['IPv4-compatible', '::127.0.0.1'],
    ['IPv4-translated', '::ffff:0:7f00:1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['local NAT64', '64:ff9b:1::a00:1'],
    ['6to4', '2002:7f00:1::'],
    ['Teredo', '2001::1'],
    ['unique local', 'fd00::1'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['documentation', '2001:db8::1'],
    ['discard', '100::1'],
    ['not handed out', '4000::1'],
    ['a short form', '127.1'],
    ['a number', '2130706433'],
    ['octal', '0177.0.0.1'],
    ['a name', 'localhost'],
    ['nothing', ''],
  ])('%s is not: %s', (_kind, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('a host', () => {
  test.each(['service.example', 'api.service.example.', '8.8.8.8', '[2606:4700::1111]'])('%s is public', (host) => {
    expect(isPublicHost(host)).toBe(true);
  });

  test.each(['localhost', '127.0.0.1', '10.1.2.3', '[::1]', '[fd00::1]', 'tasks', 'tasks.local', 'api.tasks.internal'])(
    '%s is local',
    (host) => {
      expect(isPublicHost(host)).toBe(false);
    },
  );
});
