import type { Fitter, MediaFile } from './media.ts';

/** Makes pictures and clips fit, each in its way; sound as it is, or not at all. */
export function createFitter({ pictures, clips }: { pictures: Fitter; clips: Fitter }): Fitter {
  const byKind: Readonly<Partial<Record<MediaFile['kind'], Fitter>>> = { image: pictures, video: clips };
  return {
    fit: async (file, limitBytes, options) => {
      const fitter = byKind[file.kind];
      if (fitter) return fitter.fit(file, limitBytes, options);
      return file.sizeBytes <= limitBytes ? file : undefined;
    },
  };
}
