/* SPDX-License-Identifier: Apache-2.0 */
/* Devices: a list of names, and calls that count while they are in progress. */
#include "core/contract.h"
#include "core/lock.h"
#include "observe/trace.h"
#include <limen/device.h>
#include <limen/section.h>
#include <string.h>

/* The list is looked through with preemption disabled, not under the lock: it may be long.
 * Returns: what list_close wants. */
static bool list_open(void)
{
    return lm_kernel()->started && lm_preempt_disable() == LM_OK;
}

static void list_close(bool opened)
{
    if (opened) {
        (void)lm_preempt_enable();
    }
}

static bool is_same(const char *a, const char *b)
{
    while (*a != '\0' && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

/* Where the device of this name is linked, or the end of the list. */
static struct lm_device **find(const char *name)
{
    struct lm_device **link = &lm_kernel()->devices;

    while (*link != NULL && !is_same((*link)->object.name, name)) {
        link = &(*link)->next;
    }
    return link;
}

static enum lm_status add(struct lm_device *device, const char *name,
                          const struct lm_driver *driver, void *context)
{
    struct lm_device **link = find(name);

    if (*link != NULL) {
        return LM_BAD_STATE;
    }
    memset(device, 0, sizeof *device);
    device->driver = driver;
    device->context = context;

    lm_lock_key key = lm_lock();

    lm_trace_object(lm_kernel(), &device->object, LM_KIND_DEVICE, name, 0, 0, 0);
    *link = device;
    lm_port_unlock(key);
    return LM_OK;
}

enum lm_status lm_device_add(struct lm_device *device, const char *name,
                             const struct lm_driver *driver, void *context)
{
    LM_CHECK(device != NULL && name != NULL && driver != NULL, LM_BAD_ARGUMENT);
    LM_CHECK(!lm_port_in_interrupt(), LM_BAD_CONTEXT);

    bool opened = list_open();
    enum lm_status status = add(device, name, driver, context);

    list_close(opened);
    return status;
}

static void unlink_device(struct lm_device *device)
{
    struct lm_device **link = &lm_kernel()->devices;

    while (*link != NULL && *link != device) {
        link = &(*link)->next;
    }
    if (*link != NULL) {
        *link = device->next;
    }
}

enum lm_status lm_device_remove(struct lm_device *device)
{
    LM_CHECK(device != NULL && device->object.kind == LM_KIND_DEVICE, LM_BAD_OBJECT);
    LM_CHECK(!lm_port_in_interrupt(), LM_BAD_CONTEXT);

    bool opened = list_open();

    unlink_device(device);
    list_close(opened);

    lm_lock_key key = lm_lock();
    bool is_used = device->handles != 0 || device->calls != 0;

    device->removed = true;
    if (!is_used) {
        device->object.kind = LM_KIND_NONE;
    }
    lm_port_unlock(key);
    return is_used ? LM_UNAVAILABLE : LM_OK;
}

/* A call begins: the handle's device stays until it ends. */
static enum lm_status begin(const struct lm_handle *handle, struct lm_device **device)
{
    enum lm_status status = LM_OK;
    lm_lock_key key = lm_lock();

    *device = handle->device;
    if (*device == NULL) {
        status = LM_BAD_STATE;
    } else if ((*device)->removed) {
        status = LM_DELETED;
    } else {
        (*device)->calls++;
    }
    lm_port_unlock(key);
    if (status == LM_OK) {
        (void)lm_section_enter(&(*device)->object);
    }
    return status;
}

static void end(struct lm_device *device)
{
    (void)lm_section_leave();

    lm_lock_key key = lm_lock();

    device->calls--;
    lm_port_unlock(key);
}

static void let_go(struct lm_device *device)
{
    lm_lock_key key = lm_lock();

    device->handles--;
    lm_port_unlock(key);
}

/* The device of this name, which has one more handle; or NULL. */
static struct lm_device *take(const char *name)
{
    bool opened = list_open();
    struct lm_device *device = *find(name);

    if (device != NULL) {
        lm_lock_key key = lm_lock();

        device->handles++;
        lm_port_unlock(key);
    }
    list_close(opened);
    return device;
}

enum lm_status lm_device_open(struct lm_handle *handle, const char *name)
{
    LM_CHECK(handle != NULL && name != NULL, LM_BAD_ARGUMENT);
    LM_CHECK(lm_may_wait(), LM_BAD_CONTEXT);

    handle->device = take(name);
    if (handle->device == NULL) {
        return LM_UNAVAILABLE;
    }
    struct lm_device *device;
    enum lm_status status = begin(handle, &device);

    if (status == LM_OK) {
        status = device->driver->open != NULL ? device->driver->open(device) : LM_OK;
        end(device);
    }
    if (status != LM_OK) {
        let_go(device);
        handle->device = NULL;
    }
    return status;
}

enum lm_status lm_device_close(struct lm_handle *handle)
{
    LM_CHECK(handle != NULL, LM_BAD_ARGUMENT);
    LM_CHECK(lm_may_wait(), LM_BAD_CONTEXT);

    lm_lock_key key = lm_lock();
    struct lm_device *device = handle->device;

    handle->device = NULL;
    lm_port_unlock(key);
    if (device == NULL) {
        return LM_BAD_STATE;
    }
    if (device->driver->close != NULL) {
        (void)lm_section_enter(&device->object);
        device->driver->close(device);
        (void)lm_section_leave();
    }
    let_go(device);
    return LM_OK;
}

enum lm_status lm_device_read(struct lm_handle *handle, void *data, size_t bytes, size_t *done)
{
    size_t count = 0;

    if (done != NULL) {
        *done = 0;
    }
    LM_CHECK(handle != NULL && (data != NULL || bytes == 0), LM_BAD_ARGUMENT);
    LM_CHECK(lm_may_wait(), LM_BAD_CONTEXT);

    struct lm_device *device;
    enum lm_status status = begin(handle, &device);

    if (status != LM_OK) {
        return status;
    }
    status = device->driver->read != NULL ? device->driver->read(device, data, bytes, &count)
                                          : LM_BAD_ARGUMENT;
    end(device);
    if (done != NULL) {
        *done = count;
    }
    return status;
}

enum lm_status lm_device_write(struct lm_handle *handle, const void *data, size_t bytes,
                               size_t *done)
{
    size_t count = 0;

    if (done != NULL) {
        *done = 0;
    }
    LM_CHECK(handle != NULL && (data != NULL || bytes == 0), LM_BAD_ARGUMENT);
    LM_CHECK(lm_may_wait(), LM_BAD_CONTEXT);

    struct lm_device *device;
    enum lm_status status = begin(handle, &device);

    if (status != LM_OK) {
        return status;
    }
    status = device->driver->write != NULL ? device->driver->write(device, data, bytes, &count)
                                           : LM_BAD_ARGUMENT;
    end(device);
    if (done != NULL) {
        *done = count;
    }
    return status;
}

enum lm_status lm_device_control(struct lm_handle *handle, unsigned request, void *argument)
{
    LM_CHECK(handle != NULL, LM_BAD_ARGUMENT);
    LM_CHECK(lm_may_wait(), LM_BAD_CONTEXT);

    struct lm_device *device;
    enum lm_status status = begin(handle, &device);

    if (status != LM_OK) {
        return status;
    }
    status = device->driver->control != NULL ? device->driver->control(device, request, argument)
                                             : LM_BAD_ARGUMENT;
    end(device);
    return status;
}
