/** The first attempt and four retries. A job whose attempts all fail is shown as failed. */
export const MAX_ATTEMPTS = 5;
