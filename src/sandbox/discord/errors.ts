/** Discord's tree of complaints about a body: `{content: {_errors: [{code, message}]}}`. */
export interface FieldErrors {
  [field: string]: FieldErrors | FieldError[];
}
export interface FieldError {
  code: string;
  message: string;
}

/** A refusal in Discord's form. */
export class DiscordRefusal extends Error {
  override readonly name = 'DiscordRefusal';
  readonly status: number;
  readonly code: number;
  readonly errors: FieldErrors | undefined;
  readonly headers: Record<string, string>;
  readonly extra: Record<string, unknown>;

  constructor(
    status: number,
    code: number,
    message: string,
    more: { errors?: FieldErrors; headers?: Record<string, string>; extra?: Record<string, unknown> } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = more.errors;
    this.headers = more.headers ?? {};
    this.extra = more.extra ?? {};
  }

  toBody(): Record<string, unknown> {
    return { message: this.message, code: this.code, ...this.extra, errors: this.errors };
  }
}

/** 400 code 50035, with one complaint at `path`. */
export const invalidForm = (path: (string | number)[], code: string, message: string): DiscordRefusal =>
  invalidFormOf([{ path, code, message }]);

/** 400 code 50035 with several complaints. */
export const invalidFormOf = (
  complaints: { path: (string | number)[]; code: string; message: string }[],
): DiscordRefusal => {
  const errors: FieldErrors = {};
  for (const { path, code, message } of complaints) {
    let node = errors;
    for (const step of path) {
      const next = node[String(step)];
      if (next && !Array.isArray(next)) {
        node = next;
        continue;
      }
      const fresh: FieldErrors = {};
      node[String(step)] = fresh;
      node = fresh;
    }
    const own = node['_errors'];
    if (Array.isArray(own)) own.push({ code, message });
    else node['_errors'] = [{ code, message }];
  }
  return new DiscordRefusal(400, 50035, 'Invalid Form Body', { errors });
};

/** Refusals that carry no other facts: status, JSON code and text as Discord sends them. */
export const refusals = {
  unauthorized: () => new DiscordRefusal(401, 0, '401: Unauthorized'),
  notFound: () => new DiscordRefusal(404, 0, '404: Not Found'),
  unknownChannel: () => new DiscordRefusal(404, 10003, 'Unknown Channel'),
  unknownGuild: () => new DiscordRefusal(404, 10004, 'Unknown Guild'),
  unknownMember: () => new DiscordRefusal(404, 10007, 'Unknown Member'),
  unknownMessage: () => new DiscordRefusal(404, 10008, 'Unknown Message'),
  unknownUser: () => new DiscordRefusal(404, 10013, 'Unknown User'),
  unknownWebhook: () => new DiscordRefusal(404, 10015, 'Unknown Webhook'),
  unknownInteraction: () => new DiscordRefusal(404, 10062, 'Unknown interaction'),
  unknownTag: () => new DiscordRefusal(404, 10087, 'Unknown tag'),
  notYourApplication: () =>
    new DiscordRefusal(403, 20012, 'You are not authorized to perform this action on this application'),
  tooManyAttachments: () => new DiscordRefusal(400, 30015, 'Maximum number of attachments in a message reached (10)'),
  tooManyCommands: (most: number) =>
    new DiscordRefusal(400, 30032, `Maximum number of application commands reached (${most})`),
  filesRefused: (code: number) => new DiscordRefusal(400, code, 'The files of this message are refused'),
  tooLarge: () => new DiscordRefusal(413, 40005, 'Request entity too large'),
  alreadyAnswered: () => new DiscordRefusal(400, 40060, 'Interaction has already been acknowledged.'),
  tagNamesTwice: () => new DiscordRefusal(400, 40061, 'Tag names must be unique'),
  tagRequired: () => new DiscordRefusal(400, 40067, 'A tag is required to create a forum post in this channel'),
  missingAccess: () => new DiscordRefusal(403, 50001, 'Missing Access'),
  notYourMessage: () => new DiscordRefusal(403, 50005, 'Cannot edit a message authored by another user'),
  emptyMessage: () => new DiscordRefusal(400, 50006, 'Cannot send an empty message'),
  noTextChannel: () => new DiscordRefusal(400, 50008, 'Cannot send messages in a non-text channel'),
  missingPermissions: () => new DiscordRefusal(403, 50013, 'Missing Permissions'),
  wrongChannelType: () => new DiscordRefusal(400, 50024, 'Cannot execute action on this channel type'),
  invalidWebhookToken: () => new DiscordRefusal(401, 50027, 'Invalid Webhook Token'),
  archivedThread: () => new DiscordRefusal(400, 50083, 'Thread is archived'),
  invalidJson: () => new DiscordRefusal(400, 50109, 'The request body contains invalid JSON.'),
} as const;
