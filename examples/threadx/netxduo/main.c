/* SPDX-License-Identifier: Apache-2.0 */
/* NetX Duo: two hosts of one network, in one program, over the RAM driver of NetX Duo. The client
 * pings the server, gets datagrams back, and then a megabyte over TCP: a thread sends it, the
 * server returns it, and another thread compares. At the end its waits time out.
 */
#include "nx_api.h"
#include <limen/board.h>
#include <stdio.h>

#define CLIENT_ADDRESS IP_ADDRESS(10, 0, 0, 1)
#define SERVER_ADDRESS IP_ADDRESS(10, 0, 0, 2)
#define MASK 0xFFFFFF00UL
#define UDP_PORT 7
#define TCP_PORT 7
#define CLIENT_PORT 4000
#define DATAGRAMS 50
#define MEGABYTE (1024UL * 1024UL)
#define CHUNK_BYTES 1024
#define PACKETS 40
#define PACKET_BYTES 1600
#define WINDOW_BYTES 8192
#define STACK_BYTES 4096
#define SECOND NX_IP_PERIODIC_RATE
#define TRACE_BYTES (96 * 1024)

VOID _nx_ram_network_driver(NX_IP_DRIVER *request);

static TX_THREAD client, receiver, udp_server, tcp_server;
static TX_SEMAPHORE connected, received;
static NX_PACKET_POOL client_pool, server_pool;
static NX_IP client_ip, server_ip;
static NX_UDP_SOCKET client_udp, server_udp;
static NX_TCP_SOCKET client_tcp, server_tcp;

static ULONG stacks[6][STACK_BYTES / sizeof(ULONG)];
static ULONG caches[2][256];
static ULONG client_packets[PACKETS * (PACKET_BYTES + sizeof(NX_PACKET)) / sizeof(ULONG)];
static ULONG server_packets[PACKETS * (PACKET_BYTES + sizeof(NX_PACKET)) / sizeof(ULONG)];
static UCHAR trace_buffer[TRACE_BYTES];
static ULONG errors;

static VOID expect(const CHAR *what, ULONG value, ULONG expected)
{
    if (value != expected) {
        printf("%s: 0x%lx instead of 0x%lx\n", what, (unsigned long)value, (unsigned long)expected);
        errors++;
    }
}

/* The byte of the stream at a place: its period is a prime, so that no shift goes unnoticed. */
static UCHAR byte_at(ULONG place)
{
    return (UCHAR)(place % 251);
}

static VOID serve_udp(ULONG input)
{
    TX_PARAMETER_NOT_USED(input);
    expect("bind", nx_udp_socket_bind(&server_udp, UDP_PORT, NX_WAIT_FOREVER), 0);
    for (;;) {
        NX_PACKET *packet;
        ULONG address;
        UINT port;

        expect("udp receive", nx_udp_socket_receive(&server_udp, &packet, NX_WAIT_FOREVER), 0);
        expect("udp source", nx_udp_source_extract(packet, &address, &port), 0);
        expect("udp send", nx_udp_socket_send(&server_udp, packet, address, port), 0);
    }
}

static VOID serve_tcp(ULONG input)
{
    TX_PARAMETER_NOT_USED(input);
    expect("listen", nx_tcp_server_socket_listen(&server_ip, TCP_PORT, &server_tcp, 2, NX_NULL), 0);
    expect("accept", nx_tcp_server_socket_accept(&server_tcp, NX_WAIT_FOREVER), 0);
    for (;;) {
        NX_PACKET *packet;

        if (nx_tcp_socket_receive(&server_tcp, &packet, NX_WAIT_FOREVER) != NX_SUCCESS) {
            break; /* the client has closed it */
        }
        expect("tcp echo", nx_tcp_socket_send(&server_tcp, packet, NX_WAIT_FOREVER), 0);
    }
    expect("tcp server end", nx_tcp_socket_disconnect(&server_tcp, SECOND), 0);
    tx_thread_suspend(&tcp_server);
}

static VOID ping(VOID)
{
    NX_PACKET *packet = NX_NULL;

    expect("ping", nx_icmp_ping(&client_ip, SERVER_ADDRESS, "limen", 5, &packet, SECOND), 0);
    if (packet != NX_NULL) {
        nx_packet_release(packet);
    }
    printf("ping: answered\n");
}

