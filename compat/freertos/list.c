/* SPDX-License-Identifier: Apache-2.0 */
/* The lists of list.h. */
#include "list.h"

void vListInitialise(List_t *const list)
{
    list->xListEnd = (ListItem_t){
        .xItemValue = portMAX_DELAY, .pxNext = &list->xListEnd, .pxPrevious = &list->xListEnd};
    list->pxIndex = &list->xListEnd;
    list->uxNumberOfItems = 0;
}

void vListInitialiseItem(ListItem_t *const item)
{
    item->pxContainer = NULL;
}

static void insert_behind(List_t *list, ListItem_t *place, ListItem_t *item)
{
    item->pxPrevious = place;
    item->pxNext = place->pxNext;
    place->pxNext->pxPrevious = item;
    place->pxNext = item;
    item->pxContainer = list;
    list->uxNumberOfItems++;
}

void vListInsert(List_t *const list, ListItem_t *const item)
{
    ListItem_t *place = list->xListEnd.pxPrevious;

    while (place != &list->xListEnd && place->xItemValue > item->xItemValue) {
        place = place->pxPrevious;
    }
    insert_behind(list, place, item);
}

void vListInsertEnd(List_t *const list, ListItem_t *const item)
{
    insert_behind(list, list->pxIndex->pxPrevious, item);
}

UBaseType_t uxListRemove(ListItem_t *const item)
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
