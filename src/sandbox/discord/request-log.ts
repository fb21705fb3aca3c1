/** One request to the REST interface, for tests that count calls. */
export interface LoggedRequest {
  method: string;
  /** The pattern, without `/api/v10`: `/channels/:channelId/messages`. */
  route: string;
  /** Null while there is no answer, and for good where the line was cut or hung. */
  status: number | null;
  /** How it was authorized; interaction and webhook routes need nothing. */
  auth: 'bot' | 'none' | 'other';
  /** Milliseconds since 1970 on the sandbox's clock. */
  at: number;
  /** The message's channel or the server that it was about. */
  channelId: string | undefined;
}

/** What a request was answered with. */
export interface SentAnswer {
  method: string;
  /** Without `/api/v10`. */
  url: string;
  status: number;
  /** '' where there is none. */
  body: string;
}

/** Older requests are forgotten, so that a sandbox can run for days. */
const KEPT = 20_000;

export class RequestLog {
  /** Gets every answer just before it is sent. */
  onAnswer: (answer: SentAnswer) => void = () => undefined;
  readonly #requests: LoggedRequest[] = [];

  add(request: LoggedRequest): void {
    this.#requests.push(request);
    if (this.#requests.length > KEPT) this.#requests.shift();
  }

  /** Requests so far, oldest first; with `match`, those that have these values. */
  list(match: Partial<LoggedRequest> = {}): LoggedRequest[] {
    return this.#requests.filter((one) =>
      Object.entries(match).every(([key, value]) => Reflect.get(one, key) === value),
    );
  }

  clear(): void {
    this.#requests.length = 0;
  }
}
