import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { isOwnHost, isOwnOrigin } from '../../../src/sandbox/playground/http.ts';
import { usePage } from './use-page.ts';

/** `fetch` doesn't allow another Host header. */
const statusOf = (url: string, headers: Record<string, string>): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });

const opens = (url: string, headers: Record<string, string>): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/live`, { headers });
    socket.on('open', () => {
      socket.close();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });

describe('the playground’s server', () => {
  const served = usePage();

  it('serves its page on loopback, with a policy that loads nothing else', async () => {
    const { url } = served;
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const page = await fetch(url);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(page.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('refuses other hosts and origins for the page, the interface and the socket', async () => {
    const { url } = served;
    const host = new URL(url).host;
    expect(await statusOf(url, { host: 'evil.example' })).toBe(403);
    expect(await statusOf(url, { host: `evil.example:${new URL(url).port}` })).toBe(403);
    expect(await statusOf(`${url}/backstage`, { host, origin: 'http://evil.example' })).toBe(403);
    expect(await opens(url, { origin: 'http://evil.example' })).toBe(false);
    expect(await opens(url, { host: 'evil.example' })).toBe(false);
    expect(await opens(url, { origin: url })).toBe(true);
  });

  it('answers an invalid act with 400', async () => {
    const { url } = served;
    const headers = { 'content-type': 'application/json' };
    const answers = [
      await fetch(`${url}/act`, { method: 'POST', headers, body: '{"do":"fly"}' }),
      await fetch(`${url}/act`, { method: 'POST', headers, body: '{' }),
      await fetch(`${url}/backstage`, {
        method: 'POST',
        headers,
        body: '{"do":"fault","of":"discord","name":"none","on":true}',
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
  });
});

describe('the check of hosts and origins', () => {
  const here = { host: '127.0.0.1', port: 4870 };

  it('accepts loopback names on its own port only', () => {
    expect(['127.0.0.1:4870', 'localhost:4870', '[::1]:4870'].every((one) => isOwnHost(one, here))).toBe(true);
    expect(
      ['127.0.0.1:80', 'localhost', 'easel.example:4870', '192.168.0.2:4870', undefined].some((one) =>
        isOwnHost(one, here),
      ),
    ).toBe(false);
  });

  it('accepts addresses but not names when it listens elsewhere', () => {
    const everywhere = { host: '0.0.0.0', port: 4870 };
    expect(isOwnHost('192.168.0.2:4870', everywhere)).toBe(true);
    expect(isOwnHost('evil.example:4870', everywhere)).toBe(false);
  });

  it('accepts its own page as an origin, and no other', () => {
    expect(isOwnOrigin('http://127.0.0.1:4870', '127.0.0.1:4870')).toBe(true);
    expect(isOwnOrigin('http://localhost:4870', '127.0.0.1:4870')).toBe(false);
    expect(isOwnOrigin(undefined, '127.0.0.1:4870')).toBe(true);
  });
});
