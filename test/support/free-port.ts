export { freePort } from '../../src/sandbox/postgres/free-port.ts';
