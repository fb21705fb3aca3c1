import { existsSync } from 'node:fs';
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';
import { afterAll } from 'vitest';
import { requireInCi } from '../../support/require-in-ci.ts';

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const FLAGS = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync'],
];

const start = async (executablePath: string): Promise<Browser> =>
  playwright.launch({ executablePath, args: FLAGS, headless: true });

/** The Chromium that npm carries (Linux x64), else an installed one; undefined where neither starts. */
const findBrowser = async (): Promise<Browser | undefined> => {
  const own = process.platform === 'linux' && process.arch === 'x64';
  const paths = [
    ...(process.env['CHROMIUM_PATH'] ? [process.env['CHROMIUM_PATH']] : []),
    ...(own ? [await chromium.executablePath()] : []),
    ...INSTALLED.filter((path) => existsSync(path)),
  ];
  for (const path of paths) {
    const browser = await start(path).catch(() => undefined);
    if (browser) return browser;
  }
  return undefined;
};

/** One for all tests of a file. */
export const browser = await findBrowser();
export const hasBrowser = requireInCi(browser !== undefined, 'no Chromium starts on this machine');

afterAll(() => browser?.close());
