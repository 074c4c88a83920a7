/* Threads that share the parts of a piece of work with the thread that calls.

   The caller takes parts like the others and waits only for threads that have joined the round: one that gets no processor in time is
   not waited for, so that a busy machine costs little. Threads sleep while there is no work. After a fork they are gone, and the caller
   does all parts itself. */

#ifndef TABLIER_WORKERS_H
#define TABLIER_WORKERS_H

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

typedef void (*part_function)(void *subject, int worker, int part);

struct Workers;

typedef struct {
    struct Workers *workers;
    int number; /* from 1: 0 is the caller */
    pthread_t thread;
} Member;

typedef struct Workers {
    pthread_mutex_t lock;
    pthread_cond_t begun, ended;
    unsigned long round;
    part_function work; /* of this round, as are the next five */
    void *subject;
    int parts;
    int next;   /* the first part that is not taken; atomic */
    int open;   /* whether threads may still join */
    int joined; /* threads that have joined and not left */
    int stopping;
    int count; /* threads besides the caller */
    pid_t process;
    Member *members;
} Workers;

static void take_parts(Workers *workers, int number) {
    int part;
    while ((part = __atomic_fetch_add(&workers->next, 1, __ATOMIC_RELAXED)) < workers->parts)
        workers->work(workers->subject, number, part);
}

static void *serve_rounds(void *given) {
    Member *member = given;
    Workers *workers = member->workers;
    unsigned long seen = 0;
    pthread_mutex_lock(&workers->lock);
    for (;;) {
        while (!workers->stopping && !(workers->open && workers->round != seen))
            pthread_cond_wait(&workers->begun, &workers->lock);
        if (workers->stopping)
            break;
        seen = workers->round;
        workers->joined++;
        pthread_mutex_unlock(&workers->lock);
        take_parts(workers, member->number);
        pthread_mutex_lock(&workers->lock);
        if (--workers->joined == 0)
            pthread_cond_signal(&workers->ended);
    }
    pthread_mutex_unlock(&workers->lock);
    return NULL;
}

/* `count` threads besides the caller, or as many as can be had; NULL without memory. */
static Workers *start_workers(int count) {
    Workers *workers = calloc(1, sizeof(Workers));
    if (!workers)
        return NULL;
    workers->members = calloc(count, sizeof(Member));
    if (!workers->members) {
        free(workers);
        return NULL;
    }
    pthread_mutex_init(&workers->lock, NULL);
    pthread_cond_init(&workers->begun, NULL);
    pthread_cond_init(&workers->ended, NULL);
    workers->process = getpid();
    for (; workers->count < count; workers->count++) {
        Member *member = workers->members + workers->count;
        member->workers = workers;
        member->number = workers->count + 1;
        if (pthread_create(&member->thread, NULL, serve_rounds, member))
            break;
    }
    return workers;
}

/* Call `work` once for each part, by several threads; returns when all parts are done. */
static void share_parts(Workers *workers, part_function work, void *subject, int parts) {
    if (workers->process != getpid()) { /* the lock may be held for ever, by a thread that was not forked */
        for (int part = 0; part < parts; part++)
            work(subject, 0, part);
        return;
    }
    pthread_mutex_lock(&workers->lock);
    workers->work = work;
    workers->subject = subject;
    workers->parts = parts;
    workers->next = 0;
    workers->open = 1;
    workers->round++;
    pthread_cond_broadcast(&workers->begun);
    pthread_mutex_unlock(&workers->lock);
    take_parts(workers, 0);
    pthread_mutex_lock(&workers->lock);
    workers->open = 0;
    while (workers->joined > 0)
        pthread_cond_wait(&workers->ended, &workers->lock);
    pthread_mutex_unlock(&workers->lock);
}

static void stop_workers(Workers *workers) {
    if (!workers || workers->process != getpid())
        return; /* another process has them: what little memory they are is left */
    pthread_mutex_lock(&workers->lock);
    workers->stopping = 1;
    pthread_cond_broadcast(&workers->begun);
    pthread_mutex_unlock(&workers->lock);
    for (int i = 0; i < workers->count; i++)
        pthread_join(workers->members[i].thread, NULL);
    pthread_cond_destroy(&workers->begun);
    pthread_cond_destroy(&workers->ended);
    pthread_mutex_destroy(&workers->lock);
    free(workers->members);
    free(workers);
}

#endif
