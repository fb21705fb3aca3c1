/** Something that happens again and again: who tells of it need not know who listens, and so can be made first. */
export interface Topic<Facts> {
  tell(facts: Facts): void;
  /** Listeners return at once, and never throw. */
  listen(listener: (facts: Facts) => void): void;
}

export function createTopic<Facts>(): Topic<Facts> {
  const listeners: ((facts: Facts) => void)[] = [];
  return {
    tell: (facts) => {
      for (const listener of listeners) listener(facts);
    },
    listen: (listener) => {
      listeners.push(listener);
    },
  };
}
