import { setImmediate as nextTurn } from 'node:timers/promises';

/** Counts work that real files and threads do, so that a test knows when a set clock may move on. */
export class Activity {
  #underWay = 0;

  async track<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#underWay += 1;
    try {
      return await work();
    } finally {
      this.#underWay -= 1;
    }
  }

  /** The object with every method's promise counted. */
  watch<Target extends object>(target: Target): Target {
    return new Proxy(target, {
      get: (object, name) => {
        const value: unknown = Reflect.get(object, name);
        if (typeof value !== 'function') return value;
        return (...parts: unknown[]) => this.track(async () => Reflect.apply(value, object, parts));
      },
    });
  }

  /** Resolves when nothing is under way, and stays so for some turns of the event loop. */
  async quiet(): Promise<void> {
    for (let calm = 0; calm < CALM_TURNS; calm++) {
      if (this.#underWay > 0) calm = 0;
      await nextTurn();
    }
  }
}

/** Chains of promises between two calls take a turn or two, and so does each commit in them. */
const CALM_TURNS = 8;
