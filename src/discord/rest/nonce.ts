import { createHash } from 'node:crypto';

/** Discord takes no longer ones. */
const NONCE_MAX_CHARACTERS = 25;

/**
 * The nonce of a message. Discord knows a nonce by its author alone: under one that was used in another channel, or in another
 * server, it posts nothing and answers with the other message. So the channel is part of it.
 */
export function nonceOf(channelId: string, idempotencyKey: string): string {
  return createHash('sha256')
    .update(`${channelId}|${idempotencyKey}`)
    .digest('base64url')
    .slice(0, NONCE_MAX_CHARACTERS);
}
