// SPDX-License-Identifier: Apache-2.0
// Virtual scrolling for lists of any length. Browsers limit the height of an element to about ten
// million pixels. Longer lists map the scroll position proportionally.

export const ROW_PIXELS = 24;
const MOST_PIXELS = 8_000_000;

export interface Frame {
  /** The height of the contents as the browser sees it. */
  readonly height: number;
  /** The first drawn row, and the number of drawn rows. */
  readonly first: number;
  readonly rows: number;
  /** The position of the first drawn row in the contents. */
  readonly top: number;
}

export function frame(count: number, scrollTop: number, room: number, pixels = ROW_PIXELS): Frame {
  const height = Math.min(count * pixels, MOST_PIXELS);
  const rows = Math.min(Math.ceil(room / pixels) + 1, count);
  const slack = Math.max(height - room, 0);
  const most = Math.max(count - Math.floor(room / pixels), 0);
  const share = slack === 0 ? 0 : Math.min(Math.max(scrollTop / slack, 0), 1);
  const place = share * most;
  const first = Math.min(Math.floor(place), Math.max(count - rows, 0));
  const top = Math.min(Math.max(scrollTop, 0), slack) - (place - first) * pixels;
  return { height, first, rows, top: count * pixels <= MOST_PIXELS ? first * pixels : top };
}

/**
 * The scrollTop that shows a row: unchanged if the row is visible, else with the row in the middle.
 */
export function scrollFor(
  count: number,
  row: number,
  scrollTop: number,
  room: number,
  pixels = ROW_PIXELS,
): number {
  const now = frame(count, scrollTop, room, pixels);
  if (row > now.first && row < now.first + now.rows - 2) {
    return scrollTop;
  }
  const slack = Math.max(now.height - room, 0);
  const most = Math.max(count - Math.floor(room / pixels), 1);
  const wanted = Math.round(row - room / pixels / 2);
  const scroll = count * pixels <= MOST_PIXELS ? wanted * pixels : (wanted / most) * slack;
  return Math.min(Math.max(scroll, 0), slack);
}
