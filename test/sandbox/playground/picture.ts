import type { JSHandle, Page } from 'playwright-core';
import sharp from 'sharp';

/** A small picture, as somebody could have it on their machine. */
export const drawnPicture = (): Promise<Buffer> =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: '#cc7744' } })
    .png()
    .toBuffer();

/** What a browser hands on when a PNG file is dropped or pasted. */
export const carrying = (page: Page, name: string, bytes: Buffer): Promise<JSHandle> =>
  page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array([${bytes.join()}])], '${name}', { type: 'image/png' }));
    return transfer;
  })()`);

/** Pastes a PNG file, as a browser tells the page of it. */
export const paste = async (page: Page, name: string, bytes: Buffer): Promise<void> => {
  const data = await carrying(page, name, bytes);
  await data.evaluate(`(clipboardData) => {
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }`);
};
