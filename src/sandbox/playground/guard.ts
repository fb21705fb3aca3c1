import { isIP } from 'node:net';

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

export const isLoopback = (host: string): boolean =>
  LOOPBACK.includes(host) || host === '::1' || host.startsWith('127.');

/**
 * Whether a request is meant for this server. A page of another origin that resolves its own name to this machine sends
 * its own name; so off the loopback interface bare addresses are let in and names are not.
 */
export const isOwnHost = (header: string | undefined, listening: { host: string; port: number }): boolean => {
  if (header === undefined) return false;
  const [, name = '', port = ''] = /^(.*?)(?::(\d+))?$/.exec(header) ?? [];
  if (Number(port || 80) !== listening.port) return false;
  if (LOOPBACK.includes(name)) return true;
  return !isLoopback(listening.host) && (name === listening.host || isIP(name.replace(/^\[|\]$/g, '')) !== 0);
};

/** Browsers name the page that a write or a socket comes from; only the playground's own may. */
export const isOwnOrigin = (origin: string | undefined, host: string | undefined): boolean =>
  origin === undefined || origin === `http://${host}`;
