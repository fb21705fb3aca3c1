/** The contents of a create call (task-api.txt 2.2). */
export interface CreateRequest {
  modelId: string;
  prompt: string;
  /** Source pictures. Not sent if empty. */
  imageUrls: readonly string[];
  /** `<width>:<height>`. Not sent if undefined. */
  aspectRatio: string | undefined;
}

/** An accepted create (task-api.txt 2.3). Its credits are charged from now on. */
export interface CreatedTask {
  taskId: string;
  chargedCredits: number;
}

/** A task as the service last reported it (task-api.txt 2.4 and 3). */
export type Task =
  | { state: 'queued' | 'running' | 'failed' }
  /** `resultUrl` is undefined if the service named none, a failure without an explanation. */
  | {
      state: 'success';
      resultUrl: string | undefined;
      audioUrl: string | undefined;
      /** What it cost, if the service says so. */
      credits: number | undefined;
    }
  /** A status that the document doesn't list: keep polling. */
  | { state: 'unknown'; status: unknown };

export interface CallOptions {
  signal: AbortSignal;
}

/** The service as the rest of the bot sees it. All calls reject with the errors of `errors.ts`. */
export interface TaskApi {
  /**
   * Creates a task at most once, without retries. Its deadline starts when it is sent. If all connections are busy,
   * waits for one until `signal` aborts.
   * @throws RefusedError (code 0), NotServedError (code 0 for its key or account), BadKeyError (401), RateLimitedError
   * (429), UnreachableError (surely not sent), NotTheServiceError (something else answered), UnconfirmedError (may have
   * been accepted and charged); the signal's reason if it aborted before anything was sent.
   */
  create(request: CreateRequest, options: CallOptions): Promise<CreatedTask>;
  /**
   * Reads a task. Retries a few times with jitter where that may help.
   * @throws RefusedError, BadKeyError, RateLimitedError, NotTheServiceError, UnreachableError, UnavailableError (5xx,
   * timeout, lost connection), MalformedError.
   */
  query(taskId: string, options: CallOptions): Promise<Task>;
  /**
   * Checks for free, over a connection of its own, that the service answers and accepts the key. Throws as `query`;
   * MalformedError if the answer may come from something else.
   * @param options with the id of a task that the service has, if there is one.
   */
  probe(options: CallOptions & { taskId?: string | undefined }): Promise<void>;
  close(): Promise<void>;
}
