import { createRequire } from 'node:module';
import type * as Mediabunny from 'mediabunny';

/** All of it in one file, for processes that start anew for each clip. `import` would load more than sixty. */
export const mediabunny: typeof Mediabunny = createRequire(import.meta.url)('mediabunny');
