import { type StatisticsFigures, canSeeModel, confusedDigits, may } from "@precount/domain";
import { listCorrections, listThroughput, readDoubtShares } from "../../db/statistics/figures.ts";
import type { SignedInContext } from "../context.ts";
import { requireProject } from "./require-project.ts";

/** Bars of a chart: few enough to read. */
const LIMITS = { areas: 12, hours: 24 };
const MAX_DIGIT_PAIRS = 10;

/** The figures of the statistics' charts. The figures of single people are for admins only (PD-149). */
export async function getStatsFigures({ db, session }: SignedInContext, slug: string): Promise<StatisticsFigures> {
  const { sid } = await requireProject({ db, session }, slug);
  const shares = await readDoubtShares(db, sid, {
    ...LIMITS,
    showsPreviews: canSeeModel(session.user, { status: "preview" }),
  });
  return {
    ...shares,
    digits: confusedDigits(await listCorrections(db, sid), MAX_DIGIT_PAIRS),
    people: may(session.user, "user.list").ok ? await listThroughput(db, sid) : null,
  };
}
