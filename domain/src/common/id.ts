import { z } from "zod";

/** A cuid2 id: 24 lowercase letters and digits. The message is fixed by spec §5. */
export const sidSchema = z.string().regex(/^[a-z0-9]{24}$/, "Invalid cuid2 format");

/** An ISO 8601 instant. Dates are plain strings on the wire (PD-54). */
export const isoDateSchema = z.iso.datetime({ offset: true });
