import type { ClipEditor } from '../files/media.ts';
import { takeLastFrame, takeTypicalFrame } from './clip-frames.ts';
import type { Ffmpeg } from './ffmpeg.ts';
import { joinClips } from './join-clips.ts';

/** @param found undefined for a machine without ffmpeg, which takes no frames and joins only like clips. */
export function createClipEditor(found: Promise<Ffmpeg | undefined>): ClipEditor {
  let takesFrames = false;
  void found.then((ffmpeg) => {
    takesFrames = ffmpeg !== undefined;
  });
  const foundNow = async (signal: AbortSignal): Promise<Ffmpeg | undefined> => {
    const ffmpeg = await found;
    signal.throwIfAborted();
    return ffmpeg;
  };
  return {
    get takesFrames() {
      return takesFrames;
    },
    typicalFrame: async (clip, { signal }) => {
      const ffmpeg = await foundNow(signal);
      return ffmpeg && takeTypicalFrame(ffmpeg, clip, signal);
    },
    lastFrame: async (clip, { signal }) => {
      const ffmpeg = await foundNow(signal);
      return ffmpeg && takeLastFrame(ffmpeg, clip, signal);
    },
    join: async (clips, options) => joinClips(await foundNow(options.signal), clips, options),
  };
}
