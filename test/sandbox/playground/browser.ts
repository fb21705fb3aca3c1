import { afterAll } from 'vitest';
import { findBrowser } from '../../support/find-browser.ts';
import { requireInCi } from '../../support/require-in-ci.ts';

/** One browser for all tests of a file. */
export const browser = await findBrowser();
export const hasBrowser = requireInCi(browser !== undefined, 'no Chromium starts on this machine');

afterAll(() => browser?.close());