static VOID send_datagram(ULONG number)
{
    NX_PACKET *packet;
    ULONG answer = 0, bytes = 0;

    expect("allocate", nx_packet_allocate(&client_pool, &packet, NX_UDP_PACKET, SECOND), 0);
    expect("append",
           nx_packet_data_append(packet, &number, sizeof number, &client_pool, NX_WAIT_FOREVER), 0);
    expect("send", nx_udp_socket_send(&client_udp, packet, SERVER_ADDRESS, UDP_PORT), 0);
    expect("receive", nx_udp_socket_receive(&client_udp, &packet, SECOND), 0);
    expect("retrieve", nx_packet_data_retrieve(packet, &answer, &bytes), 0);
    expect("datagram", answer, number);
    nx_packet_release(packet);
}

static VOID send_chunk(ULONG place)
{
    UCHAR chunk[CHUNK_BYTES];
    NX_PACKET *packet;

    for (ULONG i = 0; i < CHUNK_BYTES; i++) {
        chunk[i] = byte_at(place + i);
    }
    expect("allocate", nx_packet_allocate(&client_pool, &packet, NX_TCP_PACKET, NX_WAIT_FOREVER),
           0);
    expect("append",
           nx_packet_data_append(packet, chunk, sizeof chunk, &client_pool, NX_WAIT_FOREVER), 0);
    expect("tcp send", nx_tcp_socket_send(&client_tcp, packet, NX_WAIT_FOREVER), 0);
}

/* Returns: the bytes of the packet, which is compared with the stream from this place on. */
static ULONG compare(NX_PACKET *packet, ULONG place)
{
    UCHAR data[PACKET_BYTES];
    ULONG bytes = 0, wrong = 0;

    expect("retrieve", nx_packet_data_retrieve(packet, data, &bytes), 0);
    for (ULONG i = 0; i < bytes; i++) {
        wrong += data[i] != byte_at(place + i);
    }
    expect("wrong bytes", wrong, 0);
    return bytes;
}

static VOID receive_megabyte(ULONG input)
{
    ULONG place = 0;

    expect("connected", tx_semaphore_get(&connected, TX_WAIT_FOREVER), 0);
    while (place < input) {
        NX_PACKET *packet;
        UINT status = nx_tcp_socket_receive(&client_tcp, &packet, 30 * SECOND);

        expect("tcp receive", status, 0);
        if (status != NX_SUCCESS) {
            break;
        }
        place += compare(packet, place);
        nx_packet_release(packet);
    }
    printf("tcp: %lu bytes came back\n", (unsigned long)place);
    tx_semaphore_put(&received);
}

/* Each measurement begins with a tick: otherwise one could come between the reading of the time and
 * the start of the wait, which then ends a tick later.
 */
static ULONG begin_with_a_tick(VOID)
{
    tx_thread_sleep(1);
    return tx_time_get();
}

