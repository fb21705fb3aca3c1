import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findFfmpeg } from '../../../src/media/clips/ffmpeg.ts';
import { tempFolder } from '../../store/temp-folder.ts';

describe('ffmpeg', () => {
  it('may end before anything else happens', async () => {
    const path = join(await tempFolder(), 'ffmpeg');
    await writeFile(path, '#!/bin/sh\n[ "$1" = -version ] && echo "ffmpeg version 1" && exit 0\nexit 1\n', {
      mode: 0o700,
    });
    const ffmpeg = await findFfmpeg(path);
    expect(ffmpeg?.version).toBe('1');
    const limits = { timeLimitMs: 30_000, signal: new AbortController().signal };
    for (let runs = 0; runs < 10; runs += 1) expect(await ffmpeg?.run([], limits)).toBe(false);
  });
});
