import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ConfigError, type Environment, SECRETS, VARIABLES } from './config.ts';
import { type Finding, finding } from './findings/finding.ts';
import { failureReason } from './store/database/failures.ts';

/** Where variables come from: the process, the file `.env`, and for a secret a file that `NAME_FILE` names. */

const ENV_FILE = '.env';
const FILE_SUFFIX = '_FILE';

/** Where variables come from, so that they can be read again. */
export interface EnvironmentSource {
  own: Environment;
  envFile?: string;
}

/**
 * Every variable, with secrets from their files. What the process has counts before `.env`.
 * @throws ConfigError if a file can't be read
 */
export function loadEnvironment({ own, envFile = ENV_FILE }: EnvironmentSource): Environment {
  const given = { ...readEnvFile(envFile), ...own };
  const findings: Finding[] = [];
  const values: Record<string, string | undefined> = { ...given };
  for (const variable of SECRETS) {
    const path = given[variable + FILE_SUFFIX]?.trim();
    if (!path) continue;
    if (given[variable]?.trim()) findings.push(finding('config.secret-twice', { variable }));
    else {
      const read = readSecretFile(path);
      if ('value' in read) values[variable] = read.value;
      else findings.push(finding('config.secret-file', { variable, path, reason: read.reason }));
    }
  }
  if (findings.length > 0) throw new ConfigError(findings);
  // What the image and the compose files set, so that STORE_URL and STORE_URL_FILE stay the operator's.
  if (!values['STORE_URL']?.trim()) values['STORE_URL'] = given['STORE_URL_DEFAULT'];
  return values;
}

/** A secret's value as it is now in the files, or undefined if it can't be read or isn't set. */
export function rereadSecret(source: EnvironmentSource, variable: (typeof SECRETS)[number]): string | undefined {
  try {
    const value = loadEnvironment(source)[variable]?.trim();
    return value && VARIABLES[variable].schema.safeParse(value).success ? value : undefined;
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

/** @throws ConfigError if the file exists and can't be read */
function readEnvFile(path: string): Environment {
  try {
    return parseEnv(textOf(readFileSync(path)));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return {};
    throw new ConfigError([finding('config.env-file', { reason: reasonOfFile(error) })]);
  }
}

/** The first bytes, from an editor or PowerShell, of a file in this encoding. */
const UTF_16_MARKS = { 'utf-16le': [0xff, 0xfe], 'utf-16be': [0xfe, 0xff] } as const;

/** UTF-8 without its mark, or UTF-16 with it. @throws TypeError if the bytes are no text of that encoding */
function textOf(bytes: Uint8Array): string {
  const encodings = ['utf-16le', 'utf-16be'] as const;
  const marked = encodings.find((encoding) => UTF_16_MARKS[encoding].every((byte, index) => bytes[index] === byte));
  return new TextDecoder(marked, { fatal: true }).decode(bytes);
}

function readSecretFile(path: string): { value: string } | { reason: string } {
  try {
    const value = textOf(readFileSync(path)).replace(/\r?\n$/, '');
    return value.trim() === '' ? { reason: 'it is empty' } : { value };
  } catch (error) {
    return { reason: reasonOfFile(error) };
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not read it (EACCES)',
  EPERM: 'this user may not read it (EPERM)',
  EISDIR: 'it is a folder (EISDIR)',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not text in UTF-8. Save it as UTF-8',
};

const reasonOfFile = (error: unknown): string => REASONS[codeOf(error) ?? ''] ?? failureReason(error);

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

const KNOWN: readonly string[] = [...Object.keys(VARIABLES), ...SECRETS.map((name) => name + FILE_SUFFIX)];
/** Short names resemble others by chance. */
const CHARACTERS_MIN = 6;
const EDITS_MAX = 2;

/** Names that are nearly those of variables, and so probably mistyped. */
export function mistypedNames(environment: Environment): Finding[] {
  return Object.keys(environment)
    .filter((name) => /^[A-Z\d_]+$/.test(name) && name.length >= CHARACTERS_MIN && !KNOWN.includes(name))
    .flatMap((variable) => {
      const known = KNOWN.find((one) => editsBetween(variable, one) <= EDITS_MAX);
      return known === undefined ? [] : [finding('config.unknown', { variable, known })];
    });
}

/** How many letters to insert, remove or replace (Levenshtein's distance). */
function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      const [diagonal = 0, above = 0, left = 0] = [row[j], row[j + 1], next[j]];
      next.push(Math.min(above + 1, left + 1, diagonal + (other === letter ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
