import type { Clock } from '../../clock.ts';
import { isShown, type Job, type Place, type ShownFile } from '../../jobs/job.ts';
import type { JobMessage, Messenger, ShowOutcome } from '../../jobs/ports.ts';
import type { Log } from '../../log.ts';
import { kindOf } from '../../task-api/models.ts';
import type { Texts } from '../../texts/en.ts';
import { TOKEN_LIFE_MS } from '../interactions/interaction.ts';
import { privateText, textDisplay } from '../messages/components.ts';
import { renderJob } from '../messages/job-message.ts';
import { createRemoveLost } from '../rest/lost-message.ts';
import { type MessageBody, messageBody } from '../rest/message-body.ts';
import type { DiscordRest, SentMessage, Upload } from '../rest/rest.ts';
import { failureOf, type RestFailure } from '../rest/rest-failure.ts';
import { previewNonceOf } from './job-poster.ts';

/** Tries at one way of reaching a message while Discord is in trouble, and the first wait between them. */
const TRIES = 3;
const FIRST_RETRY_MS = 500;
/** A longer wait is the caller's to plan. */
const LONGEST_WAIT_MS = 5_000;

export interface MessengerOptions {
  rest: DiscordRest;
  clock: Clock;
  random: () => number;
  log: Log;
  texts: Texts;
}

type Attempt = { message: SentMessage } | { failure: RestFailure };

/**
 * Reaches a job's message by the best way that is left: interaction token, bot token. Whoever deleted it does not want it
 * there, and who that was Discord does not tell: only moderators, who decide about a preview on its message, get a new one.
 */
