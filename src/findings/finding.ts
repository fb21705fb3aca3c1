import type { Log } from '../log.ts';
import { FINDINGS, type FindingId, type FindingKind, PRIVATE_FACTS, type Tier } from './table.ts';

/** Something that is wrong now, as the start, the log, `/readyz`, alerts and doctor show it. */
export interface Finding {
  id: FindingId;
  tier: Tier;
  text: string;
  remedy: string;
  affects: readonly string[];
  commands: readonly string[];
  page: string;
  /** The text without ids, paths, hosts and libraries' words, for pasting. */
  safeText: string;
}

export const PAGE = 'docs/operating/findings.md';

type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type FactNames<Id extends FindingId> = NamesIn<
  (typeof FINDINGS)[Id]['text' | 'remedy'] | Extract<(typeof FINDINGS)[Id], { affects: unknown }>['affects'][number]
>;
type Facts = Readonly<Record<string, string | number>>;
type Given<Id extends FindingId> = [FactNames<Id>] extends [never]
  ? []
  : [facts: Readonly<Record<FactNames<Id>, string | number>>];

const NAME = /\{(\w+)\}/g;
/** Stands for what isn't shown. */
export const HIDDEN = '…';

const fill = (text: string, facts: Facts): string =>
  text.replace(NAME, (_, name: string) => String(facts[name] ?? HIDDEN));

/** Removes the Markdown that Discord and pages render. */
const plain = (text: string): string => text.replace(/[`*]/g, '');

export function finding<Id extends FindingId>(id: Id, ...given: Given<Id>): Finding {
  const facts: Facts = given[0] ?? {};
  const { tier, text, remedy, affects = [], commands = [] }: FindingKind = FINDINGS[id];
  const shown = Object.entries(facts).map(([name, fact]) => [name, isPrivate(name) ? codesIn(fact) : fact]);
  return {
    id,
    tier,
    text: plain(fill(text, facts)),
    remedy: plain(fill(remedy, facts)),
    affects: affects.map((one) => fill(one, facts)),
    commands,
    page: `${PAGE}#${anchorOf(id)}`,
    safeText: plain(fill(text, Object.fromEntries(shown))),
  };
}

const isPrivate = (name: string): boolean => PRIVATE_FACTS.includes(name);

/** Codes of the network, of TLS, of Node.js and of files, which name a cause without saying anything else. */
const CODES = /\b(?:E[A-Z]{3,}\d?|EAI_[A-Z]+|(?:ERR|UND_ERR|CERT|DEPTH|SELF_SIGNED|UNABLE)_[A-Z_]+|HTTP [1-5]\d\d)\b/g;

/** What can be pasted of a text that can't. */
export const codesIn = (text: string | number): string => String(text).match(CODES)?.join(', ') ?? HIDDEN;

/** The same words in Markdown, for Discord. */
export function markdownOf<Id extends FindingId>(id: Id, ...given: Given<Id>): { text: string; remedy: string } {
  const facts: Facts = given[0] ?? {};
  const { text, remedy }: FindingKind = FINDINGS[id];
  return { text: fill(text, facts), remedy: fill(remedy, facts) };
}

/** As GitHub makes it from the heading of a finding. */
const anchorOf = (id: FindingId): string => id.replace('.', '');

/** A finding as one line. */
export const lineOf = ({ text, remedy }: Finding): string => `${text}. ${remedy}`;

const LEVELS = { fault: 'error', warning: 'warn', hint: 'info' } as const satisfies Record<Tier, keyof Log>;

export function logFinding(log: Log, found: Finding, facts: object = {}): void {
  log[LEVELS[found.tier]]({ ...facts, finding: found.id }, lineOf(found));
}

/** An error that a finding explains. */
export class FindingError extends Error {
  override readonly name: string = 'FindingError';
  readonly finding: Finding;

  constructor(found: Finding, options?: ErrorOptions) {
    super(lineOf(found), options);
    this.finding = found;
  }
}
