import type { DiscordSandbox } from '../../discord/sandbox.ts';

/** What `look` finds, as soon as a change at Discord lets it. @throws what `look` throws; the signal's reason */
export const awaitChange = async <Found>(
  discord: DiscordSandbox,
  look: () => Found | undefined,
  signal: AbortSignal,
): Promise<Found> => {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Found>();
  const tryIt = (): void => {
    try {
      const found = look();
      if (found !== undefined) resolve(found);
    } catch (error) {
      reject(error);
    }
  };
  const onAbort = (): void => reject(signal.reason);
  const stop = discord.on('change', tryIt);
  signal.addEventListener('abort', onAbort, { once: true });
  tryIt();
  try {
    return await promise;
  } finally {
    stop();
    signal.removeEventListener('abort', onAbort);
  }
};
