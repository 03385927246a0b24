/**
 * The numbers of PostgreSQL's advisory locks. Each number is arbitrary and used for one purpose only. Servers of different versions run
 * beside each other while one replaces the other, so a number never gets another purpose.
 */
export const ADVISORY_LOCKS = {
  /** One process at a time migrates the database. */
  migration: 7_322_846,
  /** One server at a time creates the first admin. */
  firstAdmin: 7_322_847,
  /** One process at a time extends the chain of audit entries. */
  sealAudit: 7_322_848,
  /** Shared by uploads that found no model; exclusive for a worker that registers models. */
  uploadWithoutModel: 7_322_849,
  /** One worker at a time registers models. */
  registerModels: 7_322_850,
  /** One process at a time changes which learned model is in use. */
  promotion: 7_322_851,
  /** One process at a time sends audit entries to another system, in their order. */
  sendAudit: 7_322_852,
  /** With a hash of the user: one refused read of a user at a time looks for an earlier entry. */
  refusedReads: 7_322_853,
} as const;
