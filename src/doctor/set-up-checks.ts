import { stat } from 'node:fs/promises';
import { ConfigError, readConfig, SECRETS } from '../config.ts';
import { loadEnvironment } from '../environment.ts';
import { type Finding, finding } from '../findings/finding.ts';
import { warningsOf } from '../parts/warnings.ts';
import { type Check, type Examination, learned } from './check.ts';

/** Checks of the configuration and of this machine, before anyone is asked. */

const NODE_NEEDED = 24;
/** Bits for the group and for others. */
const OTHERS = 0o077;
/** Where containers get secrets, which only they can see. */
const CONTAINER_SECRETS = '/run/secrets/';

/** The warnings of the set-up that a check shows. */
export const warningsAbout = (examination: Examination, ...ids: readonly Finding['id'][]): Finding[] =>
  learned(examination, 'warnings').filter(({ id }) => ids.includes(id));

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

const config: Check = {
  name: 'config',
  run: async (examination) => {
    const { known, source } = examination;
    try {
      known.environment = loadEnvironment(source);
      known.config = readConfig(known.environment);
    } catch (error) {
      if (error instanceof ConfigError) return { findings: error.findings };
      throw error;
    }
    known.warnings = warningsOf(known.config, known.environment);
    return {
      detail: `${Object.keys(known.config).length} variables`,
      findings: warningsAbout(examination, 'config.unknown', 'config.ceiling', 'config.proxy'),
    };
  },
};

const files: Check = {
  name: 'config.files',
  needs: ['config'],
  run: async (examination) => {
    const environment = learned(examination, 'environment');
    const secrets = SECRETS.flatMap((name) => environment[`${name}_FILE`]?.trim() || []);
    const paths = [examination.source.envFile ?? '.env', ...secrets];
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

export const setUpChecks: readonly Check[] = [node, config, files, threads];
