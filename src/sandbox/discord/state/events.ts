import type { Listeners } from '../../listeners.ts';

/** A change that a page showing the sandbox needs to know at once. */
export type SandboxChange =
  | { kind: 'message-created' | 'message-updated' | 'message-deleted'; channelId: string; messageId: string }
  | { kind: 'commands' | 'world' | 'faults' | 'gateway' };

export type Changes = Listeners<SandboxChange>;
