/* Preloaded into a process: writes a line to $OBSERVED_CALLS for each program that it starts and each
   address that it connects to, listens at or looks up; then does what was asked. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <netdb.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

static void observe(const char *call, const char *what) {
  const char *file = getenv("OBSERVED_CALLS");
  int descriptor = file ? open(file, O_WRONLY | O_CREAT | O_APPEND, 0600) : -1;
  if (descriptor >= 0) {
    dprintf(descriptor, "%s %s\n", call, what ? what : "");
    close(descriptor);
  }
}

static int is_local(const struct sockaddr *address) { return address->sa_family == AF_UNIX; }

int execve(const char *path, char *const arguments[], char *const environment[]) {
  observe("exec", path);
  int (*real)(const char *, char *const[], char *const[]) = dlsym(RTLD_NEXT, "execve");
  return real(path, arguments, environment);
}

int posix_spawn(pid_t *pid, const char *path, const posix_spawn_file_actions_t *actions,
                const posix_spawnattr_t *attributes, char *const arguments[], char *const environment[]) {
  observe("exec", path);
  int (*real)(pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *,
              char *const[], char *const[]) = dlsym(RTLD_NEXT, "posix_spawn");
  return real(pid, path, actions, attributes, arguments, environment);
}

int connect(int descriptor, const struct sockaddr *address, socklen_t length) {
  if (!is_local(address)) observe("connect", "");
  int (*real)(int, const struct sockaddr *, socklen_t) = dlsym(RTLD_NEXT, "connect");
  return real(descriptor, address, length);
}

int bind(int descriptor, const struct sockaddr *address, socklen_t length) {
  if (!is_local(address)) observe("bind", "");
  int (*real)(int, const struct sockaddr *, socklen_t) = dlsym(RTLD_NEXT, "bind");
  return real(descriptor, address, length);
}

int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **result) {
  observe("lookup", node);
  int (*real)(const char *, const char *, const struct addrinfo *, struct addrinfo **) =
      dlsym(RTLD_NEXT, "getaddrinfo");
  return real(node, service, hints, result);
}
