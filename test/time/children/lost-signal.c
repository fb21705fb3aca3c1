#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

/* Loses one signal of the main thread while LOSE_SIGNAL is set, as glibc before 2.41 may (its bug 25847). */
int pthread_cond_signal(pthread_cond_t *condition) {
  static int (*real)(pthread_cond_t *);
  if (!real) real = (int (*)(pthread_cond_t *))dlsym(RTLD_NEXT, "pthread_cond_signal");
  if (gettid() != getpid() || !getenv("LOSE_SIGNAL")) return real(condition);
  unsetenv("LOSE_SIGNAL");
  return 0;
}
