/** Characters that XML cannot represent. */
// oxlint-disable-next-line no-control-regex -- these are the control characters that XML forbids
export const INVALID_XML_CHARACTERS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;
