// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-only
/* An interrupt on demand, and the time until its handler ran.
 *
 * The "edu" device of QEMU raises its interrupt when a register is written and holds it until
 * another one is written. A driver of real hardware does the same.
 */
#include <linux/fs.h>
#include <linux/interrupt.h>
#include <linux/ktime.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/pci.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/uaccess.h>

#include "lab.h"

enum { EDU_VENDOR = 0x1234, EDU_DEVICE = 0x11e8 };
enum { EDU_STATUS = 0x24, EDU_RAISE = 0x60, EDU_ACKNOWLEDGE = 0x64 };
enum { TEXT_BYTES = 96 };

/* The most recent event. It is written by the thread that raises the interrupt and then by the
 * handler, which run one after the other on the only CPU of the lab. */
static struct {
    ktime_t raised;
    ktime_t handled;
    bool is_handled;
    bool is_hard;
    unsigned int priority;
    char task[TASK_COMM_LEN];
} last;

static void __iomem *registers;

static irqreturn_t handle(int irq, void *device)
{
    u32 status = ioread32(registers + EDU_STATUS);

    if (status == 0) {
        return IRQ_NONE;
    }
    last.handled = ktime_get();
    last.is_hard = in_hardirq();
    last.priority = current->rt_priority;
    get_task_comm(last.task, current);
    last.is_handled = true;
    iowrite32(status, registers + EDU_ACKNOWLEDGE);
    return IRQ_HANDLED;
}

static int interrupt_open(struct inode *inode, struct file *file)
{
    return registers == NULL ? -ENXIO : 0;
}

static ssize_t interrupt_write(struct file *file, const char __user *from, size_t bytes,
                               loff_t *position)
{
    last.is_handled = false;
    last.raised = ktime_get();
    iowrite32(1, registers + EDU_RAISE);
    return bytes;
}

static ssize_t interrupt_read(struct file *file, char __user *to, size_t bytes, loff_t *position)
{
    char text[TEXT_BYTES];
    s64 delay = last.is_handled ? ktime_us_delta(last.handled, last.raised) : -1;
    int length = scnprintf(text, sizeof text, "%lld %s %u %s\n", delay,
                           last.is_hard ? "hard" : "thread", last.priority, last.task);

    return simple_read_from_buffer(to, bytes, position, text, length);
}

static const struct file_operations operations = {
    .owner = THIS_MODULE,
    .open = interrupt_open,
    .read = interrupt_read,
    .write = interrupt_write,
};

static struct miscdevice device = {
    .minor = MISC_DYNAMIC_MINOR,
    .name = "limen-interrupt",
    .fops = &operations,
};

static int probe(struct pci_dev *pci, const struct pci_device_id *id)
{
    int status = pcim_enable_device(pci);

    if (status != 0) {
        return status;
    }
    pci_set_master(pci);
    status = pcim_iomap_regions(pci, BIT(0), "limen-lab");
    if (status != 0) {
        return status;
    }
    status = pci_alloc_irq_vectors(pci, 1, 1, PCI_IRQ_ALL_TYPES);
    if (status < 0) {
        return status;
    }
    registers = pcim_iomap_table(pci)[0];
    status = request_irq(pci_irq_vector(pci, 0), handle, IRQF_SHARED, "limen-lab", pci);
    if (status != 0) {
        registers = NULL;
        pci_free_irq_vectors(pci);
    }
    return status;
}

static void remove(struct pci_dev *pci)
{
    free_irq(pci_irq_vector(pci, 0), pci);
    registers = NULL;
    pci_free_irq_vectors(pci);
}

static const struct pci_device_id ids[] = {{PCI_DEVICE(EDU_VENDOR, EDU_DEVICE)}, {}};

static struct pci_driver driver = {
    .name = "limen-lab",
    .id_table = ids,
    .probe = probe,
    .remove = remove,
};

int limen_interrupt_begin(void)
{
    int status = misc_register(&device);

    if (status != 0) {
        return status;
    }
    status = pci_register_driver(&driver);
    if (status != 0) {
        misc_deregister(&device);
    }
    return status;
}

void limen_interrupt_end(void)
{
    pci_unregister_driver(&driver);
    misc_deregister(&device);
}
