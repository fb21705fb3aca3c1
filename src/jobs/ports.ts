import type { Job, Place, ShownFile } from './job.ts';
import type { Expectation } from './polling/expectation.ts';

/** Nobody knows whether Discord took the first answer to an interaction: its message may be there, or still appear. */
export class AnswerLostError extends Error {
  override readonly name = 'AnswerLostError';
}

/** A file on this machine that is to be shown with the job's message. */
export interface NewFile {
  path: string;
  name: string;
  mimeType: string;
  /** The task that it came from, and whether it is its main result or its sound. */
  taskKey: string;
  role: 'result' | 'audio';
}

/** The job as its message should show it now. */
export interface JobMessage {
  job: Job;
  expectation: Expectation | undefined;
  /** Files to upload with this edit; those of tasks already delivered stay by themselves. */
  newFiles: readonly NewFile[];
}

export type ShowOutcome =
  /** `files` are the new ones, in order. `place` may be another than before. */
  | { outcome: 'shown'; place: Place; files: ShownFile[] }
  /** Discord takes no file of this size here. */
  | { outcome: 'too large' }
  /** A file that was to be uploaded is not on this machine any more. */
  | { outcome: 'file gone' }
  /** No message can be had: it is gone and no new one may be posted. `refusal` is Discord's error where it refuses the message for its form. */
  | { outcome: 'no place'; refusal?: unknown }
  /** Discord does not answer, or asks to wait; try again later. */
  | { outcome: 'unavailable'; retryAfterMs: number | undefined };

/** The pending message of a job, as the life of the job needs it. */
export interface Messenger {
  /**
   * Makes the message show the job: by the interaction token while it lives, then by bot token; one of a preview, which is
   * for moderators, also as a new message. Repeating it is harmless.
   */
  show(message: JobMessage, options: { signal: AbortSignal }): Promise<ShowOutcome>;
  /** Changes the message of a job that ended long ago; where it is gone or out of reach it is left as it is. */
  amend(job: Job, options: { signal: AbortSignal }): Promise<void>;
  /**
   * Where Discord has the files of a message of Easel's now, by their ids: addresses that last for some hours. None where the
   * message is gone, or Easel may not read it.
   */
  addressesOf(
    at: { guildId: string; channelId: string; messageId?: string | undefined },
    options: { signal: AbortSignal },
  ): Promise<ReadonlyMap<string, string>>;
  /**
   * Tells a member who waited long that the job is done, by a short reply to its message: edits notify nobody. Where it
   * cannot be posted it is left out.
   */
  notify(job: Job, options: { signal: AbortSignal }): Promise<void>;
  /**
   * Tells a member, and nobody else, that their job has ended and its message is gone or out of reach: beside it while the
   * interaction's token lives, then by a direct message where they want those. Else it is left out, and the history has to do.
   */
  tellMissed(job: Job, options: { signal: AbortSignal }): Promise<void>;
}
