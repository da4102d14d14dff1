// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-only
/* A read() that works inside the kernel, in one of the ways that determine whether it can be
 * preempted.
 *
 * Work ends at a time of the clock and not after a number of loops. So a preempted thread has no
 * remaining work afterwards, and the lateness depends on the section alone.
 */
#include <linux/fs.h>
#include <linux/irqflags.h>
#include <linux/ktime.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/spinlock.h>
#include <linux/uaccess.h>

#include "lab.h"

enum { TEXT_BYTES = 64, WORK_MS_MAX = 20000 };

struct section {
    const char *name;
    void (*enter)(void);
    void (*leave)(void);
    void (*check)(void);
};

static DEFINE_SPINLOCK(lock);
static DEFINE_RAW_SPINLOCK(raw_lock);

static void nothing(void)
{
}

/* These are macros or inline functions of the kernel, but pointers need functions. */
static void enter_spin(void)
{
    spin_lock(&lock);
}

static void leave_spin(void)
{
    spin_unlock(&lock);
}

static void enter_raw_spin(void)
{
    raw_spin_lock(&raw_lock);
}

static void leave_raw_spin(void)
{
    raw_spin_unlock(&raw_lock);
}

static void enter_no_preemption(void)
{
    preempt_disable();
}

static void leave_no_preemption(void)
{
    preempt_enable();
}

static void enter_no_interrupts(void)
{
    local_irq_disable();
}

static void leave_no_interrupts(void)
{
    local_irq_enable();
}

static void enter_rcu(void)
{
    rcu_read_lock();
}

static void leave_rcu(void)
{
    rcu_read_unlock();
}

static void check_might(void)
{
    might_resched();
}

static void check_cond(void)
{
    cond_resched();
}

static const struct section sections[] = {
    {"plain", nothing, nothing, nothing},
    {"might_resched", nothing, nothing, check_might},
    {"cond_resched", nothing, nothing, check_cond},
    {"spin_lock", enter_spin, leave_spin, nothing},
    {"raw_spin_lock", enter_raw_spin, leave_raw_spin, nothing},
    {"preempt_disable", enter_no_preemption, leave_no_preemption, nothing},
    {"local_irq_disable", enter_no_interrupts, leave_no_interrupts, nothing},
    {"rcu_read_lock", enter_rcu, leave_rcu, nothing},
};

/* The work of the next read(). */
static DEFINE_MUTEX(order_lock);
static const struct section *order = &sections[0];
static unsigned int work_ms;
static unsigned int check_ms;

static void work_until(ktime_t end)
{
    while (ktime_before(ktime_get(), end)) {
        cpu_relax();
    }
}

static ssize_t section_read(struct file *file, char __user *to, size_t bytes, loff_t *position)
{
    char text[TEXT_BYTES];
    const struct section *section;
    ktime_t start;
    ktime_t check;
    ktime_t end;
    int length;

    if (*position > 0) {
        return 0;
    }
    mutex_lock(&order_lock);
    start = ktime_get();
    section = order;
    check = ktime_add_ms(start, check_ms);
    end = ktime_add_ms(start, work_ms);
    mutex_unlock(&order_lock);

    section->enter();
    work_until(check);
    section->check();
    work_until(end);
    section->leave();

    length = scnprintf(text, sizeof text, "%lld\n", ktime_us_delta(ktime_get(), start));
    return simple_read_from_buffer(to, bytes, position, text, length);
}

static const struct section *find(const char *name)
{
    size_t i;

    for (i = 0; i < ARRAY_SIZE(sections); i++) {
        if (strcmp(sections[i].name, name) == 0) {
            return &sections[i];
        }
    }
    return NULL;
}

static ssize_t section_write(struct file *file, const char __user *from, size_t bytes,
                             loff_t *position)
{
    char text[TEXT_BYTES];
    char name[TEXT_BYTES];
    unsigned int work;
    unsigned int check;

    if (bytes >= sizeof text) {
        return -EINVAL;
    }
    if (copy_from_user(text, from, bytes) != 0) {
        return -EFAULT;
    }
    text[bytes] = '\0';
    if (sscanf(text, "%63s %u %u", name, &work, &check) != 3 || find(name) == NULL ||
        work > WORK_MS_MAX || check > work) {
        return -EINVAL;
    }
    mutex_lock(&order_lock);
    order = find(name);
    work_ms = work;
    check_ms = check;
    mutex_unlock(&order_lock);
    return bytes;
}

static const struct file_operations operations = {
    .owner = THIS_MODULE,
    .read = section_read,
    .write = section_write,
};

static struct miscdevice device = {
    .minor = MISC_DYNAMIC_MINOR,
    .name = "limen-section",
    .fops = &operations,
};

int limen_section_begin(void)
{
    return misc_register(&device);
}

void limen_section_end(void)
{
    misc_deregister(&device);
}
