/**
 * Discord's limits that the sandbox enforces. They are from Discord's developer documentation, except where a comment
 * says [api], its OpenAPI description, or [seen], reported by others. Lengths of texts are in characters.
 */
const MEBIBYTE = 2 ** 20;
export const timesMs = { second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

export const interactionLimits = {
  /** The first answer has to arrive within this time; else 404 code 10062. */
  firstAnswerMs: 3 * timesMs.second,
  /** How long an interaction token is valid; then 401 code 50027. */
  tokenLifeMs: 15 * timesMs.minute,
  autocompleteChoices: 25,
} as const;

export const messageLimits = {
  content: 2000,
  files: 10,
  /** An attachment's alt text. */
  attachmentDescription: 1024,
  nonce: 25,
  /** "The past few minutes": how far back `enforce_nonce` looks. */
  nonceLookBackMs: 5 * timesMs.minute,
  /** `oldEdits` limits edits of messages older than this. */
  oldMs: timesMs.hour,
  /** Messages of one list request. */
  listMost: 100,
  listDefault: 50,
} as const;

export const threadLimits = {
  name: 100,
  /** Tags of a forum or media channel, and of one of its posts. */
  availableTags: 20,
  appliedTags: 5,
  /** [api] */
  tagName: 50,
} as const;

export const componentLimits = {
  /** With the components v2 flag, nested components included. */
  totalV2: 40,
  /** Action rows without that flag. */
  rows: 5,
  rowButtons: 5,
  customId: 100,
  buttonLabel: 80,
  url: 512,
  /** All text displays of a message together. */
  textDisplayTotal: 4000,
  gallery: 10,
  sectionTexts: 3,
  mediaDescription: 1024,
  mediaUrl: 2048,
  selectOptions: 25,
  selectPlaceholder: 150,
  optionText: 100,
  colour: 0xffffff,
} as const;

export const modalLimits = {
  components: 5,
  title: 45,
  label: 45,
  labelDescription: 100,
  textInput: 4000,
  placeholder: 100,
} as const;

export const commandLimits = {
  /** Commands of each type, of all servers or of one. */
  chatInput: 100,
  menu: 15,
  name: 32,
  description: 100,
  choiceName: 100,
  choiceValue: 100,
  stringOption: 6000,
  /** All names, descriptions and choice values of one command. */
  total: 8000,
  options: 25,
  choices: 25,
  /** New commands a day in one server. */
  createsPerDay: 200,
} as const;

export const attachmentLimits = {
  /** Size of one file, by the server's boost tier. */
  bytesByTier: [20 * MEBIBYTE, 20 * MEBIBYTE, 50 * MEBIBYTE, 100 * MEBIBYTE],
  /** An address expires about a day after it was given out. */
  addressLifeMs: timesMs.day,
  /** The limit on a JSON body here; not Discord's. */
  jsonBytes: 4 * MEBIBYTE,
} as const;

export const gatewayLimits = {
  /** [seen] The interval in Discord's hello. */
  heartbeatIntervalMs: 41_250,
  identifiesPerDay: 1000,
  /** Events that a client may send. */
  commandsPerMinute: 120,
  /** How many lost sessions are kept for a resume. Discord keeps them for some minutes. */
  lostSessions: 16,
  /** How many events a session keeps for a resume. Discord documents no number. */
  replayedEvents: 1000,
} as const;

/** How many requests are allowed. */
export interface RateLimits {
  /** Requests with the bot's token per second, over all routes. */
  globalPerSecond: number;
  /** Requests of one route and channel (or token) in a window. */
  bucket: { requests: number; windowMs: number };
  /** Edits of messages older than an hour, by channel. */
  oldEdits: { requests: number; windowMs: number };
  /**
   * Sessions that start in a window, by bucket. Shards with the same number modulo `max_concurrency` share a bucket.
   */
  identifies: { requests: number; windowMs: number };
}

/** 50 a second, 1 identify in 5 seconds; [seen] 5 in 5 seconds for most buckets, 3 old edits in 20 seconds. */
export const discordRateLimits: RateLimits = {
  globalPerSecond: 50,
  bucket: { requests: 5, windowMs: 5 * timesMs.second },
  oldEdits: { requests: 3, windowMs: 20 * timesMs.second },
  identifies: { requests: 1, windowMs: 5 * timesMs.second },
};

/** High limits, for tests of other things. */
export const generousRateLimits: RateLimits = {
  globalPerSecond: 100_000,
  bucket: { requests: 10_000, windowMs: timesMs.second },
  oldEdits: { requests: 100, windowMs: 20 * timesMs.second },
  identifies: { requests: 1_000, windowMs: 5 * timesMs.second },
};