export function createMessenger({ rest, clock, random, log, texts }: MessengerOptions): Messenger {
  /** One way, a few times while Discord is in trouble. */
  const attempt = async (call: () => Promise<SentMessage>, signal: AbortSignal): Promise<Attempt> => {
    for (let tries = 1; ; tries++) {
      try {
        return { message: await call() };
      } catch (error) {
        signal.throwIfAborted();
        const failure = failureOf(error);
        if (failure.kind === 'refused') throw error;
        const waitMs = Math.max(
          failure.kind === 'unavailable' ? (failure.retryAfterMs ?? 0) : 0,
          FIRST_RETRY_MS * 2 ** (tries - 1) * (0.5 + random()),
        );
        if (failure.kind !== 'unavailable' || tries === TRIES || waitMs > LONGEST_WAIT_MS) {
          log.debug({ err: error, kind: failure.kind }, 'Discord did not take a message');
          return { failure };
        }
        await clock.sleep(waitMs, signal);
      }
    }
  };

  const removeLost = createRemoveLost(rest, clock);

  /** The ways that are left to reach this place, best first. */
  const waysTo = function* (
    { place, isPreview }: Job,
    body: MessageBody,
    files: readonly Upload[],
    nonce: string,
    signal: AbortSignal,
  ): Generator<{ via: 'token' | 'bot' | 'new message'; call: () => Promise<SentMessage> }> {
    const { channelId, messageId } = place;
    if (clock.now() - place.tokenIssuedAtMs < TOKEN_LIFE_MS) {
      yield { via: 'token', call: () => rest.editOriginal(place, body, files, { signal }) };
    }
    // Without its id nobody knows whether there ever was a message; a new one would come out of the blue.
    if (messageId === undefined) return;
    yield { via: 'bot', call: () => rest.edit({ channelId, messageId }, body, files, { signal }) };
    if (isPreview) yield { via: 'new message', call: () => rest.post(channelId, body, files, { signal, nonce }) };
  };

  return {
    show: async (shown, { signal }) => {
      const { job, newFiles } = shown;
      const { place } = job;
      const body = renderJob(shown, texts);
      if (job.isPreview && place.messageId === undefined && isWorthNewMessage(shown)) {
        const { channelId } = place;
        const lost = { channelId, nonce: previewNonceOf(job.id), body, postedAfterMs: job.createdAtMs };
        const isGone = (await removeLost(lost, signal)) === 'done';
        return isGone ? { outcome: 'no place' } : { outcome: 'unavailable', retryAfterMs: undefined };
      }
      // The same for every try of one step of a job, so that a repeated post does not make a second message.
      const nonce = `${job.id}-${job.tasks.map(({ state }) => state[0]).join('')}`.slice(0, 25);
      let unavailable: ShowOutcome | undefined;
      for (const { via, call } of waysTo(job, body, newFiles, nonce, signal)) {
        if (via === 'new message' && (unavailable || !isWorthNewMessage(shown))) break;
        const outcome = await attempt(call, signal);
        if ('message' in outcome) return shownAt(outcome.message, place, via, newFiles);
        if (outcome.failure.kind === 'too large' || outcome.failure.kind === 'file gone') {
          return { outcome: outcome.failure.kind };
        }
        if (outcome.failure.kind === 'unavailable') {
          unavailable = { outcome: 'unavailable', retryAfterMs: outcome.failure.retryAfterMs };
        }
        // Gone for the bot is gone for all; but where only the bot has no access, the token's way may be open in a moment.
        if (outcome.failure.kind === 'gone') unavailable = undefined;
      }
      return unavailable ?? { outcome: 'no place' };
    },
    amend: async (job, { signal }) => {
      const { channelId, messageId } = job.place;
      if (messageId === undefined) return;
      const body = renderJob({ job, expectation: undefined, newFiles: [] }, texts);
      const outcome = await attempt(() => rest.edit({ channelId, messageId }, body, [], { signal }), signal);
      if ('failure' in outcome) log.info({ job: job.id, kind: outcome.failure.kind }, 'an old message was not changed');
    },
    addressesOf: async ({ channelId, messageId }, { signal }) => {
      if (messageId === undefined) return new Map();
      try {
        const { files } = await rest.message({ channelId, messageId }, { signal });
        return new Map(files.map(({ attachmentId, address }) => [attachmentId, address]));
      } catch (error) {
        signal.throwIfAborted();
        const { kind } = failureOf(error);
        if (kind === 'refused') throw error;
        log.debug({ kind }, 'Discord did not tell where the files of a message are');
        return new Map();
      }
    },
    notify: async (job, { signal }) => {
      const { channelId, messageId } = job.place;
      if (messageId === undefined) return;
      const words = noticeOf(job, texts);
      const body: MessageBody = {
        ...messageBody([textDisplay(words)], { mentions: [job.memberId] }),
        message_reference: { message_id: messageId, fail_if_not_exists: false },
      };
      const outcome = await attempt(() => rest.post(channelId, body, [], { signal, nonce: `${job.id}-ready` }), signal);
      if ('failure' in outcome)
        log.info({ job: job.id, kind: outcome.failure.kind }, 'a member could not be told that it is done');
    },
    tellMissed: async (job, { signal }) => {
      const { place, request, tasks } = job;
      if (place.messageId === undefined || clock.now() - place.tokenIssuedAtMs >= TOKEN_LIFE_MS) return;
      const isMade = tasks.some(({ state }) => state === 'delivered');
      const body = privateText(texts.job.missed(kindOf(request.modelId), isMade));
      const outcome = await attempt(() => rest.followUp(place, body, [], { signal }), signal);
      if ('failure' in outcome)
        log.info({ job: job.id, kind: outcome.failure.kind }, 'a member could not be told that a message is gone');
    },
  };
}

/** Says "ready" only of what is there. */
function noticeOf({ memberId, request, tasks }: Job, { job: words }: Texts): string {
  const thing = kindOf(request.modelId);
  const made = tasks.filter(({ state }) => state === 'delivered');
  if (made.every(isShown)) return words.ready(memberId, thing);
  return made.some(isShown) ? words.partlyReady(memberId, thing) : words.notHere(memberId, thing);
}

/** Moderators whose message is gone want the outcome, not every step on the way. */
function isWorthNewMessage({ job, newFiles }: JobMessage): boolean {
  const ended = job.tasks.every(({ state }) => state === 'delivered' || state === 'failed' || state === 'unconfirmed');
  return newFiles.length > 0 || ended;
}

function shownAt(message: SentMessage, place: Place, via: string, newFiles: JobMessage['newFiles']): ShowOutcome {
  const files = newFiles.flatMap(({ name }): ShownFile[] => {
    const found = message.files.find((file) => file.name === name || file.name === `SPOILER_${name}`);
    return found ? [{ attachmentId: found.attachmentId, name: found.name }] : [];
  });
  // The token opens the first answer only: a new message is reached by the bot from now on.
  const isNew = via === 'new message';
  return {
    outcome: 'shown',
    files,
    place: { ...place, messageId: message.id, ...(isNew ? { tokenIssuedAtMs: 0 } : {}) },
  };
}
