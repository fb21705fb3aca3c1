/** A fitting process that the machine kills for lack of memory. */
process.kill(process.pid, 'SIGKILL');