/* Nothing comes: each call returns after its timeout. */
static VOID wait_in_vain(VOID)
{
    NX_PACKET *packet;
    ULONG begin = begin_with_a_tick();

    expect("no datagram", nx_udp_socket_receive(&client_udp, &packet, SECOND / 2), NX_NO_PACKET);
    expect("ticks", tx_time_get() - begin, SECOND / 2);
    begin = begin_with_a_tick();
    expect("no segment", nx_tcp_socket_receive(&client_tcp, &packet, SECOND / 2), NX_NO_PACKET);
    expect("ticks", tx_time_get() - begin, SECOND / 2);
    expect("no ping",
           nx_icmp_ping(&client_ip, IP_ADDRESS(10, 0, 0, 9), "limen", 5, &packet, SECOND / 4),
           NX_NO_RESPONSE);
    printf("timeouts: as long as requested\n");
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

static VOID run_client(ULONG input)
{
    ULONG status;

    expect("link", nx_ip_status_check(&client_ip, NX_IP_LINK_ENABLED, &status, SECOND), 0);
    ping();
    expect("udp bind", nx_udp_socket_bind(&client_udp, CLIENT_PORT, TX_WAIT_FOREVER), 0);
    for (ULONG i = 0; i < DATAGRAMS; i++) {
        send_datagram(i);
    }
    printf("udp: %d datagrams came back\n", DATAGRAMS);
    expect("tcp bind", nx_tcp_client_socket_bind(&client_tcp, CLIENT_PORT, TX_WAIT_FOREVER), 0);
    expect("connect",
           nx_tcp_client_socket_connect(&client_tcp, SERVER_ADDRESS, TCP_PORT, 5 * SECOND), 0);
    tx_semaphore_put(&connected);
    for (ULONG place = 0; place < input; place += CHUNK_BYTES) {
        send_chunk(place);
    }
    expect("received", tx_semaphore_get(&received, TX_WAIT_FOREVER), 0);
    wait_in_vain();
    expect("disconnect", nx_tcp_socket_disconnect(&client_tcp, SECOND), 0);
    expect("unbind", nx_tcp_client_socket_unbind(&client_tcp), 0);
    end();
}

static VOID create_host(NX_IP *ip, CHAR *name, ULONG address, NX_PACKET_POOL *pool, ULONG index)
{
    expect("ip",
           nx_ip_create(ip, name, address, MASK, pool, _nx_ram_network_driver, stacks[index],
                        STACK_BYTES, 1),
           0);
    expect("arp", nx_arp_enable(ip, caches[index], sizeof caches[index]), 0);
    expect("icmp", nx_icmp_enable(ip), 0);
    expect("udp", nx_udp_enable(ip), 0);
    expect("tcp", nx_tcp_enable(ip), 0);
}

static VOID create_sockets(VOID)
{
    expect("udp socket",
           nx_udp_socket_create(&client_ip, &client_udp, "client udp", NX_IP_NORMAL,
                                NX_FRAGMENT_OKAY, 0x80, 8),
           0);
    expect("udp socket",
           nx_udp_socket_create(&server_ip, &server_udp, "server udp", NX_IP_NORMAL,
                                NX_FRAGMENT_OKAY, 0x80, 8),
           0);
    expect("tcp socket",
           nx_tcp_socket_create(&client_ip, &client_tcp, "client tcp", NX_IP_NORMAL,
                                NX_FRAGMENT_OKAY, 0x80, WINDOW_BYTES, NX_NULL, NX_NULL),
           0);
    expect("tcp socket",
           nx_tcp_socket_create(&server_ip, &server_tcp, "server tcp", NX_IP_NORMAL,
                                NX_FRAGMENT_OKAY, 0x80, WINDOW_BYTES, NX_NULL, NX_NULL),
           0);
}

static VOID create_thread(TX_THREAD *thread, CHAR *name, VOID (*entry)(ULONG), ULONG input,
                          UINT priority, ULONG index)
{
    expect("thread",
           tx_thread_create(thread, name, entry, input, stacks[index], STACK_BYTES, priority,
                            priority, TX_NO_TIME_SLICE, TX_AUTO_START),
           0);
}

VOID tx_application_define(VOID *first_unused_memory)
{
    TX_PARAMETER_NOT_USED(first_unused_memory);
    expect("trace", tx_trace_enable(trace_buffer, sizeof trace_buffer, 40), 0);
    nx_system_initialize();
    expect("semaphore", tx_semaphore_create(&connected, "connected", 0), 0);
    expect("semaphore", tx_semaphore_create(&received, "received", 0), 0);
    expect("pool",
           nx_packet_pool_create(&client_pool, "client packets", PACKET_BYTES, client_packets,
                                 sizeof client_packets),
           0);
    expect("pool",
           nx_packet_pool_create(&server_pool, "server packets", PACKET_BYTES, server_packets,
                                 sizeof server_packets),
           0);
    create_host(&client_ip, "client ip", CLIENT_ADDRESS, &client_pool, 0);
    create_host(&server_ip, "server ip", SERVER_ADDRESS, &server_pool, 1);
    create_sockets();
    create_thread(&udp_server, "udp server", serve_udp, 0, 6, 2);
    create_thread(&tcp_server, "tcp server", serve_tcp, 0, 6, 3);
    create_thread(&receiver, "receiver", receive_megabyte, MEGABYTE, 8, 4);
    create_thread(&client, "client", run_client, MEGABYTE, 10, 5);
}

int main(void)
{
    tx_kernel_enter();
    return 2;
}
