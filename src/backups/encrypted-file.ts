import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { toStoreError } from '../store/database/failures.ts';
import { StoreError } from '../store/store.ts';

/**
 * A backup that is encrypted with AES-256-GCM, in one stream: a header, the encrypted bytes, and a tag that proves that
 * no one changed any of it. The header is readable: it says which key fits.
 */

const CIPHER = 'aes-256-gcm';
const MARK = Buffer.from('Easel backup 1\n');
const KEY_NAME_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = MARK.length + KEY_NAME_BYTES + NONCE_BYTES;

/** Tells keys apart, and says nothing else of them. */
const nameOf = (key: Buffer): Buffer => createHash('sha256').update(key).digest().subarray(0, KEY_NAME_BYTES);

/** @param key of 32 bytes @throws StoreError if `toPath` exists or can't be written. Leaves nothing behind then. */
export async function encryptFile(path: string, toPath: string, key: Buffer): Promise<void> {
  const nonce = randomBytes(NONCE_BYTES);
  const header = Buffer.concat([MARK, nameOf(key), nonce]);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(header);
  await write(path, toPath, 'the backup cannot be encrypted', {}, async function* (bytes) {
    yield header;
    for await (const chunk of bytes) yield cipher.update(chunk);
    yield cipher.final();
    yield cipher.getAuthTag();
  });
}

/** @throws StoreError if another key, or none, is needed, or anything of the file was changed. Leaves nothing then. */
export async function decryptFile(path: string, toPath: string, key: Buffer | undefined): Promise<void> {
  const { header, tag, end } = await readEnds(path);
  const [neededKey, nonce] = [header.subarray(MARK.length, -NONCE_BYTES), header.subarray(-NONCE_BYTES)];
  if (key === undefined) {
    throw new StoreError(`${path} is encrypted. Set BACKUP_KEY_FILE to the file with key ${neededKey.toString('hex')}`);
  }
  if (!nameOf(key).equals(neededKey)) {
    const [needed, given] = [neededKey, nameOf(key)].map((name) => name.toString('hex'));
    throw new StoreError(`${path} needs key ${needed}. BACKUP_KEY is key ${given}`);
  }
  const decipher = createDecipheriv(CIPHER, key, nonce).setAAD(header).setAuthTag(tag);
  await write(
    path,
    toPath,
    `${path} cannot be decrypted`,
    { start: HEADER_BYTES, end: end - 1 },
    async function* (bytes) {
      for await (const chunk of bytes) yield decipher.update(chunk);
      yield decipher.final();
    },
  );
}

/** Whether the file says so. To copy a file that can't be read fails, and says why. */
export async function isEncrypted(path: string): Promise<boolean> {
  try {
    await using file = await open(path);
    const { buffer } = await file.read({ buffer: Buffer.alloc(MARK.length) });
    return buffer.equals(MARK);
  } catch {
    return false;
  }
}

/** @param range of the bytes to read, both ends included */
async function write(
  path: string,
  toPath: string,
  doing: string,
  range: { start?: number; end?: number },
  change: (bytes: AsyncIterable<Buffer>) => AsyncIterable<Buffer>,
): Promise<void> {
  const target = await open(toPath, 'wx', 0o600).catch((cause: unknown) => {
    const isTaken = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST';
    throw isTaken ? new StoreError(`the file exists already: ${toPath}`) : toStoreError(doing, cause);
  });
  try {
    await pipeline(createReadStream(path, range), change, target.createWriteStream({ flush: true }));
  } catch (cause) {
    await rm(toPath, { force: true });
    throw toStoreError(doing, cause);
  }
}

/** @returns also where the encrypted bytes end */
async function readEnds(path: string): Promise<{ header: Buffer; tag: Buffer; end: number }> {
  await using file = await open(path);
  const end = (await file.stat()).size - TAG_BYTES;
  if (end <= HEADER_BYTES) throw new StoreError(`${path} is cut off`);
  const header = await file.read({ buffer: Buffer.alloc(HEADER_BYTES), position: 0 });
  const tag = await file.read({ buffer: Buffer.alloc(TAG_BYTES), position: end });
  return { header: header.buffer, tag: tag.buffer, end };
}
