import type { State } from './store.ts';

const cache = new WeakMap<object, (channelId: string) => boolean>();

/** Whether a channel has messages that the person has not looked at. The same function while nothing changed. */
export const isUnread = ({ seen, personId, latest }: State): ((channelId: string) => boolean) => {
  const known = cache.get(latest);
  const own = seen[personId];
  if (known && cache.get(own ?? latest) === known) return known;
  const made = (channelId: string): boolean => (latest[channelId] ?? '') !== (own?.[channelId] ?? '');
  cache.set(latest, made);
  cache.set(own ?? latest, made);
  return made;
};
