/* SPDX-License-Identifier: Apache-2.0 */
/* USBX: a host and a device in one program, over the simulated controllers of USBX. The host finds
 * a serial port, and sends lines that the device returns; at the end the host compares.
 */
#include "descriptors.h"
#include "ux_dcd_sim_slave.h"
#include "ux_device_class_cdc_acm.h"
#include "ux_hcd_sim_host.h"
#include "ux_host_class_cdc_acm.h"
#include <limen/board.h>
#include <stdio.h>

#define LINES 100
#define LINE_BYTES 48
#define STACK_BYTES 4096
#define MEMORY_BYTES (128 * 1024)
#define TRACE_BYTES (64 * 1024)
#define PATIENCE_TICKS 1000

static TX_THREAD host, device;
static TX_SEMAPHORE plugged;
static ULONG host_stack[STACK_BYTES / sizeof(ULONG)], device_stack[STACK_BYTES / sizeof(ULONG)];
static ULONG64 memory[MEMORY_BYTES / sizeof(ULONG64)];
static UCHAR trace_buffer[TRACE_BYTES];

static UX_SLAVE_CLASS_CDC_ACM *device_port;
static ULONG errors, echoed;

static VOID expect(const CHAR *what, ULONG value, ULONG expected)
{
    if (value != expected) {
        printf("%s: 0x%lx instead of 0x%lx\n", what, (unsigned long)value, (unsigned long)expected);
        errors++;
    }
}

static VOID activated(VOID *instance)
{
    device_port = instance;
    tx_semaphore_put(&plugged);
}

static VOID deactivated(VOID *instance)
{
    UX_PARAMETER_NOT_USED(instance);
    device_port = UX_NULL;
}

static VOID echo(ULONG input)
{
    UX_PARAMETER_NOT_USED(input);
    expect("plugged", tx_semaphore_get(&plugged, PATIENCE_TICKS), TX_SUCCESS);
    for (;;) {
        UCHAR line[LINE_BYTES];
        ULONG bytes = 0, sent = 0;

        expect("device read", ux_device_class_cdc_acm_read(device_port, line, sizeof line, &bytes),
               UX_SUCCESS);
        expect("device write", ux_device_class_cdc_acm_write(device_port, line, bytes, &sent),
               UX_SUCCESS);
        echoed += sent;
    }
}

/* The instance of the interface for data. USBX creates it while the host examines the device. */
static UX_HOST_CLASS_CDC_ACM *find_port(VOID)
{
    UX_HOST_CLASS *class = UX_NULL;

    expect("class", ux_host_stack_class_get(_ux_system_host_class_cdc_acm_name, &class), 0);
    for (ULONG waited = 0; waited < PATIENCE_TICKS; waited++) {
        for (UINT index = 0; index < 2; index++) {
            UX_HOST_CLASS_CDC_ACM *port = UX_NULL;
            UINT status = ux_host_stack_class_instance_get(class, index, (VOID **)(VOID *)&port);

            if (status == UX_SUCCESS && port->ux_host_class_cdc_acm_bulk_in_endpoint != UX_NULL &&
                port->ux_host_class_cdc_acm_state == UX_HOST_CLASS_INSTANCE_LIVE) {
                return port;
            }
        }
        tx_thread_sleep(1);
    }
    return UX_NULL;
}

static VOID exchange(UX_HOST_CLASS_CDC_ACM *port, ULONG number)
{
    UCHAR line[LINE_BYTES] = {0}, answer[LINE_BYTES] = {0};
    ULONG sent = 0, received = 0;

    (void)snprintf((CHAR *)line, sizeof line, "line %lu", (unsigned long)number);
    expect("host write", ux_host_class_cdc_acm_write(port, line, sizeof line, &sent), UX_SUCCESS);
    expect("host read", ux_host_class_cdc_acm_read(port, answer, sizeof answer, &received),
           UX_SUCCESS);
    expect("bytes", received, sent);
    expect("difference", (ULONG)memcmp(line, answer, sizeof line), 0);
}

static VOID end(VOID)
{
    tx_trace_disable();
    if (lm_board_save("trace.limen", trace_buffer, sizeof trace_buffer) != 0) {
        printf("trace.limen cannot be written\n");
    }
    printf("errors %lu\n", (unsigned long)errors);
    exit(errors == 0 ? 0 : 1);
}

static VOID begin_device(VOID)
{
    static UX_SLAVE_CLASS_CDC_ACM_PARAMETER parameter = {
        .ux_slave_class_cdc_acm_instance_activate = activated,
        .ux_slave_class_cdc_acm_instance_deactivate = deactivated};

    expect("device stack",
           ux_device_stack_initialize(UX_NULL, 0, descriptors, sizeof descriptors, strings,
                                      sizeof strings, languages, sizeof languages, UX_NULL),
           0);
    expect("device class",
           ux_device_stack_class_register(_ux_system_slave_class_cdc_acm_name,
                                          ux_device_class_cdc_acm_entry, 1, 0, &parameter),
           0);
    expect("device controller", ux_dcd_sim_slave_initialize(), 0);
}

static VOID begin_host(VOID)
{
    expect("host stack", ux_host_stack_initialize(UX_NULL), 0);
    expect("host class",
           ux_host_stack_class_register(_ux_system_host_class_cdc_acm_name,
                                        ux_host_class_cdc_acm_entry),
           0);
    expect("host controller",
           ux_host_stack_hcd_register(_ux_system_host_hcd_simulator_name,
                                      ux_hcd_sim_host_initialize, 0, 0),
           0);
}

static VOID run_host(ULONG input)
{
    expect("system", ux_system_initialize(memory, sizeof memory, UX_NULL, 0), 0);
    begin_device();
    begin_host();

    UX_HOST_CLASS_CDC_ACM *port = find_port();

    if (port == UX_NULL) {
        printf("no serial port\n");
        errors++;
        end();
    }
    printf("serial port found\n");
    for (ULONG i = 0; i < input; i++) {
        exchange(port, i);
    }
    printf("%lu lines, %lu bytes came back\n", (unsigned long)input, (unsigned long)echoed);
    end();
}

VOID tx_application_define(VOID *first_unused_memory)
{
    TX_PARAMETER_NOT_USED(first_unused_memory);
    expect("trace", tx_trace_enable(trace_buffer, sizeof trace_buffer, 40), TX_SUCCESS);
    expect("semaphore", tx_semaphore_create(&plugged, "plugged", 0), TX_SUCCESS);
    expect("thread",
           tx_thread_create(&host, "host", run_host, LINES, host_stack, STACK_BYTES, 30, 30,
                            TX_NO_TIME_SLICE, TX_AUTO_START),
           TX_SUCCESS);
    expect("thread",
           tx_thread_create(&device, "device", echo, 0, device_stack, STACK_BYTES, 30, 30,
                            TX_NO_TIME_SLICE, TX_AUTO_START),
           TX_SUCCESS);
}

int main(void)
{
    tx_kernel_enter();
    return 2;
}
