import { randomUUID } from 'node:crypto';
import { copyFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ApplicationCommandOptionType as OptionType } from 'discord-api-types/v10';
import type { CommandOption } from '../checks/commands.ts';
import { cleanFilename, contentTypeOf, sizeOfPicture } from '../messages/attachments.ts';
import type { UploadedFile } from '../messages/bodies.ts';
import type { Core } from '../state/core.ts';
import type { StoredAttachment } from '../state/state.ts';
import type { CommandInput, FileInput } from './inputs.ts';
import { checkFileName } from './option-checks.ts';
import { ClientRefusal } from './refusal.ts';

const put = async (input: FileInput, file: string): Promise<number> => {
  if (input.path !== undefined) await copyFile(input.path, file);
  else await writeFile(file, input.bytes ?? new Uint8Array());
  return (await stat(file)).size;
};

const sizeOf = async (input: FileInput): Promise<number> =>
  input.path === undefined ? (input.bytes?.byteLength ?? 0) : (await stat(input.path)).size;

/** @throws ClientRefusal before anything is copied */
export const checkSize = async (input: FileInput, limitBytes: number, field?: string): Promise<void> => {
  if ((await sizeOf(input)) <= limitBytes) return;
  throw new ClientRefusal('file-too-large', 'Your files are too powerful', field);
};

/** Checks that each file of a command belongs to an option that takes one. @throws ClientRefusal */
export const checkOptionFiles = async (
  options: CommandOption[],
  files: NonNullable<CommandInput['attachments']>,
  limitBytes: number,
): Promise<void> => {
  for (const file of files) {
    const option = options.find((one) => one.name === file.option && one.type === OptionType.Attachment);
    if (!option) throw new ClientRefusal('invalid-option', `There is no file option ${file.option}`, file.option);
    checkFileName(option.file_types, file.name, file.option);
    await checkSize(file, limitBytes, file.option);
  }
};

/** Stores a command's file as an ephemeral attachment. */
export const uploadEphemeral = async (core: Core, channelId: string, input: FileInput): Promise<StoredAttachment> => {
  const id = core.nextId();
  const file = core.attachments.pathOf(id);
  const sizeBytes = await put(input, file);
  const filename = cleanFilename(input.name);
  const attachment: StoredAttachment = {
    id,
    filename,
    title: filename === input.name ? null : input.name,
    description: null,
    contentType: input.contentType === undefined ? (contentTypeOf(filename) ?? null) : input.contentType,
    sizeBytes,
    ...(await sizeOfPicture(file)),
    isSpoiler: filename.startsWith('SPOILER_'),
    channelId,
    ephemeral: true,
  };
  core.attachments.add(attachment);
  return attachment;
};

/** Stores a file of a person's message. */
export const uploadForMessage = async (folder: string, input: FileInput, index: number): Promise<UploadedFile> => {
  const file = path.join(folder, `upload-${randomUUID()}`);
  const sizeBytes = await put(input, file);
  const contentType = input.contentType ?? undefined;
  return { index, filename: input.name, contentType, sizeBytes, ...(await sizeOfPicture(file)), path: file };
};
