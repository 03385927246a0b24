import type { Certificate } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { eq } from "../drizzle.ts";
import { certificates } from "../schema/blind-counts.ts";

export async function insertCertificate(tx: Queryable, reportSid: string, contents: Certificate): Promise<void> {
  await tx.insert(certificates).values({ reportSid, contents });
}

export async function findCertificate(db: Queryable, reportSid: string): Promise<Certificate | null> {
  const [row] = await db.select().from(certificates).where(eq(certificates.reportSid, reportSid));
  return row?.contents ?? null;
}
