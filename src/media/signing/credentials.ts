import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import init, { WasmBuilder } from '@contentauth/c2pa-wasm';
import { GENERATED } from '../metadata/xmp.ts';
import { type Signing, signDetached, sizeOfSigned } from './cose.ts';

/** Writes content credentials (C2PA) into a file's bytes. Runs in a confined process, because it parses untrusted files. */

export interface Signable {
  bytes: Uint8Array<ArrayBuffer>;
  mimeType: string;
}

const EASEL = { name: 'Easel' };

/** The library reads blobs as a browser's worker does, at once, which Node's can't. */
class MemoryBlob extends Blob {
  readonly content: Uint8Array<ArrayBuffer>;
  override readonly size: number;

  constructor(content: Uint8Array<ArrayBuffer>) {
    super([]);
    this.content = content;
    this.size = content.byteLength;
  }

  override slice(from = 0, to = this.size): MemoryBlob {
    return new MemoryBlob(this.content.subarray(from, to));
  }
}

class MemoryReader {
  readAsArrayBuffer({ content }: MemoryBlob): ArrayBuffer {
    return content.slice().buffer;
  }
}

/** Once for a process. */
export async function loadLibrary(): Promise<void> {
  Object.assign(globalThis, { FileReaderSync: MemoryReader });
  const module = await readFile(fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm')));
  await init({ module_or_path: module });
}

/**
 * Signs a file that has no content credentials.
 * @param parents signed files that it was made from, the most important first
 * @throws an error of the library, or its words
 */
export async function writeCredentials(
  file: Signable,
  parents: readonly Signable[],
  signing: Signing,
): Promise<Uint8Array> {
  const builder = WasmBuilder.fromJson(JSON.stringify({ claim_generator_info: [EASEL], assertions: [] }));
  try {
    for (const [index, parent] of parents.entries()) {
      const label = `source${index}`;
      const relationship = index === 0 ? 'parentOf' : 'componentOf';
      const ingredient = JSON.stringify({ title: label, relationship, label });
      await builder.addIngredientFromBlob(ingredient, parent.mimeType, new MemoryBlob(parent.bytes));
      builder.addAction({
        action: index === 0 ? 'c2pa.opened' : 'c2pa.placed',
        parameters: { ingredientIds: [label] },
      });
    }
    if (parents.length > 0) builder.addAction({ action: 'c2pa.transcoded', softwareAgent: EASEL });
    else builder.addAction({ action: 'c2pa.created', digitalSourceType: GENERATED, softwareAgent: EASEL });
    const signer = {
      alg: signing.algorithm.name,
      reserveSize: sizeOfSigned(signing),
      sign: async (payload: Uint8Array) => new Uint8Array(signDetached(payload, signing)),
    };
    return await builder.sign(signer, [], file.mimeType, new MemoryBlob(file.bytes));
  } finally {
    builder.free();
  }
}
