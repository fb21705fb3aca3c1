/** What a create call sends (task-api.txt 2.2). */
export interface CreateRequest {
  modelId: string;
  prompt: string;
  /** Source pictures; left out of the request when empty. */
  imageUrls: readonly string[];
  /** `<width>:<height>`; left out of the request when undefined. */
  aspectRatio: string | undefined;
}

/** An accepted create (task-api.txt 2.3): the credits are charged from this moment. */
export interface CreatedTask {
  taskId: string;
  requestId: string | undefined;
  chargedCredits: number;
}

interface TaskFacts {
  taskId: string;
  modelId: string | undefined;
  credits: number | undefined;
  /** Milliseconds since 1970, whichever unit the service used; undefined when unreadable. */
  createdAtMs: number | undefined;
}

/** A task as the service last told it (task-api.txt 2.4 and 3). */
export type Task = TaskFacts &
  (
    | { state: 'queued' }
    | { state: 'running' }
    /** `resultUrl` is undefined where the service named none: a failure that nobody can explain. */
    | { state: 'success'; resultUrl: string | undefined; audioUrl: string | undefined }
    | { state: 'failed' }
    /** A status that the document does not list: keep polling. */
    | { state: 'unknown'; status: unknown }
  );

export interface CallOptions {
  signal: AbortSignal;
}

/** The service, as the rest of the bot sees it. All calls reject with the errors of `errors.ts`. */
export interface TaskApi {
  /**
   * Creates a task, at most once. Its deadline runs from the moment of sending: whoever has more under way than there are
   * connections waits for one until `signal` aborts.
   * @throws RefusedError (code 0), NotServedError (code 0 for its key or account), BadKeyError (401), RateLimitedError (429), UnreachableError (surely not sent),
   *   NotTheServiceError (somebody else answered), UnconfirmedError (may have been accepted and charged), all of them
   *   without a second try; the signal's reason where it aborted before anything was sent.
   */
  create(request: CreateRequest, options: CallOptions): Promise<CreatedTask>;
  /**
   * Reads a task; repeated a few times with jitter where that may help.
   * @throws RefusedError, BadKeyError, RateLimitedError, NotTheServiceError, UnreachableError, UnavailableError (5xx,
   *   time-out, cut line), MalformedError.
   */
  query(taskId: string, options: CallOptions): Promise<Task>;
  /**
   * Whether the service answers and takes the key, found without spending. Throws as `query`; MalformedError where the answer
   * may come from it or from anybody.
   */
  probe(options: CallOptions): Promise<void>;
  close(): Promise<void>;
}
