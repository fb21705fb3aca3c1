/** A fit that fails and says what it was given. */
throw new Error(`environment: ${JSON.stringify(Object.keys(process.env))}`);
