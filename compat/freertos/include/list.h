/* SPDX-License-Identifier: Apache-2.0 */
/* Lists that are ordered by a value. The layer itself has none of them: they are for programs and
 * middleware. A list is a circle that its end marker closes. The functions are here because the
 * size of a value is an option. */
#ifndef LIST_H
#define LIST_H

#include "FreeRTOS.h"

LM_LAYER_C_BEGIN

#ifndef configLIST_VOLATILE
#define configLIST_VOLATILE
#endif

struct xLIST;
struct xLIST_ITEM {
    configLIST_VOLATILE TickType_t xItemValue;
    struct xLIST_ITEM *configLIST_VOLATILE pxNext;
    struct xLIST_ITEM *configLIST_VOLATILE pxPrevious;
    void *pvOwner;
    struct xLIST *configLIST_VOLATILE pxContainer;
};
typedef struct xLIST_ITEM ListItem_t;
typedef struct xLIST_ITEM MiniListItem_t;

typedef struct xLIST {
    volatile UBaseType_t uxNumberOfItems;
    ListItem_t *configLIST_VOLATILE pxIndex;
    MiniListItem_t xListEnd;
} List_t;
typedef List_t StaticList_t;
typedef ListItem_t StaticListItem_t;
typedef MiniListItem_t StaticMiniListItem_t;

static inline void vListInitialise(List_t *const list)
{
    list->xListEnd.xItemValue = portMAX_DELAY;
    list->xListEnd.pxNext = &list->xListEnd;
    list->xListEnd.pxPrevious = &list->xListEnd;
    list->xListEnd.pvOwner = NULL;
    list->xListEnd.pxContainer = NULL;
    list->pxIndex = &list->xListEnd;
    list->uxNumberOfItems = 0;
}

static inline void vListInitialiseItem(ListItem_t *const item)
{
    item->pxContainer = NULL;
}

static inline void lm_freertos_insert_behind(List_t *list, ListItem_t *place, ListItem_t *item)
{
    item->pxPrevious = place;
    item->pxNext = place->pxNext;
    place->pxNext->pxPrevious = item;
    place->pxNext = item;
    item->pxContainer = list;
    list->uxNumberOfItems++;
}

/* Insert an item by its value, behind items with the same value. */
static inline void vListInsert(List_t *const list, ListItem_t *const item)
{
    ListItem_t *place = list->xListEnd.pxPrevious;

    while (place != &list->xListEnd && place->xItemValue > item->xItemValue) {
        place = place->pxPrevious;
    }
    lm_freertos_insert_behind(list, place, item);
}

/* Insert an item as the last one that listGET_OWNER_OF_NEXT_ENTRY returns. */
static inline void vListInsertEnd(List_t *const list, ListItem_t *const item)
{
    lm_freertos_insert_behind(list, list->pxIndex->pxPrevious, item);
}

/* Remove an item, and return the number of the others. */
static inline UBaseType_t uxListRemove(ListItem_t *const item)
{
    List_t *list = item->pxContainer;

    item->pxNext->pxPrevious = item->pxPrevious;
    item->pxPrevious->pxNext = item->pxNext;
    if (list->pxIndex == item) {
        list->pxIndex = item->pxPrevious;
    }
    item->pxContainer = NULL;
    list->uxNumberOfItems--;
    return list->uxNumberOfItems;
}

#define listSET_LIST_ITEM_OWNER(item, owner) ((item)->pvOwner = (void *)(owner))
#define listGET_LIST_ITEM_OWNER(item) ((item)->pvOwner)
#define listSET_LIST_ITEM_VALUE(item, value) ((item)->xItemValue = (value))
#define listGET_LIST_ITEM_VALUE(item) ((item)->xItemValue)
#define listGET_ITEM_VALUE_OF_HEAD_ENTRY(list) ((list)->xListEnd.pxNext->xItemValue)
#define listGET_HEAD_ENTRY(list) ((list)->xListEnd.pxNext)
#define listGET_NEXT(item) ((item)->pxNext)
#define listGET_END_MARKER(list) ((ListItem_t const *)(&(list)->xListEnd))
#define listLIST_IS_EMPTY(list) ((list)->uxNumberOfItems == (UBaseType_t)0 ? pdTRUE : pdFALSE)
#define listCURRENT_LIST_LENGTH(list) ((list)->uxNumberOfItems)
#define listGET_OWNER_OF_HEAD_ENTRY(list) ((list)->xListEnd.pxNext->pvOwner)
#define listIS_CONTAINED_WITHIN(list, item) ((item)->pxContainer == (list) ? pdTRUE : pdFALSE)
#define listLIST_ITEM_CONTAINER(item) ((item)->pxContainer)
#define listLIST_IS_INITIALISED(list) ((list)->xListEnd.xItemValue == portMAX_DELAY)
#define listGET_OWNER_OF_NEXT_ENTRY(owner, list)                                                   \
    do {                                                                                           \
        (list)->pxIndex = (list)->pxIndex->pxNext;                                                 \
        if ((list)->pxIndex == &(list)->xListEnd) {                                                \
            (list)->pxIndex = (list)->xListEnd.pxNext;                                             \
        }                                                                                          \
        (owner) = (__typeof__(owner))(list)->pxIndex->pvOwner;                                     \
    } while (0)
#define listREMOVE_ITEM(item) ((void)uxListRemove(item))
#define listINSERT_END(list, item) vListInsertEnd(list, item)
#define listTEST_LIST_ITEM_INTEGRITY(item)
#define listTEST_LIST_INTEGRITY(list)
#define listFIRST_LIST_ITEM_INTEGRITY_CHECK_VALUE
#define listSECOND_LIST_ITEM_INTEGRITY_CHECK_VALUE

LM_LAYER_C_END

#endif
