/** The work that one look at a prompt may take, counted: it blocks the process, whoever else waits. */
export interface Steps {
  spend(steps: number): void;
  /** From now on nothing more is looked at. */
  readonly areSpent: boolean;
  readonly spent: number;
}

export function createSteps(limit: number): Steps {
  let spent = 0;
  return {
    spend: (steps) => {
      spent += steps;
    },
    get areSpent() {
      return spent > limit;
    },
    get spent() {
      return spent;
    },
  };
}
