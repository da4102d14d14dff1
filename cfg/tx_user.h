#define TX_THREAD_USER_EXTENSION int my_number; char *my_text;
#define TX_QUEUE_EXTENSION int q_extra;
#define TX_TIMER_TICKS_PER_SECOND 1000
#define TX_QUEUE_ENABLE_PERFORMANCE_INFO
