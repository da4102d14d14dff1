#!/bin/busybox sh
# SPDX-License-Identifier: Apache-2.0
# The first process of the system of the lab. It runs the experiments, prints one line for each
# number, and turns the machine off. The kernel passes the words of its command line that it does
# not know:
#
#   lab_run      models, with commas: none, voluntary, lazy, full are selected at run time, one
#                after the other; rt, threadirqs are what the kernel was started with; or probe:
#                nothing; only checks that the system starts
#   lab_scale    all times of the article are divided by it
#   lab_cyclic   1: cyclictest too
#
# The second serial port gets a recording of ftrace for each model: a line "# model MODEL", and the
# text of the kernel.
#
# Lines for limen.linux.log; times in microseconds:
#
#   lab kernel RELEASE
#   lab version TEXT                           with the version of its package
#   lab preempt MODEL CHOICE                   the text of /sys/kernel/debug/sched/preempt
#   lab transcript MODEL SECOND TEXT           a line of the program of the article
#   lab thread MODEL NAME PRIORITY             of a kernel thread, 0: an ordinary one
#   lab late MODEL CASE LATE BUSY              how late the urgent thread was, how long read() took
#   lab delay MODEL SPINNER DELAY WHERE PRIORITY TASK
#   lab cyclic MODEL LOAD SAMPLES AVERAGE MAXIMUM
#   lab end
/bin/busybox mkdir -p /proc /sys /dev /bin
/bin/busybox --install -s /bin
export PATH=/bin
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs devtmpfs /dev
mount -t debugfs debugfs /sys/kernel/debug
exec </dev/console >/dev/console 2>&1

readonly kernel=/proc/sys/kernel

# By default real-time threads get 95 % of the CPU; since 6.12 a server for ordinary threads takes
# the rest. The limit must not affect the times of the lab.
readonly server=/sys/kernel/debug/sched/fair_server/cpu0

throttle() {
    if [ "$1" = on ]; then
        echo $((1000000 / lab_scale)) >$kernel/sched_rt_period_us
        echo $((950000 / lab_scale)) >$kernel/sched_rt_runtime_us
        [ ! -d $server ] || echo $((50000000 / lab_scale)) >$server/runtime
    else
        echo -1 >$kernel/sched_rt_runtime_us
        echo 1000000 >$kernel/sched_rt_period_us
        [ ! -d $server ] || echo 0 >$server/runtime
    fi
}

# late CASE SECTION WORK_MS CHECK_MS [POLICY]
late() {
    echo "$2 $(($3 / lab_scale)) $(($4 / lab_scale))" >/dev/limen-section
    echo "lab late $model $1 $(wake $((3000 / lab_scale)) $((1000 / lab_scale)) ${5:-realtime})"
}

# late_in_user_mode CASE POLICY
late_in_user_mode() {
    echo "lab late $model $1 $(wake $((3000 / lab_scale)) $((1000 / lab_scale)) $2 $((5000 / lab_scale)))"
}

# Case plain once more, with ftrace, which is off in all measurements.
record() {
    echo "plain $((5000 / lab_scale)) 0" >/dev/limen-section
    for event in $events; do echo 1 >$tracing/events/$event/enable; done
    echo >$tracing/trace
    wake $((3000 / lab_scale)) $((1000 / lab_scale)) realtime >/dev/null
    for event in $events; do echo 0 >$tracing/events/$event/enable; done
    { echo "# model $model" && cat $tracing/trace; } >/recording
    send /recording
}

# Through the second serial port, in pieces that fit into the buffer of the driver: with PREEMPT_RT
# its interrupts can stop in a long write, and each write starts them again.
send() {
    place=0
    exec 3>/dev/ttyS1
    while dd if="$1" of=/piece bs=1024 skip=$place count=1 2>/dev/null && [ -s /piece ]; do
        cat /piece >&3
        usleep 100000 # the port sends this long
        place=$((place + 1))
    done
    exec 3>&-
}

