import type { Accounts } from '../../budget/accounts.ts';
import type { ResultFetcher } from '../../media/fetching/fetch-result.ts';
import type { ClipEditor, FilePiece, Fitter, MediaFile, TypedFile } from '../../media/files/media.ts';
import type { ResultFolder } from '../../media/files/result-folder.ts';
import type { Change, Collection, Store } from '../../store/store.ts';
import type { TaskApi } from '../../task-api/task-api.ts';
import type { Job } from '../job/job.ts';
import type { History } from '../records/history.ts';
import type { LateEdit } from '../records/late-edits.ts';
import type { ModelRecords } from '../records/model-records.ts';
import type { JobRecorder, RecorderParts } from '../records/recorder.ts';
import type { TaskIds } from '../records/task-ids.ts';
import type { ServiceWatch } from '../watch/service-watch.ts';
import type { JobMessages } from './job-messages.ts';

/** Everything that jobs need from outside. */
export interface JobsParts extends RecorderParts {
  /** Whether the clock is known to be right. Only then do times from before this process count. */
  isClockRight(): boolean;
  /** Uniform in [0, 1). */
  random: () => number;
  taskApi: TaskApi;
  watch: ServiceWatch;
  accounts: Accounts;
  /** Checked before each create, because a create can't be undone. */
  prove?: Store['prove'];
  models: ModelRecords;
  history: History;
  taskIds: TaskIds;
  /** Ended jobs whose messages don't show their last state yet. */
  lateEdits: Collection<LateEdit>;
  jobMessages: JobMessages;
  fetcher: ResultFetcher;
  fitter: Fitter;
  finish: FinishFile;
  known: KnownPictures;
  clips: ClipEditor;
  results: ResultFolder;
  limits: JobLimits;
  /**
   * Returns a job that sent nothing to its request, with its hold. Does nothing if it has no request.
   * @param undo undoes the job in the commit that changes the request. Resolves with false if it may not.
   */
  revertToRequest: (jobId: string, undo: (also: readonly Change[]) => Promise<boolean>) => Promise<void>;
  /** The wait after which a member is mentioned when the job is done; undefined for never. */
  notifyAfterMs: (guildId: string, memberId: string) => Promise<number | undefined>;
  /** Called for every job that has ended. */
  onEnded: (job: Job) => void;
  /** Called for every poll with how long it waited for its turn. */
  onPolled?: (lateMs: number) => void;
}

/** Pictures that a server's moderators removed. */
export interface KnownPictures {
  hasAny(guildId: string): Promise<boolean>;
  /**
   * Whether the file shows one of them, other than the job's own. False if Easel can't tell, because it's no picture or a
   * plain one. @throws if the list can't be read, so that nothing is shown then; the signal's reason if it aborts
   */
  includes(
    job: { guildId: string; memberId: string; jobId: string },
    file: MediaFile,
    signal: AbortSignal,
  ): Promise<boolean>;
}

/** A file as others get it. Only such files are uploaded. */
export interface FinishedFile extends MediaFile {
  isFinished: true;
  /** What to upload in place of the whole file on the disk. `sizeBytes` is theirs. */
  pieces?: readonly FilePiece[];
  /** Its original has content credentials, and it has none. */
  isUnsigned?: boolean;
}

interface FinishOptions {
  signal: AbortSignal;
  /** What the file was made from, if it isn't as it came. */
  original?: TypedFile & Pick<MediaFile, 'madeFrom'>;
}

/** @returns undefined if Easel can't tell what texts are in the file. @throws as `dropMetadata` and `markGenerated` */
export type FinishFile = (
  file: MediaFile,
  job: Pick<Job, 'location' | 'memberId' | 'request'>,
  options: FinishOptions,
) => Promise<FinishedFile | undefined>;

/** What the steps of jobs share. Each names the parts that it uses. */
export interface StepParts extends JobsParts {
  recorder: JobRecorder;
  /** Aborts when Easel stops. */
  stop: AbortSignal;
}

export interface JobLimits {
  pollsPerSecond: number;
  pollsAtOnce: number;
  /** At most the client's connections for creates. */
  createsAtOnce: number;
  /** Creates under way or waiting, over all servers. Beyond it, commands are refused. */
  createsMax: number;
  /** After this time, an unfinished task is left unconfirmed. */
  longestWaitMs: number;
}
