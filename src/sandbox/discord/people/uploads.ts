import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ApplicationCommandOptionType as OptionType } from 'discord-api-types/v10';
import type { CommandOption } from '../checks/commands.ts';
import { sizeOfPicture } from '../messages/attachments.ts';
import type { UploadedFile } from '../messages/files.ts';
import type { CommandInput, FileInput } from './inputs.ts';
import { checkFileName } from './option-checks.ts';
import { ClientRefusal } from './refusal.ts';

/** @throws ClientRefusal if the file is too large */
export const checkSize = ({ bytes }: FileInput, limitBytes: number, field?: string): void => {
  if (bytes.byteLength > limitBytes) throw new ClientRefusal('file-too-large', 'Your files are too powerful', field);
};

/** Checks that each file of a command belongs to an option that takes one. @throws ClientRefusal */
export const checkOptionFiles = (
  options: CommandOption[],
  files: NonNullable<CommandInput['attachments']>,
  limitBytes: number,
): void => {
  for (const file of files) {
    const option = options.find((one) => one.name === file.option && one.type === OptionType.Attachment);
    if (!option) throw new ClientRefusal('invalid-option', `There is no file option ${file.option}`, file.option);
    checkFileName(option.file_types, file.name, file.option);
    checkSize(file, limitBytes, file.option);
  }
};

/** Writes files into a folder, from which a message or a command takes them. */
export const upload = (folder: string, files: FileInput[]): Promise<UploadedFile[]> =>
  Promise.all(
    files.map(async ({ name, bytes, contentType }, index) => {
      const file = path.join(folder, String(index));
      await writeFile(file, bytes);
      const size = await sizeOfPicture(file);
      return { index, filename: name, contentType, sizeBytes: bytes.byteLength, ...size, path: file };
    }),
  );
