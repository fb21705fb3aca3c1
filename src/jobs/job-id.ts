/** Job ids are interactions' ids in base 36; the job of a round's winner has its slot behind the round's, and is past 64 bits. */
const ID_PATTERN = /^[1-9a-z][0-9a-z]{0,13}$/;
/** 64 bits in base 36. */
const ID_CHARACTERS = 13;
const ID_END = 2n ** 64n;

/** 2015-01-01, where Discord's ids begin to count milliseconds. */
const EPOCH_MS = 1_420_070_400_000;
const TIME_SHIFT = 22n;
/** There were no interactions before: an id that tells an earlier time is none of theirs. */
const FIRST_INTERACTION_MS = Date.UTC(2020, 11, 1);

/** Of the job, request or round that an interaction asks for. */
export function jobIdOf(interactionId: string): string {
  return BigInt(interactionId).toString(36);
}

const LOW_BITS = 22;

/** Of what nobody's interaction asks for: made like one. */
export function newJobId(nowMs: number, random: () => number): string {
  const low = BigInt(Math.floor(random() * 2 ** LOW_BITS));
  return jobIdOf(String((BigInt(nowMs - EPOCH_MS) << TIME_SHIFT) | low));
}

/** Sorts by the time of asking: of a round's winner, by that of the round. No two ids become the same. */
export function sortableId(jobId: string): string {
  const parts = partsOf(jobId);
  if (!parts) return `-${jobId}`;
  const padded = parts.id.padStart(ID_CHARACTERS, '0');
  return parts.slot === '' ? padded : `${padded}-${parts.slot}`;
}

/** The last that sorts before all jobs that were asked for at this time or later. */
export function sortableIdBefore(atMs: number): string {
  const first = BigInt(Math.max(1, Math.floor(atMs) - EPOCH_MS)) << TIME_SHIFT;
  return (first - 1n).toString(36).padStart(ID_CHARACTERS, '0');
}

/** When its interaction came, by Discord's clock; undefined where the id does not tell. */
export function askedAtMs(jobId: string): number | undefined {
  const parts = partsOf(jobId);
  if (parts?.slot !== '') return undefined;
  const atMs = Number(numberOf(parts.id) >> TIME_SHIFT) + EPOCH_MS;
  return atMs < FIRST_INTERACTION_MS ? undefined : atMs;
}

/** Whether a round's winner was made by this job. */
export function isOfRound(jobId: string): boolean {
  return (partsOf(jobId)?.slot ?? '') !== '';
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
