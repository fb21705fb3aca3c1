import { addApiRoutes } from './api-routes.ts';
import { addResultRoutes } from './result-routes.ts';
import { TaskApiSandbox, type TaskApiSandboxOptions } from './sandbox.ts';

/** Starts the Task API on 127.0.0.1. */
export async function startTaskApiSandbox(options: TaskApiSandboxOptions & { port?: number }): Promise<TaskApiSandbox> {
  const sandbox = new TaskApiSandbox(options);
  addApiRoutes(sandbox);
  addResultRoutes(sandbox);
  sandbox.url = await sandbox.app.listen({ host: '127.0.0.1', port: options.port ?? 0 });
  return sandbox;
}
