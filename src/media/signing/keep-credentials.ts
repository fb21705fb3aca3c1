import type { Fitter } from '../files/media.ts';
import { hasCredentials } from '../metadata/mark-generated.ts';

/** Leaves files with content credentials as they are if they fit, for an Easel that can't sign what it changes. */
export const keepCredentials = (fitter: Fitter): Fitter => ({
  fit: async (file, limitBytes, options) =>
    file.sizeBytes <= limitBytes && (await hasCredentials(file)) ? file : fitter.fit(file, limitBytes, options),
});
