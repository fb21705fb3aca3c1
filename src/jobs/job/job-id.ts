/** Job ids are interaction ids in base 36. The job of a round's winner adds its slot to the round's id, past 64 bits. */
const ID_PATTERN = /^[1-9a-z][0-9a-z]{0,13}$/;
/** 64 bits in base 36. */
const ID_CHARACTERS = 13;
const ID_END = 2n ** 64n;

/** 2015-01-01, where Discord's ids start to count milliseconds. */
const EPOCH_MS = 1_420_070_400_000;
const TIME_SHIFT = 22n;
/** What an id can hold besides the time. */
const LOW_MAX = 2 ** 22;
/** Interactions are younger than this, so an id with an earlier time isn't an interaction's. */
const FIRST_INTERACTION_MS = Date.UTC(2020, 11, 1);

/** The id of the job, request or round that an interaction starts. */
export function jobIdOf(interactionId: string): string {
  return BigInt(interactionId).toString(36);
}

/** The interaction that started the job, or the round of a winner's job. */
export function interactionIdOf(jobId: string): string | undefined {
  const parts = partsOf(jobId);
  return parts && String(numberOf(parts.id));
}

/** An id like an interaction's, for what no interaction started. */
export function newJobId(nowMs: number, random: () => number): string {
  const low = BigInt(Math.floor(random() * LOW_MAX));
  return jobIdOf(String((BigInt(nowMs - EPOCH_MS) << TIME_SHIFT) | low));
}

/** A key that sorts by time of request; for a round's winner, by the round's. Different ids get different keys. */
export function sortableId(jobId: string): string {
  const parts = partsOf(jobId);
  if (!parts) return `-${jobId}`;
  const padded = parts.id.padStart(ID_CHARACTERS, '0');
  return parts.slot === '' ? padded : `${padded}-${parts.slot}`;
}

/** The job's id. */
export function jobIdOfSortable(key: string): string {
  const [id = '', slot = ''] = key.split('-');
  return id === '' ? slot : `${id.replace(/^0+/u, '')}${slot}`;
}

/** The last key that sorts before all jobs requested at this time or later. */
export function sortableIdBefore(atMs: number): string {
  const first = BigInt(Math.max(1, Math.floor(atMs) - EPOCH_MS)) << TIME_SHIFT;
  return (first - 1n).toString(36).padStart(ID_CHARACTERS, '0');
}

/** When its interaction was created, by Discord's clock; undefined if the id doesn't say. */
export function askedAtMs(jobId: string): number | undefined {
  const parts = partsOf(jobId);
  if (parts?.slot !== '') return undefined;
  const atMs = Number(numberOf(parts.id) >> TIME_SHIFT) + EPOCH_MS;
  return atMs < FIRST_INTERACTION_MS ? undefined : atMs;
}

/** The round whose winner this job made. */
export function roundIdOf(jobId: string): string | undefined {
  const parts = partsOf(jobId);
  return parts?.slot ? parts.id : undefined;
}

function partsOf(jobId: string): { id: string; slot: string } | undefined {
  if (!ID_PATTERN.test(jobId)) return undefined;
  return numberOf(jobId) < ID_END ? { id: jobId, slot: '' } : { id: jobId.slice(0, -1), slot: jobId.slice(-1) };
}

function numberOf(id: string): bigint {
  let value = 0n;
  for (const character of id) value = value * 36n + BigInt(Number.parseInt(character, 36));
  return value;
}
