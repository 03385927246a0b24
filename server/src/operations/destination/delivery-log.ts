import { type Delivery, sidSchema } from "@precount/domain";
import { z } from "zod";
import { recordAudit } from "../../audit/record-audit.ts";
import {
  type DeliveryPage,
  insertDelivery,
  listDeliveries,
  listReportDeliveries,
  lockDelivery,
  updateDelivery,
} from "../../db/destinations/deliveries.ts";
import { findDestination, lockDestination } from "../../db/destinations/destinations.ts";
import { findReport } from "../../db/reports/read.ts";
import { AppError, notFound } from "../../errors/app-error.ts";
import type { SignedInContext } from "../context.ts";
import { paging } from "../inputs.ts";
import { requireProject } from "../project/require-project.ts";
import { PING } from "./message-body.ts";

export const fetchDeliveriesInput = z.object({ sid: sidSchema, page: paging.page, pageSize: paging.pageSize });

export async function fetchDeliveries(
  { db }: SignedInContext,
  { sid, ...page }: z.infer<typeof fetchDeliveriesInput>,
): Promise<DeliveryPage> {
  if (!(await findDestination(db, sid))) throw notFound("destination");
  return listDeliveries(db, sid, page);
}

/** Where a report was delivered, for everyone who sees it. */
export async function fetchReportDeliveries(context: SignedInContext, reportSid: string): Promise<Delivery[]> {
  const report = await findReport(context.db, reportSid);
  if (!report) throw notFound("report");
  await requireProject(context, report.projectSid, "report");
  return listReportDeliveries(context.db, reportSid);
}

/** Sends a delivery again, with the same id and body and all attempts. */
export async function replayDelivery({ db, call }: SignedInContext, sid: string): Promise<{ sid: string }> {
  return db.transaction(async (tx) => {
    const row = await lockDelivery(tx, sid);
    if (!row) throw notFound("delivery");
    const destination = await findDestination(tx, row.destinationSid);
    if (!destination || destination.disabled !== null)
      throw new AppError("PRECONDITION_FAILED", "The destination is disabled: enable it first.");
    if (row.state === "waiting" && row.attempts === 0)
      throw new AppError("PRECONDITION_FAILED", "It waits for its first attempt already.");
    await updateDelivery(tx, sid, { state: "waiting", attempts: 0, nextAttemptAt: new Date(), error: null });
    await recordAudit(tx, call, {
      subject: { kind: "destination", sid: row.destinationSid },
      ...(row.projectSid !== null && { projectSid: row.projectSid }),
      details: { delivery: sid, type: row.type },
    });
    return { sid };
  });
}

/** Sends a test message or a small file, once. Its outcome is in the log. */
export async function testDestination({ db, call }: SignedInContext, sid: string): Promise<{ sid: string }> {
  return db.transaction(async (tx) => {
    const destination = await lockDestination(tx, sid);
    if (!destination) throw notFound("destination");
    const { projectSid, settings } = destination;
    const type = settings.kind === "webhook" ? PING : "test";
    const delivery = await insertDelivery(tx, { destinationSid: sid, projectSid, type });
    await recordAudit(tx, call, {
      subject: { kind: "destination", sid },
      ...(projectSid !== null && { projectSid }),
    });
    return { sid: delivery };
  });
}
