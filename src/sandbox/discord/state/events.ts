/** A change that a page showing the sandbox needs to know at once. */
export type SandboxChange =
  | { kind: 'message-created' | 'message-updated' | 'message-deleted'; channelId: string; messageId: string }
  | { kind: 'commands' | 'world' | 'faults' | 'gateway' };

export type ChangeListener = (change: SandboxChange) => void;

export class Changes {
  readonly #listeners = new Set<ChangeListener>();

  emit(change: SandboxChange): void {
    for (const listener of [...this.#listeners]) listener(change);
  }

  /** @returns a function that removes the listener */
  listen(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
