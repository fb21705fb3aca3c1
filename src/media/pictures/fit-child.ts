import { confineThisProcess, UNFITTABLE_EXIT_CODE } from '../confined/confined-child.ts';
import { fitPicture } from './fit-picture.ts';

/** The process that makes one picture fit: `node fit-child.ts FROM TO LIMIT_BYTES MEMORY_BYTES`. */

const [from = '', to = '', limitBytes, memoryBytes] = process.argv.slice(2);
confineThisProcess(Number(memoryBytes));
const isWritten = await fitPicture(from, Number(limitBytes), to);
process.exit(isWritten ? 0 : UNFITTABLE_EXIT_CODE);
