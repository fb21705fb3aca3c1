/** What a member reads of Easel's records: what is about them, without who the others are and what those wrote. */

const SNOWFLAKE = /^\d{17,20}$/;
/** Fields with ids that are no people's. */
const NO_PERSON =
  /^id$|(?:application|attachment|card|channel|guild|job|message|origin|post|request|role|round|task)Ids?$/;
/** Fields that say whose an element of a list is. Who owns a picture that the member used is no one's words. */
const AUTHOR = /^(?:by|member)Id$/;
const SOMEONE = 'someone else';
/** May open a picture that the member may no longer see. */
const ADDRESS = /^https?:\/\//;
const AN_ADDRESS = 'an address';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isOthers = (value: unknown, memberId: string): boolean =>
  typeof value === 'string' && SNOWFLAKE.test(value) && value !== memberId;

/** @returns the part of a record that is about a member; undefined if nothing is */
export function partAbout(key: string, value: unknown, memberId: string): unknown {
  const isTheirs = key.split(/[:-]/).includes(memberId) || (isObject(value) && value['memberId'] === memberId);
  return isTheirs ? withoutOthers(value, memberId) : partNaming(value, memberId);
}

function withoutOthers(value: unknown, memberId: string, field = ''): unknown {
  if (Array.isArray(value)) {
    const own = value.filter(
      (one) => !isObject(one) || !Object.entries(one).some(([name, id]) => AUTHOR.test(name) && isOthers(id, memberId)),
    );
    return own.map((one) => withoutOthers(one, memberId, field));
  }
  if (isObject(value)) {
    // A token opens a message of this member's for some minutes, and is no fact about them.
    const shown = Object.entries(value).filter(([name]) => name !== 'token' && !isOthers(name, memberId));
    return Object.fromEntries(shown.map(([name, one]) => [name, withoutOthers(one, memberId, name)]));
  }
  if (typeof value !== 'string' || NO_PERSON.test(field)) return value;
  if (ADDRESS.test(value)) return AN_ADDRESS;
  return value.replaceAll(/\b\d{17,20}\b/g, (id) => (id === memberId ? id : SOMEONE));
}

/** The elements and entries that name the member, with the way to them. */
function partNaming(value: unknown, memberId: string): unknown {
  if (Array.isArray(value)) {
    const found = value.flatMap((one) => partNaming(one, memberId) ?? []);
    return found.length > 0 ? found : undefined;
  }
  if (!isObject(value)) return value === memberId ? value : undefined;
  const entries = Object.entries(value);
  if (entries.some(([, one]) => one === memberId || (isObject(one) && Object.values(one).includes(memberId)))) {
    return withoutOthers(value, memberId);
  }
  const found = entries.flatMap(([name, one]): [string, unknown][] => {
    const part = name === memberId ? withoutOthers(one, memberId) : partNaming(one, memberId);
    return part === undefined ? [] : [[name, part]];
  });
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}
