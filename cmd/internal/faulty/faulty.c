// SPDX-License-Identifier: GPL-3.0-or-later
//go:build cgo

#include "faulty.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { files = 6, lines = 1024, block = 1 << 28, child_lives = 3, heap = 64 };

static void do_exit(void)
{
	exit(0);
}

static void do_quit(void)
{
	_exit(0);
}

static void do_abort(void)
{
	fputs("out of luck\n", stderr);
	abort();
}

static void do_fault(void)
{
	volatile int *nowhere = mmap(NULL, 1, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	*nowhere = 1;
}

static void do_hang(void)
{
	for (;;) {
		pause();
	}
}

static void do_spin(void)
{
	for (volatile int i = 0;; i = i + 1) {
	}
}

static void do_print(void)
{
	for (int i = 0; i < lines; i++) {
		printf("%0128d\n", i);
	}
	fflush(stdout);
}

static void do_leak(void)
{
	for (;;) {
		char *p = malloc(block);
		*(volatile char *)p = 1; // fails with the allocation
	}
}

static void do_fork(void)
{
	if (fork() == 0) {
		sleep(child_lives); // with all files open
		_exit(0);
	}
	exit(0);
}

static void do_kill(void)
{
	raise(SIGKILL);
}

static void do_close(void)
{
	for (int fd = 0; fd < files; fd++) {
		close(fd);
	}
}

// do_corrupt writes beyond a block, which the allocator finds when the next one is freed.
static void do_corrupt(void)
{
	char *volatile first = malloc(heap), *volatile second = malloc(heap);
	memset(first, -1, 2 * heap); // NOLINT
	free(second);
	free(first);
	abort(); // an allocator that looks for nothing
}

static void *quit(void *unused)
{
	exit(0);
	return unused;
}

// do_thread ends the process from a thread that Go knows nothing of.
static void do_thread(void)
{
	pthread_t t;
	pthread_create(&t, NULL, quit, NULL);
	pthread_join(t, NULL);
}

static long deeper(long depth)
{
	volatile char page[4096];
	page[0] = 1;
	return depth == 0 ? 0 : deeper(depth - 1) + page[0];
}

static void do_recurse(void)
{
	exit((int)deeper(1L << 40)); // no stack is as deep
}

static const struct {
	const char *name;
	void (*act)(void);
} faults[] = {
	{"exit", do_exit},
	{"quit", do_quit},
	{"abort", do_abort},
	{"fault", do_fault},
	{"hang", do_hang},
	{"spin", do_spin},
	{"print", do_print},
	{"leak", do_leak},
	{"fork", do_fork},
	{"kill", do_kill},
	{"close", do_close},
	{"corrupt", do_corrupt},
	{"thread", do_thread},
	{"recurse", do_recurse},
};

int faulty_do(const char *what)
{
	for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
		if (strcmp(what, faults[i].name) == 0) {
			faults[i].act();
			return 0;
		}
	}
	return -1;
}
