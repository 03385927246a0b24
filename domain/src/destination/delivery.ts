import { z } from "zod";
import { isoDateSchema, sidSchema } from "../common/id.ts";

/** `waiting` for its first or next attempt; `failed` after the last one. */
export const DELIVERY_STATES = ["waiting", "delivered", "failed"] as const;
export const deliveryStateSchema = z.enum(DELIVERY_STATES);
export type DeliveryState = z.infer<typeof deliveryStateSchema>;

/** One message of a webhook, or one file of a report, on its way to a destination. */
export const deliverySchema = z.object({
  sid: sidSchema,
  destination: z.object({ sid: sidSchema, name: z.string() }),
  /** `report.created`, …, `ping` for a test, or `report.csv`, … for a file. */
  type: z.string(),
  /** The file as it was stored there, or the image or area that the message is about; null before the first attempt. */
  target: z.string().nullable(),
  state: deliveryStateSchema,
  attempts: z.number().int(),
  createdAt: isoDateSchema,
  lastAttemptAt: isoDateSchema.nullable(),
  /** Null unless the state is `waiting`. */
  nextAttemptAt: isoDateSchema.nullable(),
  /** The answer's status, if there was an answer. */
  responseStatus: z.number().int().nullable(),
  error: z.string().nullable(),
  elapsedMs: z.number().int().nullable(),
  /** The hash of the sent file; null for a message. */
  sha256: z.string().nullable(),
});
export type Delivery = z.infer<typeof deliverySchema>;

/**
 * Waits after each failed attempt, seconds: close together at first, for a short outage, and 24 hours in total, as the Standard
 * Webhooks specification recommends (PD-161).
 */
export const RETRY_DELAYS_S = [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 29_845] as const;
export const MAX_DELIVERY_ATTEMPTS = RETRY_DELAYS_S.length + 1;

/** The wait after failed attempt `attempt`, counted from 1; null after the last one. */
export const retryDelaySeconds = (attempt: number): number | null => RETRY_DELAYS_S[attempt - 1] ?? null;

/** A destination to which nothing arrived for this long is disabled. */
export const DISABLE_AFTER_MS = 24 * 3_600_000;

export const shouldDisable = (failingSince: Date, now: Date): boolean =>
  now.getTime() - failingSince.getTime() >= DISABLE_AFTER_MS;

/** Deliveries are kept this long for the log. */
export const DELIVERY_DAYS = 30;
