import { confineThisProcess, UNFITTABLE_EXIT_CODE } from '../confined/confined-child.ts';
import { hashPicture } from './picture-hash.ts';

/** The process that says what one picture looks like: `node hash-child.ts PATH MEMORY_BYTES`. */

const [path = '', memoryBytes] = process.argv.slice(2);
confineThisProcess(Number(memoryBytes));
const hash = await hashPicture(path);
if (!hash) process.exit(UNFITTABLE_EXIT_CODE);
process.stdout.write(JSON.stringify(hash), () => process.exit(0));
