import { z } from 'zod';

/** What a press or a form tells: all else is in the store, so that every button works after a restart. */
interface CustomId {
  /** Whose button it is. */
  action: string;
  /** What else it needs; that button's own schema reads it. */
  argument: string;
  /** Whose job, list or view it is. */
  memberId: string;
}

/** Discord's. */
const CUSTOM_ID_MAX_CHARACTERS = 100;

const customIdSchema = z
  .string()
  .max(CUSTOM_ID_MAX_CHARACTERS)
  .transform((text) => text.split(':'))
  .pipe(z.tuple([z.string().regex(/^[a-z]+$/), z.string().regex(/^[\w.-]+$/), z.string().regex(/^\d{17,20}$/)]))
  .transform(([action, argument, memberId]): CustomId => ({ action, argument, memberId }));

/** @throws RangeError for one that Discord would not take. */
function customIdOf({ action, argument, memberId }: CustomId): string {
  const text = `${action}:${argument}:${memberId}`;
  if (text.length > CUSTOM_ID_MAX_CHARACTERS) throw new RangeError(`a custom id is too long: ${text}`);
  return text;
}

/** @returns undefined for anything that is none of Easel's form. */
export function parseCustomId(text: string): CustomId | undefined {
  return customIdSchema.safeParse(text).data;
}

/** What an argument is made of, in its order: each part as text and as what it stands for. Only the last ones may be optional. */
type Parts = Readonly<Record<string, z.ZodType<unknown, string | undefined>>>;
type ValuesOf<Each extends Parts> = z.output<z.ZodObject<Each>>;
type ArgumentOf<Verbs extends Readonly<Record<string, Parts>>> = {
  [Verb in keyof Verbs & string]: { verb: Verb } & ValuesOf<{ verb: z.ZodLiteral<Verb> } & Verbs[Verb]>;
}[keyof Verbs & string];

/** One action's custom ids: the only place that knows what their argument looks like. */
export interface Ids<Argument> {
  readonly action: string;
  /** None where all its ids have the same parts. */
  readonly verbs: readonly string[];
  /** @param memberId whose job, list or view it is */
  of(memberId: string, argument: Argument): string;
  /** @returns undefined for what is none of these. */
  read(id: CustomId | string): (Argument & { memberId: string }) | undefined;
}

const SEPARATOR = '-';

/** Ids that all have the same parts. */
export function idsOf<Each extends Parts>(action: string, parts: Each): Ids<ValuesOf<Each>> {
  const { encode, decode } = codecOf(parts);
  return idsWith(action, [], encode, decode);
}

/** Ids that begin with a verb, each with parts of its own. */
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
    // What the schemas of these verbs let through is an argument of one of them.
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
