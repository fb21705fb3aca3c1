/** What can go wrong between Easel and the Task API. `TaskApiError` is the family; `instanceof` tells the members apart. */
export abstract class TaskApiError extends Error {}

/** The service said no: `code` 0 (task-api.txt 7), or a 4xx that proves it took nothing. */
export class RefusedError extends TaskApiError {
  override readonly name = 'RefusedError';
  /** The service's `msg`: somebody's text, to be shown as a quotation only. */
  readonly serviceMessage: string;
  /** The HTTP status, where that alone is the refusal: a stranger could have said it as well. */
  readonly status: number | undefined;

  constructor(serviceMessage: string, options?: ErrorOptions & { status?: number }) {
    super('the service refused the request', options);
    this.serviceMessage = serviceMessage;
    this.status = options?.status;
  }
}

/** Whatever answers at this address is not the service, and so took nothing: a redirect, a web page, a path that is not there. */
export class NotTheServiceError extends TaskApiError {
  override readonly name = 'NotTheServiceError';

  /** @param found what answered instead, without quoting it. */
  constructor(found: string, options?: ErrorOptions) {
    super(`it is not the service that answers: ${found}`, options);
  }
}

/** The service said no to whoever asks, whatever they ask for: for its key, or for the account behind it. It took nothing. */
export class NotServedError extends TaskApiError {
  override readonly name = 'NotServedError';
  /** The service's `msg`: for the operator. */
  readonly serviceMessage: string;

  constructor(serviceMessage: string, options?: ErrorOptions) {
    super('the service refuses every request', options);
    this.serviceMessage = serviceMessage;
  }
}

/** HTTP 401, or words to that effect for a query: the key is missing or invalid (task-api.txt 5). */
export class BadKeyError extends TaskApiError {
  override readonly name = 'BadKeyError';

  constructor(options?: ErrorOptions) {
    super('the service does not accept the key', options);
  }
}

/** HTTP 429: nothing was taken; try again later. */
export class RateLimitedError extends TaskApiError {
  override readonly name = 'RateLimitedError';
  /** From Retry-After, when the service sent one. */
  readonly retryAfterMs: number | undefined;

  constructor(retryAfterMs: number | undefined, options?: ErrorOptions) {
    super('the service asks for fewer requests', options);
    this.retryAfterMs = retryAfterMs;
  }
}

/** No connection was made, so the service saw nothing of the request. */
export class UnreachableError extends TaskApiError {
  override readonly name = 'UnreachableError';

  constructor(options?: ErrorOptions) {
    super('the service cannot be reached', options);
  }
}

/** A create was sent and its answer was lost or unreadable: it may have been accepted and charged. Never repeat it. */
export class UnconfirmedError extends TaskApiError {
  override readonly name: string = 'UnconfirmedError';
  /** Where the answer was unreadable but for this: what an operator can look the task up by. */
  readonly taskId: string | undefined;

  constructor(options?: ErrorOptions & { taskId?: string | undefined }) {
    super('the service may have accepted the task', options);
    this.taskId = options?.taskId;
  }
}

/** A create was answered with the id of another task: what became of this one is unknown, and asking for that id would tell of the other. */
export class TaskIdInUseError extends UnconfirmedError {
  override readonly name = 'TaskIdInUseError';
}

/** A query got no usable answer for now: 5xx, time-out, cut line. */
export class UnavailableError extends TaskApiError {
  override readonly name = 'UnavailableError';
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(facts: { status?: number | undefined; retryAfterMs?: number | undefined } = {}, options?: ErrorOptions) {
    super('the service is not available', options);
    this.status = facts.status;
    this.retryAfterMs = facts.retryAfterMs;
  }
}

/** A query's answer does not have the documented shape. */
export class MalformedError extends TaskApiError {
  override readonly name = 'MalformedError';

  constructor(detail: string, options?: ErrorOptions) {
    super(`the service answered in an unknown form: ${detail}`, options);
  }
}
