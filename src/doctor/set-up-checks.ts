import { stat } from 'node:fs/promises';
import { z } from 'zod';
import { ConfigError, type Environment, readConfig, SECRETS, VARIABLES } from '../config.ts';
import { loadEnvironment } from '../environment.ts';
import { type Finding, finding } from '../findings/finding.ts';
import { serveHealth } from '../health/serve-health.ts';
import { warningsOf } from '../parts/warnings.ts';
import { failureReason } from '../store/database/failures.ts';
import { withinLimit } from '../time/time-limit.ts';
import { type Check, type Examination, requireFact } from './check.ts';

/** Checks of the configuration and of this machine, before anyone is asked. */

const NODE_NEEDED = 24;
/** Bits for the group and for others. */
const OTHERS = 0o077;
/** Where containers get secrets, which only they can see. */
const CONTAINER_SECRETS = '/run/secrets/';

/** The warnings of the set-up that a check shows. */
export const warningsAbout = (examination: Examination, ...ids: readonly Finding['id'][]): Finding[] =>
  requireFact(examination, 'warnings').filter(({ id }) => ids.includes(id));

const node: Check = {
  name: 'node',
  run: async () => {
    const { node: version } = process.versions;
    const isNew = Number.parseInt(version, 10) >= NODE_NEEDED;
    return {
      detail: `Node ${version}, ${process.platform} ${process.arch}`,
      findings: isNew ? [] : [finding('node.version', { needed: NODE_NEEDED, version })],
    };
  },
};

/** Secrets may be set by a file. */
const namesSetIn = (environment: Environment): string[] =>
  Object.keys(VARIABLES).filter((name) => [name, `${name}_FILE`].some((one) => environment[one]?.trim()));

const config: Check = {
  name: 'config',
  run: async (examination) => {
    const { facts, source } = examination;
    try {
      facts.environment = loadEnvironment(source);
      facts.config = readConfig(facts.environment);
    } catch (error) {
      if (error instanceof ConfigError) return { findings: error.findings };
      throw error;
    }
    facts.warnings = warningsOf(facts.config, facts.environment);
    return {
      detail: `${namesSetIn(facts.environment).length} variables are set, and the others have their defaults`,
      findings: warningsAbout(examination, 'config.unknown', 'config.ceiling', 'config.proxy'),
    };
  },
};

const files: Check = {
  name: 'config.files',
  needs: ['config'],
  run: async (examination) => {
    const environment = requireFact(examination, 'environment');
    const secrets = SECRETS.flatMap((name) => environment[`${name}_FILE`]?.trim() || []);
    const key = requireFact(examination, 'config').C2PA_KEY_FILE;
    const paths = [examination.source.envFile ?? '.env', ...secrets, ...(key === undefined ? [] : [key])];
    const findings: Finding[] = [];
    for (const path of paths.filter((one) => !one.startsWith(CONTAINER_SECRETS))) {
      const mode = await stat(path).then(
        (file) => file.mode,
        () => 0,
      );
      if ((mode & OTHERS) !== 0) findings.push(finding('config.env-mode', { path }));
    }
    return { findings };
  },
};

const threads: Check = {
  name: 'machine.threads',
  needs: ['config'],
  run: async (examination) => ({ findings: warningsAbout(examination, 'machine.threads') }),
};

const health: Check = {
  name: 'machine.health',
  needs: ['config'],
  applies: ({ facts }) => facts.config?.HEALTH_PORT !== undefined,
  run: async (examination) => {
    const { HEALTH_HOST: host, HEALTH_PORT: port = 0 } = requireFact(examination, 'config');
    if (await answersAsEasel(host, port, examination.signal)) return { detail: 'a running Easel answers there' };
    try {
      await (await serveHealth({ host, port }, {})).close();
      return { detail: 'the port is free' };
    } catch (error) {
      return { findings: [finding('machine.health', { reason: failureReason(error, 'address') })] };
    }
  },
};

const LIVE_WITHIN_MS = 2_000;

/** A running Easel has the port, and that is no fault. */
async function answersAsEasel(host: string, port: number, signal: AbortSignal): Promise<boolean> {
  const local = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  const url = `http://${local.includes(':') ? `[${local}]` : local}:${port}/livez`;
  try {
    const answer = await withinLimit(LIVE_WITHIN_MS, signal, async (limit) =>
      (await fetch(url, { signal: limit })).json(),
    );
    return z.object({ live: z.literal(true) }).safeParse(answer).success;
  } catch {
    return false;
  }
}

export const setUpChecks: readonly Check[] = [node, config, files, threads, health];
