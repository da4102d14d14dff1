/* SPDX-License-Identifier: Apache-2.0 */
/* The protocol of kernel/cores for SPIN: a shared semaphore, inboxes, wakes, timeouts, moves. Two
 * cores, THREADS threads; thread t begins on core t % CORES. Each core runs its ready threads one
 * call at a time, in any order, which includes each order of priorities, and serves interrupts only
 * where the kernel's lock is open.
 *
 * Checked: no unit is lost or duplicated; no thread waits while there are units; a thread becomes ready
 * once for each wait, on its own core, and after its context has been saved; an inbox has no thread
 * twice (C3 in kernel/cores/cores.h), and one that is not empty has its interrupt pending (C5).
 *
 * With REQUESTS, threads also end others, those of the other core by a request, at the same time as
 * they wait, move and ask themselves. Checked, too: a thread that has ended does not run again.
 *
 * test_model.py defines one MUTANT_ at a time. */
#define CORES 2
#define THREADS 4
#define CALLS 2 /* of each thread */

/* 0: posts, 1: waits, 2: moves and then posts, 3: posts, or ends thread 3; 4: waits, moves, or ends
 * thread 2 */
#ifdef REQUESTS
#define ROLE(t) ((t) == 0 -> 0 : ((t) == 1 -> 1 : ((t) == 2 -> 3 : 4)))
#else
#define ROLE(t) ((t) == 0 -> 0 : ((t) == 2 -> 2 : 1))
#endif

mtype = { READY, WAITS, ENDED };

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
#ifdef REQUESTS
byte requests[8], asked[CORES]; /* who asks, as in inbox; their numbers */
byte target[THREADS];         /* whom the request of this thread ends */
bool asks[THREADS];           /* it waits for the answer (asks.caller) */
bool answered[THREADS];       /* it is in an inbox for an answer, and not for a unit */
bool in_transit[THREADS];     /* it has ended, and is in an inbox */
bool was_moving[THREADS];     /* it is in an inbox because it moves */
#endif
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

#ifdef REQUESTS
/* Under the shared lock. */
inline push(t, to) {
    d_step { requests[(to) * THREADS + asked[to]] = t; asked[to]++; sending[to]++ }
    free();
    is_called[to] = true;
    sending[to]--
}

/* lm_thread_terminate by the core of the thread: lm_shared_abandon. */
inline end(v) {
    if
    :: state[v] == WAITS ->
        take();
        d_step {
            if
            :: is_listed[v] ->
                is_listed[v] = false;
#ifndef MUTANT_REQUEST_STAYS_LISTED
                list_remove(v)
#endif
            :: else ->
                if
                :: asks[v] -> asks[v] = false
#ifdef MUTANT_REQUEST_ENDS_BLINDLY
                :: else
#else
                :: else -> in_transit[v] = true; moves[v] = false
#endif
                fi
            fi
        };
        free();
        is_timed[v] = false
    :: else
    fi;
    state[v] = ENDED
}

/* lm_cores_answer */
inline answer(r) {
    if
    :: core_of[target[r]] != c -> d = core_of[target[r]]; take(); push(r, d)
    :: else ->
        end(target[r]);
        take();
        if
#ifdef MUTANT_REQUEST_ANSWERS_BLINDLY
        :: true -> asks[r] = false; answered[r] = true; send(r, core_of[r], was_empty)
#else
        :: asks[r] -> asks[r] = false; answered[r] = true; send(r, core_of[r], was_empty)
        :: else -> free()
#endif
        fi
    fi;
    was_empty = false; d = 0
}

/* lm_cores_ask */
inline terminate(v) {
    if
    :: core_of[v] == c -> end(v); is_saved[t] = true
    :: else ->
        state[t] = WAITS; target[t] = v; is_timed[t] = false;
        take();
        asks[t] = true;
        d = core_of[v];
        push(t, d);
        d = 0;
        is_saved[t] = true
    fi
}
#endif

