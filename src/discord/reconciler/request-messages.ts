import type { Job } from '../../jobs/job/job.ts';
import {
  type DecisionKind,
  type GatedRequest,
  isFromRound,
  newJobOf,
  type RequestMessage,
  resultLocationOf,
} from '../../moderation/requests/request.ts';
import { isUndoneDiscard, isWanted, type RequestMessages } from '../../moderation/requests/request-messages.ts';
import { renderJob } from '../messages/job-message.ts';
import { noticeOf, renderCard, renderDecision, renderRequest } from '../messages/request-message.ts';
import type { MessageBody } from '../rest/message-body.ts';
import type { MessageParts } from './reconciler.ts';
import { sendWork } from './send-results.ts';

/** The idempotency key of a job's message that moderators see first. */
export function resultKeyOf(jobId: string): string {
  return `${jobId}-preview`;
}

/** The messages of a request: the public one, the moderators' card and preview, and the notice to the author. */
export function createRequestMessages(parts: MessageParts): RequestMessages {
  const { decisions, reconciler, history, members, texts } = parts;
  const decisionOn = (
    { id: jobId, guildId }: GatedRequest,
    kind: DecisionKind | 'published' | 'discarded' | undefined,
  ) => kind && decisions.find(guildId, [kind], { jobId });
  const bodyOfJob = (job: Job): MessageBody => renderJob({ job }, texts);

  const bodyOfResult = async (request: GatedRequest): Promise<MessageBody> => {
    const { id, guildId, memberId, phase, result } = request;
    const location = { ...resultLocationOf(request), ...result };
    if (phase === 'approved') return bodyOfJob(newJobOf(request, location));
    const isUndoable = phase === 'discarded' && request.undoUntilMs !== undefined;
    const isKept = isUndoable || phase === 'ready' || phase === 'failed' || phase === 'unconfirmed';
    const entry = isKept ? await history.find(guildId, memberId, id) : undefined;
    if (entry && !isUndoable) return bodyOfJob({ ...entry, location });
    const isDecided = phase === 'published' || phase === 'discarded';
    const decided = isDecided ? await decisionOn(request, phase) : undefined;
    // The files of a draft are on its own message.
    return renderDecision(request, texts, decided, request.draft ? undefined : entry);
  };

  const bodyOf = async (request: GatedRequest, key: Exclude<RequestMessage, 'notice'>): Promise<MessageBody> => {
    if (key === 'public') {
      const isNew = isFromRound(request) && request.phase === 'opening';
      return isNew ? bodyOfJob(newJobOf(request)) : renderRequest(request, texts);
    }
    if (key === 'result') return bodyOfResult(request);
    const record = await members.of(request.guildId, request.memberId);
    return renderCard(request, record, texts, await decisionOn(request, request.decision?.kind));
  };

  const bring: RequestMessages['bring'] = async (request, key, options = {}) => {
    const { id, guildId, location, createdAtMs } = request;
    if (key === 'notice') {
      await notify(parts, request);
      return { outcome: 'gone' };
    }
    const kept = key === 'public' ? location : request[key];
    if (!kept) return { outcome: 'gone' };
    const { messageId, ...at } = { ...kept, guildId };
    return reconciler.bring({
      at: messageId === undefined ? at : { ...at, messageId },
      ...options,
      body: await bodyOf(request, key),
      ...(!isWanted(request, key) && { unwantedSinceMs: createdAtMs }),
      idempotencyKey: keyOf(request, key),
      ...(key !== 'public' && { trouble: `the ${key} of a request could not be updated` }),
      about: { request: id },
    });
  };

  return {
    bring,
    findAnswer: ({ location }) => reconciler.findAnswer(location),
    showDraft: async (request, entry) => {
      const location = { ...resultLocationOf(request), ...request.result };
      const replaceIn = { guildId: request.guildId, channelId: location.channelId };
      const wanted = { location, replaceIn, idempotencyKey: keyOf(request, 'result'), about: { job: request.id } };
      return sendWork(parts, { entry }, wanted);
    },
    publish: async ({ id, location }, entry) => {
      const { uploadLimitBytes } = location;
      const wanted = { location, idempotencyKey: `${id}-published` };
      return sendWork(parts, { entry, uploadLimitBytes }, wanted);
    },
  };
}

function keyOf({ id, draft }: GatedRequest, key: RequestMessage): string {
  // A draft can be shown again if the first request failed. Only the job of its other results is new each time.
  const uniqueId = draft?.restJobId ?? id;
  return key === 'result' ? resultKeyOf(uniqueId) : `${uniqueId}-${key}`;
}

/** Everyone may read that a result is ready. Any other outcome is private. */
async function notify({ client, personal, texts }: MessageParts, request: GatedRequest): Promise<void> {
  const { id, memberId, location, phase, phaseAtMs } = request;
  const about = { request: id };
  const words = noticeOf(request, texts);
  if (words === undefined || location.messageId === undefined) return;
  if (phase === 'ready' && !isUndoneDiscard(request)) {
    const logging = { trouble: 'a member could not be told that a result is ready', about };
    await client.reply(location, words, { ...logging, mentions: [memberId], idempotencyKey: `${id}-ready` });
    return;
  }
  const notice = { memberId, at: location, words, idempotencyKey: `${id}-${phase}-${phaseAtMs}`, about };
  // The author still has the result, and the message says where.
  if (phase === 'discarded' || phase === 'ready') await personal.tell(notice);
  else await personal.tellSurely(notice);
}
