/** Constants of the specification that belong to no other file (spec §9). */
export const TASK_REFRESH_MS = 15_000;
export const RANGE_NOTIFICATION_MS = 30_000;
export const MAX_QUERY_RETRIES = 3;
export const IMAGE_STATS_SCROLL_WIDTH_PX = 2200;
/** Key in local storage. */
export const SIDEBAR_STORAGE_KEY = "collapsed";
/**
 * Distance of the rotation handle above the box, and side of a resize handle; screen pixels, so that they do not
 * depend on the zoom.
 */
export const ROTATION_HANDLE_OFFSET = 64;
export const RESIZE_HANDLE_SIZE = 16;
export const MOUSE_MOVE_THROTTLE_MS = 16;
