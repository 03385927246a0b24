import type { Queryable } from "../../db/connect.ts";
import type { DeliveryRow } from "../../db/destinations/deliveries.ts";
import { readAreaFacts, readEventFacts, readImageFacts, readReportFacts } from "../../db/destinations/message-facts.ts";

/** The type of the message that a test sends. */
export const PING = "ping";

/** Reads what a message is about, by the first word of its type. A part that was deleted is null. */
const READ_SUBJECT: Readonly<Record<string, (db: Queryable, sid: string) => Promise<object | null>>> = {
  image: readImageFacts,
  area: readAreaFacts,
  report: readReportFacts,
};

/** The body of a message: its type, when it happened, and what it is about. Programs read the rest through the API. */
export async function messageBody(db: Queryable, delivery: DeliveryRow): Promise<string> {
  const { type, projectSid, subjectSid, createdAt } = delivery;
  const event = projectSid === null ? null : await readEventFacts(db, projectSid);
  const [subject = ""] = type.split(".");
  const read = READ_SUBJECT[subject];
  const about = read && subjectSid !== null ? { [subject]: await read(db, subjectSid) } : {};
  return JSON.stringify({ type, timestamp: createdAt.toISOString(), data: { event, ...about } });
}
