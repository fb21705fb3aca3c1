import type { z } from 'zod';
import { invalidFormOf } from '../errors.ts';

type Issue = z.core.$ZodIssue;

const REQUIRED = { code: 'BASE_TYPE_REQUIRED', message: 'This field is required' };

const lengthText = (issue: Issue & { code: 'too_big' | 'too_small' }): { code: string; message: string } => {
  const most = issue.code === 'too_big' ? Number(issue.maximum) : undefined;
  const least = issue.code === 'too_small' ? Number(issue.minimum) : undefined;
  if (issue.origin === 'string' || issue.origin === 'array') {
    if (most !== undefined) return { code: 'BASE_TYPE_MAX_LENGTH', message: `Must be ${most} or fewer in length.` };
    if (issue.input === '') return REQUIRED;
    return { code: 'BASE_TYPE_MIN_LENGTH', message: `Must be ${least} or more in length.` };
  }
  return most !== undefined
    ? { code: 'NUMBER_TYPE_MAX', message: `int value should be less than or equal to ${most}.` }
    : { code: 'NUMBER_TYPE_MIN', message: `int value should be greater than or equal to ${least}.` };
};

const typeText = (expected: string): { code: string; message: string } => {
  if (expected === 'object' || expected === 'record') {
    return { code: 'DICT_TYPE_CONVERT', message: 'Only dictionaries may be used in a DictType' };
  }
  if (expected === 'array') return { code: 'LIST_TYPE_CONVERT', message: 'Only iterables may be used in a ListType' };
  if (expected === 'boolean') return { code: 'BOOLEAN_TYPE_CONVERT', message: 'Must be either true or false.' };
  if (expected === 'number' || expected === 'int') {
    return { code: 'NUMBER_TYPE_COERCE', message: 'Value is not a number.' };
  }
  return { code: 'STRING_TYPE_CONVERT', message: 'Could not interpret the value as string.' };
};

/** Our own rules carry Discord's code in `params.code`; zod's findings are translated into Discord's words. */
const complaint = (issue: Issue): { code: string; message: string } => {
  if (issue.code === 'custom') {
    const code: unknown = issue.params?.['code'];
    return { code: typeof code === 'string' ? code : 'BASE_TYPE_CHOICES', message: issue.message };
  }
  if (issue.code === 'too_big' || issue.code === 'too_small') return lengthText(issue);
  if (issue.input === undefined) return REQUIRED;
  if (issue.code === 'invalid_type') return typeText(issue.expected);
  if (issue.code === 'invalid_value') {
    return { code: 'BASE_TYPE_CHOICES', message: `Value must be one of (${issue.values.map(String).join(', ')}).` };
  }
  if (issue.code === 'invalid_union') {
    const options = 'options' in issue ? issue.options.map(String).join(', ') : '';
    return { code: 'UNION_TYPE_CHOICES', message: `Value of field "type" must be one of (${options}).` };
  }
  if (issue.code === 'invalid_format') {
    return issue.format === 'url'
      ? { code: 'URL_TYPE_INVALID_URL', message: 'Not a well formed URL.' }
      : { code: 'STRING_TYPE_REGEX', message: 'String value did not match validation regex.' };
  }
  return { code: 'BASE_TYPE_BAD_VALUE', message: issue.message };
};

/** Discord complains about a component of a wrong type as a whole. */
const pathOf = (issue: Issue): (string | number)[] => {
  const path = issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step));
  const isWrongType = issue.code === 'invalid_union' && issue.discriminator !== undefined;
  return isWrongType ? path.slice(0, -1) : path;
};

/**
 * Parses a body.
 * @throws DiscordRefusal 400 code 50035 that names each fault with its path; `under` is put before each path
 */
export const parseForm = <Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
  under: (string | number)[] = [],
): z.output<Schema> => {
  const result = schema.safeParse(body, { reportInput: true });
  if (result.success) return result.data;
  throw invalidFormOf(
    result.error.issues.map((issue) => ({
      path: [...under, ...pathOf(issue)],
      ...complaint(issue),
    })),
  );
};
