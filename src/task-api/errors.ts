/** What can go wrong between Easel and the Task API. */
export abstract class TaskApiError extends Error {
  override readonly name = 'TaskApiError';
  /** What metrics and failed tasks call it. */
  abstract readonly kind:
    | 'refused'
    | 'not the service'
    | 'not served'
    | 'bad key'
    | 'asked to wait'
    | 'unreachable'
    | 'unconfirmed'
    | 'unavailable'
    | 'malformed';
}

/** The service refused: `code` 0 (task-api.txt 7), or a 4xx that proves it accepted nothing. */
export class RefusedError extends TaskApiError {
  readonly kind = 'refused';
  /** The service's `msg`. Untrusted text: show it only as a quotation. */
  readonly serviceMessage: string;
  /** The HTTP status, if that alone is the refusal, without the envelope. It may not come from the service. */
  readonly status: number | undefined;

  constructor(serviceMessage: string, options?: ErrorOptions & { status?: number }) {
    super('the service refused the request', options);
    this.serviceMessage = serviceMessage;
    this.status = options?.status;
  }
}

/** Something else answers at this address, so nothing was accepted: a redirect, a web page, a missing path. */
export class NotTheServiceError extends TaskApiError {
  readonly kind = 'not the service';

  /** @param found what answered instead, without quoting it. */
  constructor(found: string) {
    super(`it is not the service that answers: ${found}`);
  }
}

/** The service refuses every request because of its key or account. It accepted nothing. */
export class NotServedError extends TaskApiError {
  readonly kind = 'not served';
  /** The service's `msg`, for the operator. */
  readonly serviceMessage: string;

  constructor(serviceMessage: string, options?: ErrorOptions) {
    super('the service refuses every request', options);
    this.serviceMessage = serviceMessage;
  }
}

/** HTTP 401, or a query's refusal that says so: the key is missing or invalid (task-api.txt 5). */
export class BadKeyError extends TaskApiError {
  readonly kind = 'bad key';

  constructor() {
    super('the service does not accept the key');
  }
}

/** HTTP 429: nothing was accepted; try again later. */
export class RateLimitedError extends TaskApiError {
  readonly kind = 'asked to wait';
  /** From Retry-After, if the service sent one. */
  readonly retryAfterMs: number | undefined;

  constructor(retryAfterMs: number | undefined) {
    super('the service asks for fewer requests');
    this.retryAfterMs = retryAfterMs;
  }
}

/** There was no connection, so the service saw nothing of the request. */
export class UnreachableError extends TaskApiError {
  readonly kind = 'unreachable';

  constructor(options?: ErrorOptions) {
    super('the service cannot be reached', options);
  }
}

/**
 * A create was sent, and its answer was lost or unreadable. It may have been accepted and charged, so never repeat it.
 */
export class UnconfirmedError extends TaskApiError {
  readonly kind = 'unconfirmed';
  /** Readable even if the rest of the answer wasn't. Operators can look the task up by it. */
  readonly taskId: string | undefined;

  constructor(options?: ErrorOptions & { taskId?: string | undefined }) {
    super('the service may have accepted the task', options);
    this.taskId = options?.taskId;
  }
}

/**
 * A create's answer has another task's id. What happened to this one is unknown, and a query would return the other
 * task.
 */
export class TaskIdInUseError extends UnconfirmedError {}

/** A query got no usable answer: 5xx, timeout, lost connection. */
export class UnavailableError extends TaskApiError {
  readonly kind = 'unavailable';
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(options?: ErrorOptions & { status?: number; retryAfterMs?: number | undefined }) {
    super('the service is not available', options);
    this.status = options?.status;
    this.retryAfterMs = options?.retryAfterMs;
  }
}

/** A query's answer doesn't have the documented shape. */
export class MalformedError extends TaskApiError {
  readonly kind = 'malformed';

  constructor(detail: string) {
    super(`the service answered in an unknown form: ${detail}`);
  }
}
