#include "tx_api.h"
#include <stdio.h>
#include <stdlib.h>
static TX_THREAD t; static TX_QUEUE q; static ULONG qa[4], st[1024]; static UCHAR *p;
static VOID run(ULONG x){ ULONG a=7,n=0; TX_THREAD *me=tx_thread_identify(); me->my_number=3; q.q_extra=1;
  tx_queue_send(&q,&a,TX_NO_WAIT); tx_queue_receive(&q,&a,TX_NO_WAIT); 
  UINT r=tx_queue_performance_info_get(&q,&n,TX_NULL,TX_NULL,TX_NULL,TX_NULL,TX_NULL);
  tx_thread_sleep(100); printf("ran %u num %d perf %x %u time %u\n",(unsigned)x,me->my_number,r,(unsigned)n,(unsigned)tx_time_get()); exit(0);}
#ifdef __cplusplus
extern "C"
#endif
VOID tx_application_define(VOID *m){ p=(UCHAR*)m; printf("%u\n", tx_queue_create(&q,(CHAR*)"q",1,qa,sizeof qa)); printf("%u\n",tx_thread_create(&t,(CHAR*)"t",run,5,st,sizeof st,3,3,TX_NO_TIME_SLICE,TX_AUTO_START)); }
int main(){ tx_kernel_enter(); }
