/** A queue in which keys of the first kind take turns, then keys of the second kind within each, and so on. */
export interface FairQueue<Entry> {
  readonly size: number;
  /** The number of entries under this key of the first kind. */
  sizeOf(key: string): number;
  add(entry: Entry): void;
  /** Removes and returns the next entry. Keys of the first kind that may not go keep their turn. */
  take(mayGo?: (key: string) => boolean): Entry | undefined;
  /** Removes this entry. */
  remove(entry: Entry): void;
}

type KeyOf<Entry> = (entry: Entry) => string;
type Line<Entry> = Omit<FairQueue<Entry>, 'sizeOf'>;

/** First in, first out under one key of the last kind. */
export function createFairQueue<Entry>(keyOf: KeyOf<Entry>, ...innerKeys: KeyOf<Entry>[]): FairQueue<Entry> {
  // A map keeps the order of insertion. Its first key is next, and moves to the end after its turn.
  const lines = new Map<string, Line<Entry>>();
  const [innerKey, ...others] = innerKeys;
  const createLine = (): Line<Entry> =>
    innerKey ? createFairQueue(innerKey, ...others) : createFirstComeFirstServed<Entry>();
  let size = 0;

  return {
    get size() {
      return size;
    },
    sizeOf: (key) => lines.get(key)?.size ?? 0,
    add: (entry) => {
      const key = keyOf(entry);
      const line = lines.get(key) ?? createLine();
      lines.set(key, line);
      line.add(entry);
      size += 1;
    },
    take: (mayGo = () => true) => {
      for (const [key, line] of lines) {
        if (!mayGo(key)) continue;
        const entry = line.take();
        lines.delete(key);
        if (line.size > 0) lines.set(key, line);
        size -= 1;
        return entry;
      }
      return undefined;
    },
    remove: (entry) => {
      const key = keyOf(entry);
      const line = lines.get(key);
      if (!line) return;
      const before = line.size;
      line.remove(entry);
      size += line.size - before;
      if (line.size === 0) lines.delete(key);
    },
  };
}

/** Two stacks: removing the first entry of a long array would move all the others. */
function createFirstComeFirstServed<Entry>(): Line<Entry> {
  let front: Entry[] = [];
  let back: Entry[] = [];
  return {
    get size() {
      return front.length + back.length;
    },
    add: (entry) => {
      back.push(entry);
    },
    take: () => {
      if (front.length === 0) [front, back] = [back.reverse(), []];
      return front.pop();
    },
    remove: (entry) => {
      const half = front.includes(entry) ? front : back;
      const index = half.indexOf(entry);
      if (index >= 0) half.splice(index, 1);
    },
  };
}
