/**
 * From this length on, a line of a shortened module is broken: for an error that nobody catches, Node prints the whole
 * line that has thrown it.
 */
export const LINE_LIMIT = 120;
