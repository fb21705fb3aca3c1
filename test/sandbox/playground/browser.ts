import { findBrowser } from '../../support/find-browser.ts';
import { requireInCi } from '../../support/require-in-ci.ts';

/** One browser for all files of a worker. It ends with the worker: its pipe closes. */
export const browser = await findBrowser();
export const hasBrowser = requireInCi(browser !== undefined, 'no Chromium starts on this machine');
