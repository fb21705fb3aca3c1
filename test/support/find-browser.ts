import { existsSync } from 'node:fs';
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const FLAGS = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync'],
];

/** `CHROMIUM_PATH`, the Chromium in npm's package (Linux x64), or an installed one; undefined if none starts. */
export const findBrowser = async (): Promise<Browser | undefined> => {
  const own = process.platform === 'linux' && process.arch === 'x64';
  const paths = [
    ...(process.env['CHROMIUM_PATH'] ? [process.env['CHROMIUM_PATH']] : []),
    ...(own ? [await chromium.executablePath()] : []),
    ...INSTALLED.filter((path) => existsSync(path)),
  ];
  for (const executablePath of paths) {
    const browser = await playwright.launch({ executablePath, args: FLAGS, headless: true }).catch(() => undefined);
    if (browser) return browser;
  }
  return undefined;
};
