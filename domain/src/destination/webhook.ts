import { z } from "zod";

/** The kinds of messages that a webhook can receive. */
export const WEBHOOK_TYPES = [
  "image.processed",
  "image.validated",
  "area.changed",
  "event.completed",
  "report.created",
] as const;
export const webhookTypeSchema = z.enum(WEBHOOK_TYPES);
export type WebhookType = z.infer<typeof webhookTypeSchema>;

export const WEBHOOK_TYPE_TITLES: Readonly<Record<WebhookType, string>> = {
  "image.processed": "An image was processed",
  "image.validated": "An image was approved",
  "area.changed": "An area or its image changed",
  "event.completed": "The event was completed",
  "report.created": "A report was created",
};
