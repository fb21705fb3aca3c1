import type { RESTOptions } from 'discord.js';
import { Agent, type BodyInit, FormData, fetch, type RequestInit } from 'undici';

type MakeRequest = RESTOptions['makeRequest'];

/** Discord answers within seconds; only an upload takes long to be taken. */
const HEADERS_TIMEOUT_MS = 5 * 60_000;
const BODY_TIMEOUT_MS = 30_000;
const CONNECT_TIMEOUT_MS = 10_000;

export interface RestTransport {
  makeRequest: MakeRequest;
  close(): Promise<void>;
}

/**
 * The line to Discord, with connections of its own. Without it discord.js' own, older undici finds the global dispatcher
 * of the newer one that Easel brings, and neither takes the other's forms.
 */
export function createRestTransport(): RestTransport {
  const dispatcher = new Agent({
    allowH2: false,
    headersTimeout: HEADERS_TIMEOUT_MS,
    bodyTimeout: BODY_TIMEOUT_MS,
    connect: { timeout: CONNECT_TIMEOUT_MS },
  });
  const makeRequest = async (url: string, init: RequestInit) =>
    fetch(url, { ...init, dispatcher, ...(init.body ? { duplex: 'half' as const } : {}) });
  return {
    // Two versions of undici describe the same Fetch standard in types that do not meet.
    makeRequest: makeRequest as unknown as MakeRequest,
    close: () => dispatcher.destroy(),
  };
}

/** A form that this transport can send; files in it are read from disk while they are sent. */
export function formOf(payload: object, files: readonly { blob: Blob; name: string }[]): FormData & BodyInit {
  const form = new FormData();
  form.append('payload_json', JSON.stringify(payload));
  for (const [index, { blob, name }] of files.entries()) form.append(`files[${index}]`, blob, name);
  return form;
}
