import type { Config, Environment } from '../config.ts';
import { mistypedNames } from '../environment.ts';
import { type Finding, finding } from '../findings/finding.ts';
import { isPublicHost } from '../media/fetching/guarded-connector.ts';
import { parseStoreUrl, protectionOf } from '../store/store-url.ts';

/** What a configuration that works gets wrong all the same, without asking anyone. */
export function warningsOf(config: Config, environment: Environment): Finding[] {
  const { BUDGET_ALL_CREDITS: all, BUDGET_DEFAULT_CREDITS: one, MEDIA_ALLOW_PRIVATE: mayFetchPrivate } = config;
  const { protocol, hostname } = new URL(config.TASK_API_URL);
  const isPublic = isPublicHost(hostname);
  const found = [
    ...mistypedNames(environment),
    all !== undefined && all < one && finding('config.ceiling'),
    protocol === 'http:' && isPublic && finding('service.plain'),
    !isPublic && !mayFetchPrivate && finding('service.results'),
    environment['UV_THREADPOOL_SIZE'] === undefined && finding('machine.threads'),
    ...storeWarnings(config.STORE_URL),
  ];
  return found.flatMap((one) => one || []);
}

function storeWarnings(url: string): Finding[] {
  if (parseStoreUrl(url).scheme === 'sqlite' || !isPublicHost(new URL(url).hostname)) return [];
  const protection = protectionOf(url);
  if (protection === 'verified') return [];
  return [protection === 'plain' ? finding('store.plain') : finding('store.unverified')];
}
