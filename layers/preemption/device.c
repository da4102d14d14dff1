/* SPDX-License-Identifier: Apache-2.0 */
/* Devices: a list of names, and calls of drivers that are counted while they are in progress. Each
 * call is a kernel section, whose level the models in section.c determine. */
#include "core/door.h"
#include "preemption/preemption.h"
#include <limen/device.h>

#define HERE LM_PORT_CALLER

static bool is_same(const char *a, const char *b)
{
    while (*a != '\0' && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

/* The link to the device of this name, or to the end of the list. */
static struct lm_device **find(const char *name)
{
    struct lm_device **link = &lm_preemption()->devices;

    while (*link != NULL && !is_same((*link)->object.name, name)) {
        link = &(*link)->next;
    }
    return link;
}

/* The list may be long, so it is searched with preemption off and not under the lock. Before the
 * start, and with interrupts off, no other thread can run anyway.
 * Returns: the argument of close_list. */
static bool open_list(void)
{
    if (LM_TRACED && lm_port_is_locked()) {
        return false; /* a refusal would be an error in the trace */
    }
    return lm_kernel()->started && lm_preempt_disable() == LM_OK;
}

static void close_list(bool opened)
{
    if (opened) {
        (void)lm_preempt_enable();
    }
}

static enum lm_status add(struct lm_device *device, const char *name,
                          const struct lm_driver *driver, void *context)
{
    LM_CALL_CREATES(DEVICE_ADD, device);
    struct lm_device **link = find(name);

    if (*link != NULL) {
        return lm_refuse_early(lm_call_here, *link, LM_BAD_STATE);
    }
    lm_lock_key key = lm_lock();

    LM_REQUIRE_NO_OBJECT(key, device);
    *device = (struct lm_device){.driver = driver, .context = context};
    lm_object_create(&device->object, LM_KIND_DEVICE, name, (struct lm_object_facts){0});
    *link = device;
    return lm_leave(key, LM_OK);
}

enum lm_status lm_device_add(struct lm_device *device, const char *name,
                             const struct lm_driver *driver, void *context)
{
    LM_CALL(DEVICE_ADD);
    LM_CHECK(device != NULL && name != NULL && driver != NULL, LM_BAD_ARGUMENT);
    LM_CHECK(!lm_port_in_interrupt(), LM_BAD_CONTEXT);

    bool opened = open_list();
    enum lm_status status = add(device, name, driver, context);

    close_list(opened);
    return status;
}

static void unlink_device(const struct lm_device *device)
{
    struct lm_device **link = &lm_preemption()->devices;

    while (*link != NULL && *link != device) {
        link = &(*link)->next;
    }
    if (*link != NULL) {
        *link = device->next;
    }
}

static enum lm_status unlist(struct lm_device *device)
{
    LM_CALL_ON(DEVICE_REMOVE, device);
    unlink_device(device);

    lm_lock_key key = lm_lock();
    bool is_used = device->handles != 0 || device->calls != 0;

    LM_REQUIRE_OBJECT(key, device, LM_KIND_DEVICE);
    device->removed = true;
    if (!is_used) {
        device->object.kind = LM_KIND_NONE;
    }
    lm_port_unlock(key);
    return is_used ? LM_UNAVAILABLE : LM_OK;
}

/* The list stays open to the end, because another thread may remove the same device and add it
 * again. */
enum lm_status lm_device_remove(struct lm_device *device)
{
    LM_CALL_ON(DEVICE_REMOVE, device);
    LM_CHECK(device != NULL, LM_BAD_OBJECT);
    LM_CHECK(!lm_port_in_interrupt(), LM_BAD_CONTEXT);

    bool opened = open_list();
    enum lm_status status = unlist(device);

    close_list(opened);
    return status;
}

/* Record an error, which may come from the driver, if the status of a call about this device is
 * one.
 * Returns: the status. */
static enum lm_status answer(enum lm_call call, const struct lm_device *device,
                             enum lm_status status)
{
    uint32_t error = LM_ERROR(call, offsetof(struct lm_device, object));

    return status < LM_BAD_ARGUMENT ? status : lm_refuse_early(error, device, status);
}

/* The seal of an open handle. */
static uintptr_t seal_of(const struct lm_device *device)
{
    const uintptr_t pattern = 0x4F50454EU; /* "OPEN" */

    return (uintptr_t)device ^ pattern;
}

static void seal(struct lm_handle *handle, struct lm_device *device)
{
    handle->device = device;
    handle->seal = seal_of(device);
}

/* The device of an open handle; NULL: the handle is closed, or was never opened. */
static struct lm_device *device_of(const struct lm_handle *handle)
{
    return !LM_CHECKED || handle->seal == seal_of(handle->device) ? handle->device : NULL;
}

/* Count a call in progress. Context: the lock. */
static enum lm_status join(struct lm_device *device)
{
    if (device == NULL) {
        return LM_BAD_STATE;
    }
    if (device->removed) {
        return LM_DELETED;
    }
    device->calls++;
    return LM_OK;
}

/* Begin a call that may wait. The device of the handle is kept until the call ends. place: of the
 * call. */
static enum lm_status begin(const struct lm_handle *handle, struct lm_device **device,
                            const void *place)
{
    lm_lock_key key = lm_lock();

    if (LM_CHECKED && !lm_may_wait(key)) {
        lm_port_unlock(key);
        lm_refuse_wait(place);
        return LM_BAD_CONTEXT;
    }
    *device = device_of(handle);
    enum lm_status status = join(*device);

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

static void drop_handle(struct lm_device *device)
{
    lm_lock_key key = lm_lock();

    device->handles--;
    lm_port_unlock(key);
}

/* Count one more handle of the device of this name. Returns: the device, or NULL. */
static struct lm_device *take(const char *name)
{
    bool opened = open_list();
    struct lm_device *device = *find(name);

    if (device != NULL) {
        lm_lock_key key = lm_lock();

        device->handles++;
        lm_port_unlock(key);
    }
    close_list(opened);
    return device;
}

static enum lm_status open(struct lm_handle *handle, const void *place)
{
    struct lm_device *device;
    enum lm_status status = begin(handle, &device, place);

    if (status == LM_OK) {
        status = device->driver->open != NULL ? device->driver->open(device) : LM_OK;
        end(device);
    }
    return status;
}

enum lm_status lm_device_open(struct lm_handle *handle, const char *name)
{
    LM_CALL(DEVICE_OPEN);
    LM_CHECK(handle != NULL && name != NULL, LM_BAD_ARGUMENT);

    lm_lock_key key = lm_lock();

    LM_REQUIRE_WAIT(key);
    lm_port_unlock(key);

    struct lm_device *device = take(name);

    seal(handle, device);
    if (device == NULL) {
        return LM_UNAVAILABLE;
    }
    enum lm_status status = open(handle, HERE);

    if (status != LM_OK) {
        drop_handle(device);
        handle->device = NULL;
    }
    return answer(LM_CALL_DEVICE_OPEN, device, status);
}

enum lm_status lm_device_close(struct lm_handle *handle)
{
    LM_CALL(DEVICE_CLOSE);
    LM_CHECK(handle != NULL, LM_BAD_ARGUMENT);

    lm_lock_key key = lm_lock();

    LM_REQUIRE_WAIT(key);

    struct lm_device *device = device_of(handle);

    if (device != NULL) {
        handle->device = NULL;
    }
    lm_port_unlock(key);
    if (device == NULL) {
        return answer(LM_CALL_DEVICE_CLOSE, NULL, LM_BAD_STATE);
    }
    if (device->driver->close != NULL) {
        (void)lm_section_enter(&device->object);
        device->driver->close(device);
        (void)lm_section_leave();
    }
    drop_handle(device);
    return LM_OK;
}

/* The common part of read and write. Returns: LM_OK, or the reason for which no driver is
 * called. */
static enum lm_status begin_transfer(const struct lm_handle *handle, struct lm_device **device,
                                     const void *data, size_t bytes, const void *place)
{
    if (LM_CHECKED && (handle == NULL || (data == NULL && bytes != 0))) {
        return LM_BAD_ARGUMENT;
    }
    return begin(handle, device, place);
}

enum lm_status lm_device_read(struct lm_handle *handle, void *data, size_t bytes, size_t *done)
{
    struct lm_device *device;
    size_t count = 0;
    enum lm_status status = begin_transfer(handle, &device, data, bytes, HERE);

    if (status == LM_OK) {
        status = device->driver->read != NULL ? device->driver->read(device, data, bytes, &count)
                                              : LM_BAD_ARGUMENT;
        status = answer(LM_CALL_DEVICE_READ, device, status);
        end(device);
    } else {
        status = answer(LM_CALL_DEVICE_READ, NULL, status);
    }
    if (done != NULL) {
        *done = count;
    }
    return status;
}

enum lm_status lm_device_write(struct lm_handle *handle, const void *data, size_t bytes,
                               size_t *done)
{
    struct lm_device *device;
    size_t count = 0;
    enum lm_status status = begin_transfer(handle, &device, data, bytes, HERE);

    if (status == LM_OK) {
        status = device->driver->write != NULL ? device->driver->write(device, data, bytes, &count)
                                               : LM_BAD_ARGUMENT;
        status = answer(LM_CALL_DEVICE_WRITE, device, status);
        end(device);
    } else {
        status = answer(LM_CALL_DEVICE_WRITE, NULL, status);
    }
    if (done != NULL) {
        *done = count;
    }
    return status;
}

enum lm_status lm_device_control(struct lm_handle *handle, unsigned request, void *argument)
{
    LM_CALL(DEVICE_CONTROL);
    LM_CHECK(handle != NULL, LM_BAD_ARGUMENT);

    struct lm_device *device;
    enum lm_status status = begin(handle, &device, HERE);

    if (status == LM_OK) {
        status = device->driver->control != NULL
                     ? device->driver->control(device, request, argument)
                     : LM_BAD_ARGUMENT;
        status = answer(LM_CALL_DEVICE_CONTROL, device, status);
        end(device);
    } else {
        status = answer(LM_CALL_DEVICE_CONTROL, NULL, status);
    }
    return status;
}
