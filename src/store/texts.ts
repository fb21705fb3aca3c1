import { Keyv, type KeyvStoreAdapter } from 'keyv';

/**
 * Keyv over one table of an adapter. It gets texts and hands texts out, so that it cannot take a record for an expired one;
 * keys are as they are in the table.
 */
export function textsOver(adapter: KeyvStoreAdapter): Keyv<string> {
  const texts = new Keyv<string>(adapter, {
    throwOnErrors: true,
    namespace: '',
    useKeyPrefix: false,
    deserialize: <Value>(text: string) => ({ value: text as Value }),
  });
  // Every failure also comes as a rejection; without a listener the event would end the process.
  texts.on('error', () => undefined);
  return texts;
}
