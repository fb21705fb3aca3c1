import { z } from 'zod';
import { placeSchema, requestSchema } from '../../jobs/job.ts';
import { everyPage } from '../../store/pages.ts';
import type { Store } from '../../store/store.ts';
import { modelIdsOf } from '../../task-api/models.ts';
import { notesSchema } from '../notes.ts';
import { BY_EASEL, type GatedRequest, MADE_PHASES, requestRecords } from './request.ts';

/** Earlier versions kept what waits to be approved, and what waits to be published, in records of two kinds. */

const timeSchema = z.int().min(0);
const vote = z.int().min(1);

const waitingSchema = z.object({
  id: z.string(),
  guildId: z.string(),
  memberId: z.string(),
  createdAtMs: timeSchema,
  expiresAtMs: timeSchema,
  mode: z.enum(['review', 'vote']),
  isPreviewed: z.boolean().optional(),
  entry: z.string().optional(),
  request: requestSchema,
  count: z.int(),
  quoteCredits: z.int(),
  ageRestricted: z.boolean(),
  roleIds: z.array(z.string()),
  channelIds: z.array(z.string()),
  place: placeSchema,
  card: z.object({ channelId: z.string(), messageId: z.string().optional() }),
  editedById: z.string().optional(),
  edits: z.int().default(0),
  isBehind: z.boolean().optional(),
  votesNeeded: vote,
  voterIds: z.array(z.string()),
  isOpen: z.boolean(),
  decision: z
    .object({
      kind: z.enum(['approved', 'rejected', 'withdrawn', 'expired', 'dropped']),
      byId: z.string(),
      atMs: timeSchema,
      why: z.string(),
      isCarriedOut: z.boolean(),
    })
    .optional(),
  notes: notesSchema,
});
type Waiting = z.output<typeof waitingSchema>;

const previewSchema = z.object({
  id: z.string(),
  memberId: z.string(),
  kind: z.enum(['image', 'video']),
  count: z.int(),
  atMs: timeSchema,
  place: placeSchema,
  /** Empty where a crash came before it was known. */
  card: z.object({ channelId: z.string(), messageId: z.string() }),
  phase: z.enum([...MADE_PHASES, 'unanswered']),
  byId: z.string(),
  isCarriedOut: z.boolean(),
  notes: notesSchema,
});
type Preview = z.output<typeof previewSchema>;

/**
 * Makes one record of both, each in one commit. Repeating it is harmless.
 * @returns the keys of those that cannot be read; they stay as they are.
 */
export async function upgradeRequests(store: Pick<Store, 'collection' | 'commit'>): Promise<{ unreadable: string[] }> {
  const requests = requestRecords(store);
  const waiting = store.collection('waiting', waitingSchema, { serverOf: ({ guildId }) => guildId });
  const previews = store.collection('previews', previewSchema, { serverOf: ({ place }) => place.guildId });
  const broken = new Set<string>();
  for await (const page of everyPage(previews)) for (const key of page.unreadable) broken.add(key);
  const unreadable = [...broken];
  for await (const page of everyPage(waiting)) {
    unreadable.push(...page.unreadable);
    for (const [key, old] of page.records) {
      const preview = broken.has(key) ? undefined : await previews.get(key);
      const dropped = [waiting.drop(key), ...(preview ? [previews.drop(key)] : [])];
      await store.commit([requests.put(key, ofWaiting(old, preview)), ...dropped]);
    }
  }
  for await (const page of everyPage(previews)) {
    for (const [key, old] of page.records) await store.commit([requests.put(key, ofPreview(old)), previews.drop(key)]);
  }
  return { unreadable };
}

function ofWaiting(old: Waiting, preview: Preview | undefined): GatedRequest {
  const { mode, isPreviewed = false, isOpen, decision: decided, quoteCredits, ...facts } = old;
  const asked: GatedRequest = {
    ...facts,
    quotesCredits: Array.from({ length: old.count }, () => quoteCredits),
    gates: { before: mode === 'vote' ? 'members' : 'moderators', after: isPreviewed ? 'moderators' : 'nobody' },
    ...{ phase: isOpen ? 'asked' : 'opening', phaseAtMs: old.createdAtMs, phaseById: BY_EASEL, isCarriedOut: false },
    ...(preview ? { result: resultOf(preview) } : {}),
  };
  if (!decided) return asked;
  const { isCarriedOut, ...decision } = decided;
  const { kind, atMs, byId } = decision;
  const known: GatedRequest = { ...asked, decision, phase: kind, phaseAtMs: atMs, phaseById: byId, isCarriedOut };
  if (kind !== 'approved' || !isCarriedOut) return known;
  if (!isPreviewed) return { ...known, phase: 'begun' };
  // Without its second record a crash came between the two: its job tells what became of it.
  if (!preview) return { ...known, phase: 'making', isCarriedOut: false };
  return { ...known, ...stateOf(preview), notes: [...known.notes, ...preview.notes] };
}

/** Of one that nobody had to approve. Its prompt is in the history, and nobody else asks for it any more. */
function ofPreview(old: Preview): GatedRequest {
  const { id, memberId, count, kind, atMs, place, notes } = old;
  const [modelId = ''] = modelIdsOf(kind);
  return {
    ...{ id, memberId, count, place, notes, guildId: place.guildId, createdAtMs: atMs, expiresAtMs: atMs },
    gates: { before: 'nobody', after: 'moderators' },
    ...stateOf(old),
    result: resultOf(old),
    request: { modelId, prompt: '', sourceUrls: [], spoiler: false },
    ...{
      quotesCredits: Array.from({ length: count }, () => 0),
      ageRestricted: false,
      roleIds: [],
      channelIds: [],
      edits: 0,
      votesNeeded: 1,
      voterIds: [],
    },
  };
}

const stateOf = ({ phase, atMs, byId, isCarriedOut }: Preview) => ({
  ...{ phase, phaseAtMs: atMs, phaseById: byId, isCarriedOut },
});

const resultOf = ({ card: { channelId, messageId } }: Preview): NonNullable<GatedRequest['result']> =>
  messageId === '' ? { channelId } : { channelId, messageId };
