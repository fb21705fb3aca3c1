import { logFinding } from '../findings/finding.ts';
import { modelCollection } from '../jobs/records/learned-models.ts';
import { openModelRecords } from '../jobs/records/model-records.ts';
import { createFinishFile, type Sign } from '../jobs/results/finish-file.ts';
import { createServiceWatch } from '../jobs/watch/service-watch.ts';
import { createClipEditor } from '../media/clips/clip-editor.ts';
import { createClipFitter } from '../media/clips/clip-fitter.ts';
import { findFfmpeg } from '../media/clips/ffmpeg.ts';
import { createResultFetcher } from '../media/fetching/fetch-result.ts';
import { createFitter } from '../media/files/media.ts';
import { keepCredentials } from '../media/metadata/mark-generated.ts';
import { createPictureFitter } from '../media/pictures/picture-fitter.ts';
import { hashInChild } from '../media/pictures/picture-hasher.ts';
import { createTaskApi } from '../task-api/client.ts';
import { withWatchedCalls } from '../task-api/watched-calls.ts';
import { type Base, createTopic } from './base.ts';
import { openSigner } from './signing.ts';
import { missingFfmpeg } from './warnings.ts';

const CLIPS_FITTED = 'clips that are too large are encoded anew, and posts of clips have still pictures';

const FETCH_LIMITS = {
  /** Larger results are linked. */
  maxBytes: 512_000_000,
  connectTimeoutMs: 10_000,
  headersTimeoutMs: 30_000,
  bodyTimeoutMs: 30_000,
  deadlineMs: 10 * 60_000,
};

/** The generation service and its results. @throws StoreError if what was learned about models can't be read. */
export async function createService(base: Base) {
  const { config, store, results, clock, random, log, closing, metering, replaced } = base;
  const signer = openSigner(base);
  const {
    taskApi = createTaskApi({
      baseUrl: config.TASK_API_URL,
      key: config.TASK_API_KEY,
      clock,
      random,
      maySend: store.isProved,
      rereadKey: () => base.rereadSecret?.('TASK_API_KEY'),
    }),
    fetcher = createResultFetcher({
      ...FETCH_LIMITS,
      folder: results.path,
      allowPrivate: config.MEDIA_ALLOW_PRIVATE,
    }),
    media = openMedia(base, signer.sign),
  } = replaced ?? {};
  log.info({ marks: signer.marks }, 'files are marked as made with AI');
  closing.push(() => taskApi.close());
  const serviceChanged = createTopic<void>();
  const watch = createServiceWatch({ clock, log, onChange: serviceChanged.publish });
  const models = await openModelRecords({
    ...base,
    collection: store.collection(modelCollection),
    guesses: config.PRICE_GUESS_CREDITS,
  });
  closing.push(() => models.close());
  closing.push(() => fetcher.close());
  return {
    taskApi: withWatchedCalls(taskApi, clock, metering.onServiceCall),
    watch,
    serviceChanged,
    models,
    fetcher: metering.countedFetches(fetcher),
    ...media,
    signer,
  };
}

/** Fits results to upload limits and takes pictures of clips. */
function openMedia({ config, log }: Base, sign: Sign | undefined) {
  // Starting doesn't wait for this. Only oversized clips do.
  const ffmpeg = findFfmpeg(config.FFMPEG_PATH).then((found) => {
    if (found) log.info({ ffmpeg: found.version }, CLIPS_FITTED);
    else logFinding(log, missingFfmpeg(config.FFMPEG_PATH));
    return found;
  });
  const fitter = createFitter({ pictures: createPictureFitter(), clips: createClipFitter(ffmpeg) });
  return {
    fitter: sign ? fitter : keepCredentials(fitter),
    clips: createClipEditor(ffmpeg),
    finish: createFinishFile(sign),
    hashPicture: hashInChild,
  };
}

export type Service = Awaited<ReturnType<typeof createService>>;
