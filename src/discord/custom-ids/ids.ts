import { z } from 'zod';

/** What a button or form carries. Everything else is in the store, so that all buttons work after a restart. */
interface CustomId {
  /** Whose handler it is for. */
  action: string;
  /** Further parts, which the action's own schema reads. */
  argument: string;
  /** Whose job, list or view it is about. */
  memberId: string;
}

/** Discord's limit. */
const CUSTOM_ID_MAX_CHARACTERS = 100;

const customIdSchema = z
  .string()
  .max(CUSTOM_ID_MAX_CHARACTERS)
  .transform((text) => text.split(':'))
  .pipe(z.tuple([z.string().regex(/^[a-z]+$/), z.string().regex(/^[\w.-]+$/), z.string().regex(/^\d{17,20}$/)]))
  .transform(([action, argument, memberId]): CustomId => ({ action, argument, memberId }));

/** @throws RangeError if it is longer than Discord allows. */
function customIdOf({ action, argument, memberId }: CustomId): string {
  const text = `${action}:${argument}:${memberId}`;
  if (text.length > CUSTOM_ID_MAX_CHARACTERS) throw new RangeError(`a custom id is too long: ${text}`);
  return text;
}

/** @returns undefined if it isn't one of Easel's custom ids. */
export function parseCustomId(text: string): CustomId | undefined {
  return customIdSchema.safeParse(text).data;
}

/** The parts of an argument in order, each as text and as its value. Only the last ones may be optional. */
type Parts = Readonly<Record<string, z.ZodType<unknown, string | undefined>>>;
type ValuesOf<Each extends Parts> = z.output<z.ZodObject<Each>>;
type ArgumentOf<Verbs extends Readonly<Record<string, Parts>>> = {
  [Verb in keyof Verbs & string]: { verb: Verb } & ValuesOf<{ verb: z.ZodLiteral<Verb> } & Verbs[Verb]>;
}[keyof Verbs & string];

/** The custom ids of one action. Only this knows how their argument is written. */
export interface Ids<Argument> {
  readonly action: string;
  /** Empty if all ids have the same parts. */
  readonly verbs: readonly string[];
  /** @param memberId whose job, list or view it is about */
  of(memberId: string, argument: Argument): string;
  /** @returns undefined if it is another action's id. */
  read(id: CustomId | string): (Argument & { memberId: string }) | undefined;
}

const SEPARATOR = '-';

/** Creates ids that all have the same parts. */
export function idsOf<Each extends Parts>(action: string, parts: Each): Ids<ValuesOf<Each>> {
  const { encode, decode } = codecOf(parts);
  return idsWith(action, [], encode, decode);
}

/** Creates ids that start with a verb. Each verb has parts of its own. */
export function idsWithVerbs<Verbs extends Readonly<Record<string, Parts>>>(
  action: string,
  verbs: Verbs,
): Ids<ArgumentOf<Verbs>> {
  type Argument = ArgumentOf<Verbs>;
  const codecs = new Map<unknown, ReturnType<typeof codecOf>>(
    Object.entries(verbs).map(([verb, parts]) => [verb, codecOf<Parts>({ verb: z.literal(verb), ...parts })]),
  );
  return idsWith<Argument>(
    action,
    Object.keys(verbs),
    (argument) => codecs.get(argument.verb)?.encode(argument) ?? [],
    // The schemas of the verbs accept only their own arguments.
    (pieces) => codecs.get(pieces[0])?.decode(pieces) as Argument | undefined,
  );
}

function idsWith<Argument>(
  action: string,
  verbs: readonly string[],
  encode: (argument: Argument) => string[],
  decode: (pieces: string[]) => Argument | undefined,
): Ids<Argument> {
  return {
    action,
    verbs,
    of: (memberId, argument) => customIdOf({ action, argument: encode(argument).join(SEPARATOR), memberId }),
    read: (id) => {
      const read = typeof id === 'string' ? parseCustomId(id) : id;
      const argument = read?.action === action ? decode(read.argument.split(SEPARATOR)) : undefined;
      return read && argument && { ...argument, memberId: read.memberId };
    },
  };
}

function codecOf<Each extends Parts>(parts: Each) {
  const schema = z.object(parts);
  const names = Object.keys(parts);
  return {
    encode: (argument: z.output<typeof schema>): string[] =>
      Object.values(z.encode(schema, argument)).flatMap((text) => (typeof text === 'string' ? [text] : [])),
    decode: (pieces: readonly string[]): z.output<typeof schema> | undefined => {
      if (pieces.length > names.length) return undefined;
      const texts = pieces.map((piece, index) => [names[index], piece]);
      return schema.safeParse(Object.fromEntries(texts)).data;
    },
  };
}