/* board_look_for_calls, which looks without the shared lock, and lm_cores_serve. */
inline serve() {
#ifdef MUTANT_WITHDRAW_LATE
    atomic { is_called[c] -> inside++ };
#else
    atomic { is_called[c] -> is_called[c] = false; inside++ };
#endif
    if
#ifdef REQUESTS
    :: received[c] > 0 || asked[c] > 0 ->
#else
    :: received[c] > 0 ->
#endif
        take();
        d_step {
            n = received[c];
            k = 0;
            do
            :: k < n -> box[k] = inbox[c * THREADS + k]; inbox[c * THREADS + k] = 0; k++
            :: else -> break
            od;
            received[c] = 0; k = 0;
#ifdef REQUESTS
            m = asked[c];
            do
            :: k < m -> rbox[k] = requests[c * THREADS + k]; requests[c * THREADS + k] = 0; k++
            :: else -> break
            od;
            asked[c] = 0; k = 0
#endif
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
#ifdef REQUESTS
        :: in_transit[w] ->
            in_transit[w] = false;
            if :: answered[w] :: !answered[w] && !was_moving[w] -> taken++ :: else fi;
            answered[w] = false; was_moving[w] = false
        :: moves[w] -> /* it is on its core until it is saved there */
            moves[w] = false;
            take(); core_of[w] = 1 - c; send(w, 1 - c, was_empty)
        :: !in_transit[w] && !moves[w] ->
            make_ready(w);
            if :: answered[w] || was_moving[w] :: else -> taken++ fi;
            answered[w] = false; was_moving[w] = false
#else
        :: core_of[w] != c -> take(); send(w, core_of[w], was_empty)
        :: else ->
            make_ready(w);
            if :: moves[w] -> moves[w] = false :: else -> taken++ fi
#endif
        fi;
        w = 0; was_empty = false
    :: else -> break
    od;
#ifdef REQUESTS
    j = 0;
    do
    :: j < m -> w = rbox[j]; rbox[j] = 0; j++; answer(w); w = 0
    :: else -> break
    od;
    m = 0;
#endif
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
    state[t] = WAITS; moves[t] = true; is_timed[t] = false;
#ifdef REQUESTS
    was_moving[t] = true;
#else
    core_of[t] = 1 - c;
#endif
    take();
#ifdef MUTANT_MOVE_DIRECTLY
    send(t, 1 - c, was_empty);
#else
    send(t, c, was_empty);
#endif
    was_empty = false;
    is_saved[t] = true
}

#ifdef REQUESTS
#define IS_NO_UNIT(T) (answered[T] || was_moving[T])
#else
#define IS_NO_UNIT(T) moves[T]
#endif

#define PICK(T) :: core_of[T] == c && state[T] == READY && calls_left[T] > 0 -> t = T

proctype Core(byte c) {
    byte k, j, n, t, w;
    bool was_listed, was_empty;
    byte box[THREADS];
#ifdef REQUESTS
    byte d, m, rbox[THREADS];
#endif

    do
    :: d_step {
        assert(received[0] == 0 || is_called[0] || sending[0] > 0 || inside > 0);
        assert(received[1] == 0 || is_called[1] || sending[1] > 0 || inside > 0);
#ifdef REQUESTS
        assert(asked[0] == 0 || is_called[0] || sending[0] > 0 || inside > 0);
        assert(asked[1] == 0 || is_called[1] || sending[1] > 0 || inside > 0);
#endif
        if
        :: inside == 0 ->
            assert(count == 0 || listed == 0);
            k = 0; n = 0;
            do
            :: k < received[0] -> n = n + (IS_NO_UNIT(inbox[k]) -> 0 : 1); k++
            :: else -> break
            od;
            k = 0;
            do
            :: k < received[1] -> n = n + (IS_NO_UNIT(inbox[THREADS + k]) -> 0 : 1); k++
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
#ifdef REQUESTS
            :: ROLE(t) == 3 -> terminate(3)
            :: ROLE(t) == 4 -> wait()
            :: ROLE(t) == 4 -> move()
            :: ROLE(t) == 4 -> terminate(2)
            :: ROLE(t) == 3 -> post()
            :: ROLE(t) == 0 -> post()
#endif
            :: ROLE(t) == 1 -> wait()
            :: ROLE(t) == 2 && calls_left[t] > 0 -> move()
#ifndef REQUESTS
            :: else -> post()
#endif
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
