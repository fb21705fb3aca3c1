/** The listeners to events of one kind. */
export class Listeners<Event> {
  readonly #listeners = new Set<(event: Event) => void>();

  emit(event: Event): void {
    for (const listener of [...this.#listeners]) listener(event);
  }

  /** @returns a function that removes the listener */
  listen(listener: (event: Event) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
