import { writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** Another program that reads a store's file in one transaction until it ends. */
const [path = ''] = process.argv.slice(2);
const file = new DatabaseSync(path);
file.exec('BEGIN');
file.prepare('SELECT * FROM records').all();
writeSync(1, 'reading\n');
setInterval(() => undefined, 60_000);
