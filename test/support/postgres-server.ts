export { type PostgresServer, startPostgres } from '../../src/sandbox/postgres/postgres-server.ts';
