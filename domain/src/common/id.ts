import { z } from "zod";

/** Spec §5: ids are cuid2, 24 lowercase alphanumerics. The message is the owner's, verbatim. */
export const sidSchema = z.string().regex(/^[a-z0-9]{24}$/, "Invalid cuid2 format");

/** ISO 8601 instant as it travels over the wire (decision 54: no transformer, dates are strings). */
export const isoDateSchema = z.iso.datetime({ offset: true });
