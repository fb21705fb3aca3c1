/** A fitting process that fails and prints its environment. */
throw new Error(`environment: ${JSON.stringify(Object.keys(process.env))}`);
