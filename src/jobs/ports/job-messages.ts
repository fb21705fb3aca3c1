import type { FilePiece } from '../../media/files/media.ts';
import type { Job, MessageLocation, ShownFile } from '../job/job.ts';
import type { Expectation } from '../polling/expectation.ts';

/** It is unknown whether Discord accepted the first answer: its message may exist or still appear. */
export class AnswerLostError extends Error {
  override readonly name = 'AnswerLostError';
}

/** A local file to show with the job's message. */
export interface NewFile {
  path: string;
  /** What to upload in place of the whole file. */
  pieces?: readonly FilePiece[];
  name: string;
  mimeType: string;
  /** The task it came from, and whether it is the result, its sound, or the frame that it starts from. */
  taskKey: string;
  role: 'result' | 'audio' | 'frame';
}

/** What the job's message should show now. */
export interface JobView {
  job: Job;
  expectation: Expectation | undefined;
  /** Files to upload with this edit; files of delivered tasks stay. */
  newFiles: readonly NewFile[];
  /** How many other members starred what it shows; none while it runs. */
  stars?: number;
}

export type ShowOutcome =
  /** `files` are the new ones, in order, with their addresses. `location` may differ from before. */
  | { outcome: 'shown'; location: MessageLocation; files: (ShownFile & { address: string })[] }
  /** Discord refuses files of this size here. */
  | { outcome: 'too large' }
  /** Discord refuses these files at any size. */
  | { outcome: 'not accepted' }
  /**
   * The message can't be edited or posted again. `mayReturn`: it is out of reach but wasn't deleted. `refusal` is Discord's
   * error if it rejects the message's form.
   */
  | { outcome: 'unreachable'; mayReturn?: boolean; refusal?: unknown };

export type FilesRefusal = 'too large' | 'not accepted';

/** Whether Discord refuses the files, so that the message may still show the job without them. */
export const isFilesRefusal = (outcome: ShowOutcome['outcome']): outcome is FilesRefusal =>
  outcome === 'too large' || outcome === 'not accepted';

/** Operations on a job's pending message. */
export interface JobMessages {
  /**
   * Makes the message show the job: by interaction token while it lives, then by bot token. A preview for moderators may be
   * posted anew. Safe to repeat.
   * @throws RetryLater while Discord is unavailable, or if a file to upload no longer exists.
   */
  show(message: JobView, options: { signal: AbortSignal }): Promise<ShowOutcome>;
  /**
   * Changes the message of a job that has ended; does nothing if it is gone.
   * @returns whether the message is out of reach, so that only a later call can change it
   * @throws RetryLater while Discord is unavailable
   */
  amend(job: Job, options: { signal: AbortSignal }): Promise<boolean>;
  /**
   * Current addresses of a message's files by id, valid for some hours. None if the message is gone or Easel may not read
   * it.
   */
  addressesOf(
    at: { guildId: string; channelId: string; messageId?: string | undefined },
    options: { signal: AbortSignal },
  ): Promise<ReadonlyMap<string, string>>;
  /**
   * Replies to the message to tell a member who waited long that the job is done, because edits don't notify. Skipped if it
   * can't be posted.
   */
  notify(job: Job, options: { signal: AbortSignal }): Promise<void>;
  /**
   * Tells only the member that their job has ended and its message is out of reach: privately while the interaction token
   * lives, then by direct message if they want those. Otherwise the history has to do.
   */
  notifyMissed(job: Job, options: { signal: AbortSignal }): Promise<void>;
}
