import { readFile, writeFile } from 'node:fs/promises';
import { confineThisProcess } from '../confined/confined-child.ts';
import { markGenerated } from '../metadata/mark-generated.ts';
import { readSigning } from './certificate.ts';
import { loadLibrary, type Signable, writeCredentials } from './credentials.ts';

/**
 * The process that signs one file: `node sign-child.ts CERTIFICATE KEY MEMORY_BYTES TO FROM TYPE [PARENT TYPE ...]`. It marks
 * the file before, because nothing may change after. It prints why it couldn't.
 */

const [certificateFile = '', keyFile = '', memoryBytes, to = '', from = '', mimeType = '', ...parents] =
  process.argv.slice(2);
confineThisProcess(Number(memoryBytes));

const bytesOf = async (path: string): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await readFile(path));

async function markedBytes(): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await bytesOf(from);
  const pieces = await markGenerated({ path: from, mimeType });
  if (!pieces) return bytes;
  return new Uint8Array(
    Buffer.concat(pieces.map((piece) => (piece instanceof Uint8Array ? piece : bytes.subarray(piece.from, piece.to)))),
  );
}

async function sign(): Promise<void> {
  const sources: Signable[] = [];
  for (let at = 0; at + 1 < parents.length; at += 2)
    sources.push({ bytes: await bytesOf(parents[at] ?? ''), mimeType: parents[at + 1] ?? '' });
  await loadLibrary();
  const signing = readSigning({ certificateFile, keyFile });
  await writeFile(to, await writeCredentials({ bytes: await markedBytes(), mimeType }, sources, signing), {
    mode: 0o600,
  });
}

await sign().catch((error: unknown) => {
  // The library also throws texts.
  process.stdout.write(error instanceof Error ? error.message : String(error));
});
process.exit();
