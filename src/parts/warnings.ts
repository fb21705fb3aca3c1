import { type Config, type Environment, VARIABLES } from '../config.ts';
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
    ...proxyWarnings(environment),
    all !== undefined && all < one && finding('config.ceiling'),
    protocol === 'http:' && isPublic && finding('service.plain'),
    !isPublic && !mayFetchPrivate && finding('service.results'),
    environment['UV_THREADPOOL_SIZE'] === undefined && finding('machine.threads'),
    ...storeWarnings(config.STORE_URL),
  ];
  return found.flatMap((one) => one || []);
}

/** What other programs read to find a proxy. Each operating system and tool spells them in its own case. */
const PROXY_NAME = /^(?:https?|all)_proxy$|^NODE_USE_ENV_PROXY$/iu;

function proxyWarnings(environment: Environment): Finding[] {
  const [variable] = Object.keys(environment).filter((name) => PROXY_NAME.test(name) && environment[name]?.trim());
  return variable === undefined ? [] : [finding('config.proxy', { variable })];
}

/** What is wrong if no ffmpeg runs at this path: nothing that was chosen, or a choice that leads nowhere. */
export const missingFfmpeg = (path: string): Finding =>
  path === VARIABLES.FFMPEG_PATH.default ? finding('media.ffmpeg') : finding('media.ffmpeg-path', { path });

function storeWarnings(url: string): Finding[] {
  if (parseStoreUrl(url).scheme === 'sqlite' || !isPublicHost(new URL(url).hostname)) return [];
  const protection = protectionOf(url);
  if (protection === 'verified') return [];
  return [protection === 'plain' ? finding('store.plain') : finding('store.unverified')];
}
