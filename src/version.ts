import manifest from '../package.json' with { type: 'json' };

/** Easel's version, from package.json. */
export const VERSION = manifest.version;
