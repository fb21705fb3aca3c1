import { renameSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { FileReference } from '../checks/bodies.ts';
import { invalidForm, refusals } from '../errors.ts';
import { messageLimits } from '../limits.ts';
import type { Core } from '../state/core.ts';
import type { StoredAttachment } from '../state/state.ts';
import { cleanFilename, contentTypeOf } from './attachments.ts';

/** An uploaded file, on disk, that no message or command has taken yet. */
export interface UploadedFile {
  /** The n of `files[n]`. */
  index: number;
  filename: string;
  /** The type that the upload claims; null for none. By default, the type by the name's ending. */
  contentType?: string | null | undefined;
  sizeBytes: number;
  /** In pixels; null if the file isn't a picture. */
  width: number | null;
  height: number | null;
  path: string;
}

/** Does `work` with a new folder for uploads. In the end, removes the folder with the files that nothing took. */
export const inUploadFolder = async <Result>(
  parent: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> => {
  const folder = await mkdtemp(path.join(parent, 'upload-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** A message's files after a change. `commit` stores the new ones. */
interface PlannedFiles {
  attachments: StoredAttachment[];
  /** Ids by file name, for `attachment://name`. */
  byName: Map<string, string>;
  commit(): void;
}

interface FilesRequest {
  channelId: string;
  uploaded: UploadedFile[];
  /** Undefined if the body doesn't list files: then new files replace the existing ones. */
  references: FileReference[] | undefined;
  existing: StoredAttachment[];
  ephemeral?: boolean;
}

/**
 * Discord's rule for files: listed files stay or are new (`id` is the n of `files[n]`), and others are removed.
 * @throws DiscordRefusal 400 for an unknown reference and for more than ten files
 */
export const planFiles = (core: Core, request: FilesRequest): PlannedFiles => {
  const { uploaded, existing } = request;
  const implied = uploaded.length > 0 ? uploaded.map(({ index }) => ({ id: String(index) })) : existing;
  const references: FileReference[] = request.references ?? implied.map(({ id }) => ({ id }));
  const moves: (() => void)[] = [];
  const attachments = references.map((reference, index) => {
    const kept = existing.find((one) => one.id === reference.id);
    if (kept) return withReference(kept, reference);
    const file = uploaded.find((one) => String(one.index) === reference.id);
    if (!file) {
      throw invalidForm(['attachments', index, 'id'], 'ATTACHMENT_NOT_FOUND', `Attachment ${reference.id} not found.`);
    }
    const attachment = withReference(fromUpload(core, file, reference, request), reference);
    moves.push(() => renameSync(file.path, core.attachments.pathOf(attachment.id)));
    return attachment;
  });
  if (attachments.length > messageLimits.files) throw refusals.tooManyAttachments();
  return {
    attachments,
    byName: new Map(attachments.map((one) => [one.filename, one.id])),
    commit: () => {
      for (const move of moves) move();
      for (const attachment of attachments) core.attachments.add(attachment);
    },
  };
};

const withReference = (attachment: StoredAttachment, { description, title, is_spoiler }: FileReference) => ({
  ...attachment,
  description: description ?? attachment.description,
  title: title ?? attachment.title,
  isSpoiler: is_spoiler ?? attachment.isSpoiler,
});

const fromUpload = (
  core: Core,
  file: UploadedFile,
  { filename }: FileReference,
  { channelId, ephemeral = false }: FilesRequest,
): StoredAttachment => {
  const given = filename ?? file.filename;
  const cleaned = cleanFilename(given);
  return {
    id: core.nextId(),
    filename: cleaned,
    title: cleaned === given ? null : given.replace(/\.[^.]*$/, ''),
    description: null,
    contentType: file.contentType === undefined ? (contentTypeOf(cleaned) ?? null) : file.contentType,
    sizeBytes: file.sizeBytes,
    width: file.width,
    height: file.height,
    isSpoiler: cleaned.startsWith('SPOILER_'),
    channelId,
    ephemeral,
  };
};
