import { z } from "zod";

/** A cuid2 id: 24 lowercase letters and digits. The message is fixed by spec §5. */
export const sidSchema = z.string().regex(/^[a-z0-9]{24}$/, "Invalid cuid2 format");

/** An ISO 8601 instant. Dates are plain strings on the wire (PD-54). */
export const isoDateSchema = z.iso.datetime({ offset: true });

const FIRST_MOMENT_MS = Date.parse("0001-01-01T00:00:00Z");
const END_OF_MOMENTS_MS = Date.parse("9999-12-31T23:59:59.999Z");

/** An instant of a caller, of a year from 1 to 9999. PostgreSQL refuses the text of year 0, which ISO 8601 has. */
export const momentSchema = isoDateSchema.refine((text) => {
  const ms = Date.parse(text);
  return ms >= FIRST_MOMENT_MS && ms <= END_OF_MOMENTS_MS;
}, "A time of a year from 1 to 9999");

/** A positive number of a caller that is compared with an integer column of PostgreSQL. */
export const positiveIntegerSchema = z.int().min(1).max(2_147_483_647);
