import { EventEmitter } from 'node:events';

/** Something that a page showing the sandbox wants to know at once. */
export type SandboxChange =
  | { kind: 'message-created' | 'message-updated' | 'message-deleted'; channelId: string; messageId: string }
  | { kind: 'interaction-created' | 'interaction-answered'; channelId: string; interactionId: string; userId: string }
  | { kind: 'commands' | 'world' | 'faults' }
  /** How many gateway sessions of the bot are connected now. */
  | { kind: 'gateway'; connections: number };

export type ChangeListener = (change: SandboxChange) => void;

export class Changes {
  readonly emitter = new EventEmitter<{ change: [SandboxChange] }>();

  constructor() {
    this.emitter.setMaxListeners(0);
  }

  emit(change: SandboxChange): void {
    this.emitter.emit('change', change);
  }

  /** @returns what takes the listener off again */
  listen(listener: ChangeListener): () => void {
    this.emitter.on('change', listener);
    return () => this.emitter.off('change', listener);
  }
}
