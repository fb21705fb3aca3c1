import { z } from 'zod';

/** A value that somebody switching a fault on may set; `fallback` stands where they do not. */
export interface FaultParameter {
  name: string;
  description: string;
  fallback: number | boolean | string;
}

/**
 * `request`: met by requests while it is on. `gateway`: met by the gateway while it is on.
 * `moment`: happens once, at the moment in which it is switched on.
 */
export interface FaultDescription {
  name: FaultName;
  kind: 'request' | 'gateway' | 'moment';
  description: string;
  parameters: FaultParameter[];
}

export const faultName = z.enum([
  'rate-limited',
  'internal-error',
  'bad-gateway',
  'hang',
  'slow',
  'cut-before',
  'cut-after',
  'empty-after',
  'unknown-message',
  'missing-access',
  'too-large',
  'too-large-html',
  'token-not-found',
  'gateway-drop',
  'gateway-close',
  'gateway-invalid-session',
  'gateway-reconnect',
  'gateway-no-heartbeat-ack',
  'gateway-duplicate',
  'gateway-hidden',
]);
export type FaultName = z.output<typeof faultName>;

const number = (name: string, description: string, fallback: number): FaultParameter => ({
  name,
  description,
  fallback,
});
const request = (name: FaultName, description: string, ...parameters: FaultParameter[]): FaultDescription => ({
  name,
  kind: 'request',
  description,
  parameters,
});
const gateway = (name: FaultName, description: string): FaultDescription => ({
  name,
  kind: 'gateway',
  description,
  parameters: [],
});
const moment = (name: FaultName, description: string, ...parameters: FaultParameter[]): FaultDescription => ({
  name,
  kind: 'moment',
  description,
  parameters,
});

/** Everything that can be made to go wrong at Discord. */
export const faultList: readonly FaultDescription[] = [
  request('rate-limited', 'Requests are refused with 429.', number('retryAfterSeconds', 'What Retry-After says', 1), {
    name: 'global',
    description: 'Whether it is the limit over all routes',
    fallback: false,
  }),
  request('internal-error', 'Requests are answered with 500.'),
  request('bad-gateway', 'Requests are answered with 502 and a page of HTML.'),
  request('hang', 'Requests get no answer, and nothing is done.'),
  request('slow', 'Requests are carried out and answered late.', number('delayMs', 'How late, in milliseconds', 5000)),
  request('cut-before', 'The line is cut, and nothing was done.'),
  request('cut-after', 'The line is cut, but the request was carried out.'),
  request('empty-after', 'Requests are carried out and answered with an empty 200.'),
  request('unknown-message', 'Requests are refused with 404 code 10008.'),
  request('missing-access', 'Requests are refused with 403 code 50001.', {
    name: 'channelId',
    description: 'Only in this channel; empty for all',
    fallback: '',
  }),
  request('too-large', 'Requests with files are refused with 413 code 40005.'),
  request('too-large-html', 'Requests with files are refused with 413 and a page of HTML.'),
  request('token-not-found', 'Interaction tokens that are good are answered with 404 code 10015.'),
  moment(
    'gateway-drop',
    'Connections are lost; their sessions can be resumed.',
    number('code', 'Close code', 4000),
    number('shard', 'Of this shard only; -1 for all', -1),
  ),
  moment('gateway-close', 'Every connection is closed for good.', number('code', '4004, 4010 to 4014', 4014)),
  moment('gateway-invalid-session', 'Every session is declared invalid.', {
    name: 'resumable',
    description: 'Whether it may still be resumed',
    fallback: false,
  }),
  moment('gateway-reconnect', 'Every client is asked to reconnect.'),
  gateway('gateway-no-heartbeat-ack', 'Heartbeats are not answered.'),
  gateway('gateway-duplicate', 'Events are delivered twice.'),
  gateway('gateway-hidden', 'New connections are refused.'),
];
