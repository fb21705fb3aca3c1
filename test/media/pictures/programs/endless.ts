/** A fit that never ends by itself. */
setInterval(() => undefined, 1_000);
