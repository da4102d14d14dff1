/* SPDX-License-Identifier: Apache-2.0 */
/* The protocol of kernel/cores for SPIN: a shared semaphore, inboxes, wakes, timeouts, moves. Two
 * cores, THREADS threads; thread t begins on core t % CORES. Each core runs its ready threads one
 * call at a time, in any order, which includes each order of priorities, and serves interrupts only
 * where the kernel's lock is open.
 *
 * Checked: no unit is lost or doubled; no thread waits while there are units; a thread becomes ready
 * once for each wait, on its own core, and after its context has been saved; an inbox has no thread
 * twice (C3 in kernel/cores/cores.h), and one that is not empty has its interrupt pending (C5).
 *
 * test_model.py defines one MUTANT_ at a time. */
#define CORES 2
#define THREADS 4
#define CALLS 2 /* of each thread */

/* 0: posts, 1: waits, 2: moves and then posts */
#define ROLE(t) ((t) == 0 -> 0 : ((t) == 2 -> 2 : 1))

mtype = { READY, WAITS };

byte count;                   /* of the semaphore */
byte list[THREADS], listed;   /* its waiting threads, FIFO, and their number */
bool is_listed[THREADS];      /* shared_listed */
byte inbox[8], received[CORES]; /* CORES * THREADS places; their numbers */
bool is_called[CORES];        /* the interrupt is pending */
byte sending[CORES];          /* senders between the store to the inbox and the interrupt */
bool shared_lock;
byte core_of[THREADS];
mtype state[THREADS];
bool is_saved[THREADS];       /* the context is on the stack */
bool is_timed[THREADS];       /* the timeout is started */
bool moves[THREADS];          /* it is on its way to another core */
byte calls_left[THREADS];
byte posts, taken;
byte inside;                  /* calls and handlers that have begun and not ended */

inline take() { atomic { !shared_lock -> shared_lock = true } }
inline free() { shared_lock = false }

inline list_remove(t) {
    d_step {
        k = 0;
        do
        :: list[k] != t -> k++
        :: else -> break
        od;
        do
        :: k + 1 < listed -> list[k] = list[k + 1]; k++
        :: else -> break
        od;
        listed--; list[listed] = 0; k = 0
    }
}

/* Under the shared lock. */
inline put(t, to, was_empty) {
    d_step {
        was_empty = (received[to] == 0);
        k = 0;
        do
        :: k < received[to] -> assert(inbox[(to) * THREADS + k] != t); k++
        :: else -> break
        od;
        k = 0;
        inbox[(to) * THREADS + received[to]] = t;
        received[to]++;
        sending[to]++
    }
}

inline send(t, to, was_empty) {
#ifdef MUTANT_CALL_FIRST
    is_called[to] = true;
#endif
    put(t, to, was_empty);
    free();
#ifndef MUTANT_CALL_FIRST
#ifdef MUTANT_NO_CALL
    if :: was_empty && to == 0 -> is_called[to] = true :: else fi;
#else
    if :: was_empty -> is_called[to] = true :: else fi;
#endif
#endif
    sending[to]--
}

inline make_ready(t) {
    assert(state[t] == WAITS);
    assert(is_saved[t]);
    assert(core_of[t] == c);
    is_timed[t] = false;
    state[t] = READY
}

/* board_look_for_calls, which looks without the shared lock, and lm_cores_serve. */
inline serve() {
#ifdef MUTANT_WITHDRAW_LATE
    atomic { is_called[c] -> inside++ };
#else
    atomic { is_called[c] -> is_called[c] = false; inside++ };
#endif
    if
    :: received[c] > 0 ->
        take();
        d_step {
            n = received[c];
            k = 0;
            do
            :: k < n -> box[k] = inbox[c * THREADS + k]; inbox[c * THREADS + k] = 0; k++
            :: else -> break
            od;
            received[c] = 0; k = 0
        }
        free()
    :: else
    fi;
#ifdef MUTANT_WITHDRAW_LATE
    is_called[c] = false;
#endif
    j = 0;
    do
    :: j < n ->
        w = box[j]; box[j] = 0; j++;
        if
        :: core_of[w] != c -> take(); send(w, core_of[w], was_empty)
        :: else ->
            make_ready(w);
            if :: moves[w] -> moves[w] = false :: else -> taken++ fi
        fi;
        w = 0; was_empty = false
    :: else -> break
    od;
    j = 0; n = 0; inside--
}

