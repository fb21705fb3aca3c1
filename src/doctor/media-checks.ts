import { resolve } from 'node:path';
import { finding } from '../findings/finding.ts';
import { findFfmpeg } from '../media/clips/ffmpeg.ts';
import { checkCertificate, endFinding, MARKS, signingFilesOf } from '../parts/signing.ts';
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
  needs: ['config'],
  run: async (examination) => {
    const files = signingFilesOf(requireFact(examination, 'config'));
    const checked = files && checkCertificate(files);
    if (checked && 'id' in checked) return { findings: [checked] };
    const detail = `files are marked as made with AI: ${(checked ? MARKS.signed : MARKS.plain).join(', ')}`;
    const found = checked && endFinding(checked.endMs, examination.clock.now());
    return { detail, findings: found ? [found] : [] };
  },
};

export const mediaChecks: readonly Check[] = [folder, ffmpeg, marks];
