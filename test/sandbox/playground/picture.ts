import type { JSHandle, Page } from 'playwright-core';
import sharp from 'sharp';

/** A small picture, like one on a member's machine. */
export const drawnPicture = (): Promise<Buffer> =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: '#cc7744' } })
    .png()
    .toBuffer();

/** An expression for the page: what a browser passes on when a PNG file is dropped or pasted. */
const transferOf = (name: string, bytes: Buffer): string => `(() => {
  const transfer = new DataTransfer();
  transfer.items.add(new File([new Uint8Array([${bytes.join()}])], '${name}', { type: 'image/png' }));
  return transfer;
})()`;

export const carrying = (page: Page, name: string, bytes: Buffer): Promise<JSHandle> =>
  page.evaluateHandle(transferOf(name, bytes));

export const paste = async (page: Page, name: string, bytes: Buffer): Promise<void> => {
  const options = `{ clipboardData: ${transferOf(name, bytes)}, bubbles: true, cancelable: true }`;
  await page.evaluate(`document.dispatchEvent(new ClipboardEvent('paste', ${options}))`);
};
