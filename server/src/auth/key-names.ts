/** The names of the installation's keys in `server_secrets`. `precount keys rotate` replaces each of them. */
export const KEY_NAMES = {
  links: "password-links",
  nonces: "work-account-nonces",
  factors: "factors",
  destinations: "destinations",
  seals: "report-seals",
} as const;
