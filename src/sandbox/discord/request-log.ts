/** One request to the REST interface, for tests that count calls. */
export interface LoggedRequest {
  method: string;
  /** The pattern, without `/api/v10`: `/channels/:channelId/messages`. */
  route: string;
  /** Null while there is no answer. Stays null if the connection was cut or hung. */
  status: number | null;
  /** How the request was authorized. Interaction and webhook routes need no authorization. */
  auth: 'bot' | 'none' | 'other';
  /** Milliseconds since 1970 on the sandbox's clock. */
  at: number;
  /** The channel that the request was about. */
  channelId: string | undefined;
}

/** What a request was answered with. */
export interface SentAnswer {
  method: string;
  /** Without `/api/v10`. */
  url: string;
  status: number;
  /** The request's JSON, also that of a form with files. Undefined if it had none. */
  sent: unknown;
  /** '' if there is none. */
  body: string;
}

/** Older requests are dropped, so that a sandbox can run for days. */
const KEPT = 20_000;

export class RequestLog {
  /** Gets each answer just before it is sent. */
  onAnswer: (answer: SentAnswer) => void = () => undefined;
  readonly #requests: LoggedRequest[] = [];

  add(request: LoggedRequest): void {
    this.#requests.push(request);
    if (this.#requests.length > KEPT) this.#requests.shift();
  }

  /** The requests so far, oldest first, filtered by the values in `match`. */
  list(match: Partial<LoggedRequest> = {}): LoggedRequest[] {
    return this.#requests.filter((one) =>
      Object.entries(match).every(([key, value]) => Reflect.get(one, key) === value),
    );
  }

  /** How many answers count towards Discord's ban of an address: 10,000 within ten minutes. */
  get refusals(): number {
    return this.#requests.filter(({ status }) => status === 401 || status === 403 || status === 429).length;
  }

  clear(): void {
    this.#requests.length = 0;
  }
}