# The program of the article beside its driver. In the voluntary model the article uses the driver
# with a checkpoint.
transcript() {
    checkpoint=0
    [ "$model" != voluntary ] || checkpoint=1
    insmod "/lib/demo-$release.ko" divisor="$lab_scale" checkpoint=$checkpoint
    [ -c /dev/demo ] || mknod /dev/demo c 400 0
    taskset -c 0 app "$lab_scale" | while read -r line; do
        echo "lab transcript $model $line"
    done
    rmmod demo
}

# With HRTICK, the default of series 7, the tick comes at the end of a time slice.
ordinary() {
    if grep -qw HRTICK $features; then
        late ordinary_hrtick plain 5000 0 ordinary
        echo NO_HRTICK >$features
        late ordinary plain 5000 0 ordinary
        echo HRTICK >$features
    else
        late ordinary plain 5000 0 ordinary
    fi
}

sections() {
    throttle off
    transcript
    late_in_user_mode user realtime
    late plain plain 5000 0
    late might_resched might_resched 7000 4000
    late cond_resched cond_resched 7000 4000
    for section in spin_lock raw_spin_lock preempt_disable local_irq_disable rcu_read_lock; do
        late $section $section 5000 0
    done
    late inherited plain 5000 0 inherit
    late_in_user_mode ordinary_user ordinary
    ordinary
    throttle on
    late throttled plain 5000 0
    throttle off
}

interrupts() {
    for priority in 0 40 60 90; do
        echo "lab delay $model $priority $(spin $priority $((1000 / lab_scale)))"
    done
}

# Fields of stat after the name, which may contain blanks: the priority is the 38th.
threads() {
    for folder in /proc/[0-9]*; do
        read -r line <$folder/stat || continue
        name=${line#*(}
        name=${name%)*}
        priority=$(echo "${line##*) }" | cut -d ' ' -f 38)
        case $name in
        ksoftirqd*) ;;
        *) [ "$priority" -gt 0 ] || continue ;;
        esac
        echo "lab thread $model $(echo "$name" | tr ' ' _) $priority"
    done
}

# cyclic LOAD: the last line is "T: 0 (PID) P:80 I:1000 C: n Min: n Act: n Avg: n Max: n".
cyclic() {
    cyclictest -m -q -t1 -a0 -p80 -i1000 -l $((10000 / lab_scale)) |
        sed -n "s/^T: 0.* C: *\([0-9]*\) .*Avg: *\([0-9]*\) Max: *\([0-9]*\).*/lab cyclic $model $1 \1 \2 \3/p"
}

forever() {
    while :; do "$@" >/dev/null 2>&1; done
}

stop() {
    kill "$@"
    wait
} 2>/dev/null

latencies() {
    cyclic idle
    forever busybox true &
    one=$!
    forever find /sys &
    two=$!
    forever dd if=/dev/zero of=/dev/null bs=8M count=20 &
    three=$!
    sleep 1
    cyclic load
    stop $one $two $three
    for section in plain spin_lock; do
        echo "$section 20 0" >/dev/limen-section
        forever cat /dev/limen-section &
        sleep 1
        cyclic driver_$section
        stop $!
    done
}

experiments() {
    model=$1
    case $model in
    none | voluntary | lazy | full) echo "$model" >$choice ;;
    esac
    [ ! -f $choice ] || echo "lab preempt $model $(sed 's/.*(\(.*\)).*/\1/' $choice)"
    threads
    interrupts
    if [ "$model" != threadirqs ]; then
        sections
        record
        [ "$lab_cyclic" != 1 ] || latencies
    fi
}

readonly release=$(uname -r)
readonly tracing=/sys/kernel/debug/tracing
readonly events="sched/sched_switch sched/sched_waking irq_vectors/local_timer_entry
    irq_vectors/local_timer_exit"
readonly choice=/sys/kernel/debug/sched/preempt
readonly features=/sys/kernel/debug/sched/features
echo "lab kernel $release"
echo "lab version $(uname -v)"
insmod "/lib/limen_lab-$release.ko"
stty -F /dev/ttyS1 raw
sleep 5 # until the kernel has ended its work after the start
if [ "$lab_run" != probe ]; then
    for name in $(echo "$lab_run" | tr , ' '); do
        experiments "$name"
    done
fi
dmesg | grep -iE "lockup|stall|scheduling while|BUG:" | head -n 5
echo "lab end"
poweroff -f
