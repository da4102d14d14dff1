// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-only
/* The driver of the article, with the same calls in the same order.
 *
 * docs/labs/linux.md compares it with the listings of the article. Parameters:
 *
 *   divisor      the times of the article are divided by it
 *   checkpoint   the third listing: 4 s, might_resched(), 3 s; otherwise the first one: 5 s
 *
 * mdelay() counts time and not loops, so the delays are those of the article on each machine.
 */
#include <linux/cdev.h>
#include <linux/delay.h>
#include <linux/fs.h>
#include <linux/kdev_t.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/uaccess.h>

enum { MAJOR_NUMBER = 400, BUSY_MS = 5000, BEFORE_CHECK_MS = 4000, AFTER_CHECK_MS = 3000 };

static unsigned int divisor = 1;
module_param(divisor, uint, 0444);
MODULE_PARM_DESC(divisor, "the times of the article are divided by it");

static bool checkpoint;
module_param(checkpoint, bool, 0444);
MODULE_PARM_DESC(checkpoint, "read() calls might_resched(), as in the third listing");

static dev_t number;
static struct cdev *device;

static ssize_t demo_read(struct file *file, char __user *to, size_t bytes, loff_t *position)
{
    static const char text[] = "hello";
    const size_t length = min(bytes, sizeof text - 1);

    if (*position > 0) {
        return 0;
    }
    if (checkpoint) {
        mdelay(BEFORE_CHECK_MS / divisor);
        might_resched();
        mdelay(AFTER_CHECK_MS / divisor);
    } else {
        mdelay(BUSY_MS / divisor);
    }
    if (copy_to_user(to, text, length) != 0) {
        return -EFAULT;
    }
    *position += length;
    return length;
}

static const struct file_operations operations = {
    .owner = THIS_MODULE,
    .read = demo_read,
};

static int __init demo_begin(void)
{
    int status;

    if (divisor == 0) {
        return -EINVAL;
    }
    number = MKDEV(MAJOR_NUMBER, 0);
    status = register_chrdev_region(number, 1, "demo");
    if (status != 0) {
        return status;
    }
    device = cdev_alloc();
    if (device == NULL) {
        unregister_chrdev_region(number, 1);
        return -ENOMEM;
    }
    device->ops = &operations;
    device->owner = THIS_MODULE;
    status = cdev_add(device, number, 1);
    if (status != 0) {
        kobject_put(&device->kobj);
        unregister_chrdev_region(number, 1);
    }
    return status;
}

static void __exit demo_end(void)
{
    cdev_del(device);
    unregister_chrdev_region(number, 1);
}

module_init(demo_begin);
module_exit(demo_end);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("A read() that keeps the CPU busy for seconds");
