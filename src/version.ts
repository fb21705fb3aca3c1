import manifest from '../package.json' with { type: 'json' };

/** Easel's version, as package.json has it. */
export const VERSION = manifest.version;
