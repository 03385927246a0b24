/*
 * Between a program and the system, by LD_PRELOAD: a clock that is set, and a disk that is slow to say that all is on it. The file
 * that PRECOUNT_FAULTS names holds two numbers, which may change at any time: seconds that the clock is ahead, and milliseconds
 * that each sync takes longer.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

struct faults {
  int64_t clock_ahead_s;
  int64_t sync_longer_ms;
};
static const struct faults none;
static const volatile struct faults *faults = &none;

__attribute__((constructor)) static void open_faults(void) {
  const char *path = getenv("PRECOUNT_FAULTS");
  int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  if (fd < 0) return;
  void *page = mmap(NULL, sizeof(struct faults), PROT_READ, MAP_SHARED, fd, 0);
  close(fd);
  if (page != MAP_FAILED) faults = page;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  long failed = syscall(SYS_clock_gettime, clock, now);
  /* What counts how long something takes is left alone, as a machine's clock leaves it. */
  if (!failed && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += faults->clock_ahead_s;
  return (int)failed;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  (void)zone;
  struct timespec exact;
  if (clock_gettime(CLOCK_REALTIME, &exact)) return -1;
  now->tv_sec = exact.tv_sec;
  now->tv_usec = exact.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *result) {
  struct timespec exact;
  clock_gettime(CLOCK_REALTIME, &exact);
  if (result) *result = exact.tv_sec;
  return exact.tv_sec;
}

static void wait_longer(void) {
  int64_t ms = faults->sync_longer_ms;
  struct timespec wait = {ms / 1000, ms % 1000 * 1000000};
  if (ms > 0) nanosleep(&wait, NULL);
}

int fsync(int fd) {
  wait_longer();
  return (int)syscall(SYS_fsync, fd);
}

int fdatasync(int fd) {
  wait_longer();
  return (int)syscall(SYS_fdatasync, fd);
}
