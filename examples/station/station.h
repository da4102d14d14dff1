/* SPDX-License-Identifier: Apache-2.0 */
/* The station of docs/tutorial.md: the declarations that its threads share. Each thread has a
 * file. */
#ifndef STATION_H
#define STATION_H

#include <limen/board.h>
#include <limen/limen.h>

/* A mistake that the station contains on request: the first argument of the program. */
enum fault { NO_FAULT, INVERSION, OVERFLOW, DEADLOCK, DEADLINE };

struct record {
    uint32_t number;
    uint32_t value;
};

/* Reports to the watchdog. */
enum { SENSOR_ALIVE = 1, CONTROL_ALIVE = 2, LOGGER_ALIVE = 4 };

extern enum fault fault;
extern struct lm_mutex bus;     /* sensor and memory of the log are on one bus */
extern struct lm_mutex journal; /* the log in memory */
extern struct lm_queue samples; /* from the sensor to control */
extern struct lm_queue results; /* from control to the logger */
extern struct lm_event_flags alive;

void create_sensor(void);
void create_control(void);
void create_logger(void);
void create_shell(void);
void create_watchdog(void);

uint32_t logged(void);

#endif