/* The alarm of a thread of this core that waits with a timeout. */
#define EXPIRE(T) \
    :: core_of[T] == c && state[T] == WAITS && is_timed[T] -> w = T; is_timed[T] = false

inline expire() {
    if EXPIRE(0) EXPIRE(1) EXPIRE(2) EXPIRE(3) fi;
    inside++;
    take();
    was_listed = is_listed[w];
    if
    :: was_listed -> is_listed[w] = false; list_remove(w)
    :: else
    fi;
    free();
#ifdef MUTANT_EXPIRE_BLINDLY
    make_ready(w);
#else
    if :: was_listed -> make_ready(w) :: else fi;
#endif
    was_listed = false; w = 0; inside--
}

/* lm_shared_wait: interrupts are off until the switch has saved the context. */
inline wait() {
#ifdef MUTANT_LOOK_UNLOCKED
    if
    :: count > 0 -> take(); count--; taken++; free(); is_saved[t] = true
    :: else ->
        take();
#else
    take();
    if
    :: count > 0 -> count--; taken++; free(); is_saved[t] = true
    :: else ->
#endif
        list[listed] = t; listed++; is_listed[t] = true;
#ifdef MUTANT_BLOCK_LATE
        free();
        is_saved[t] = true; inside--; serve(); inside++;
        state[t] = WAITS;
#else
        free();
        state[t] = WAITS;
#endif
        if :: is_timed[t] = true :: is_timed[t] = false fi;
        is_saved[t] = true
    fi
}

inline post() {
    take();
    posts++;
    if
    :: listed > 0 ->
        w = list[0]; list_remove(w);
#ifndef MUTANT_STAY_LISTED
        is_listed[w] = false;
#endif
        if
#ifdef MUTANT_WAKE_DIRECTLY
        :: true -> free(); state[w] = READY; assert(core_of[w] == c); taken++
#else
        :: core_of[w] == c -> free(); make_ready(w); taken++
        :: else -> send(w, core_of[w], was_empty)
#endif
        fi;
        w = 0; was_empty = false
    :: else -> count++; free()
    fi;
    is_saved[t] = true
}

inline move() {
    state[t] = WAITS; moves[t] = true; core_of[t] = 1 - c;
    take();
#ifdef MUTANT_MOVE_DIRECTLY
    send(t, 1 - c, was_empty);
#else
    send(t, c, was_empty);
#endif
    was_empty = false;
    is_saved[t] = true
}

#define PICK(T) :: core_of[T] == c && state[T] == READY && calls_left[T] > 0 -> t = T

proctype Core(byte c) {
    byte k, j, n, t, w;
    bool was_listed, was_empty;
    byte box[THREADS];

    do
    :: d_step {
        assert(received[0] == 0 || is_called[0] || sending[0] > 0 || inside > 0);
        assert(received[1] == 0 || is_called[1] || sending[1] > 0 || inside > 0);
        if
        :: inside == 0 ->
            assert(count == 0 || listed == 0);
            k = 0; n = 0;
            do
            :: k < received[0] -> n = n + (moves[inbox[k]] -> 0 : 1); k++
            :: else -> break
            od;
            k = 0;
            do
            :: k < received[1] -> n = n + (moves[inbox[THREADS + k]] -> 0 : 1); k++
            :: else -> break
            od;
            assert(posts == taken + count + n);
            k = 0; n = 0
        :: else
        fi }
        if
        :: atomic { if PICK(0) PICK(1) PICK(2) PICK(3) fi; inside++ };
            is_saved[t] = false;
            calls_left[t]--;
            if
            :: ROLE(t) == 1 -> wait()
            :: ROLE(t) == 2 && calls_left[t] > 0 -> move()
            :: else -> post()
            fi;
            t = 0; inside--
        :: serve()
        :: expire()
        fi
    od
}

init {
    byte i;
    atomic {
        i = 0;
        do
        :: i < THREADS ->
            calls_left[i] = CALLS; state[i] = READY; is_saved[i] = true; core_of[i] = i % CORES; i++
        :: else -> break
        od;
        run Core(0); run Core(1)
    }
}
