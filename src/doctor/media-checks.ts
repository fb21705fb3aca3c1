import { resolve } from 'node:path';
import { finding } from '../findings/finding.ts';
import { findFfmpeg } from '../media/clips/ffmpeg.ts';
import { MARKS } from '../media/metadata/mark-generated.ts';
import { missingFfmpeg } from '../parts/warnings.ts';
import { type Check, requireFact } from './check.ts';
import { folderTrouble } from './folders.ts';

/** Checks of what results need. */

const folder: Check = {
  name: 'media.folder',
  needs: ['config'],
  run: async (examination) => {
    const path = resolve(requireFact(examination, 'config').MEDIA_FOLDER);
    const reason = await folderTrouble(path);
    return { findings: reason === undefined ? [] : [finding('media.folder', { path, reason })] };
  },
};

const ffmpeg: Check = {
  name: 'media.ffmpeg',
  needs: ['config'],
  run: async (examination) => {
    const path = requireFact(examination, 'config').FFMPEG_PATH;
    const found = await findFfmpeg(path);
    if (found) return { detail: found.version };
    return { findings: [missingFfmpeg(path)] };
  },
};

const marks: Check = {
  name: 'media.marks',
  run: async () => ({ detail: `files are marked as made with AI: ${MARKS.join(', ')}` }),
};

export const mediaChecks: readonly Check[] = [folder, ffmpeg, marks];
