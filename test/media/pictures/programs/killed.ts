/** A fit that the machine ends for want of memory. */
process.kill(process.pid, 'SIGKILL');
