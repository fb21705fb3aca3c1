/** A fitting process that never ends. */
setInterval(() => undefined, 1_000);
