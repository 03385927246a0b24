import { asc, eq, gt, sql } from "./drizzle.ts";
import type { Queryable } from "./connect.ts";
import { images } from "./schema/images.ts";
import { learningExamples } from "./schema/learning.ts";
import { experimentFiles, learnedModelFiles } from "./schema/models.ts";
import { taskDocuments, taskPages } from "./schema/tasks.ts";

/** All SQL about the references from rows to blobs. */

/**
 * Takes an advisory lock on a blob until the transaction ends. Everything that inserts a row for the blob or deletes it takes this
 * lock. Without it, a blob could be deleted between an upload's check that it exists and the insert of its row.
 */
export async function lockBlob(tx: Queryable, sha256: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${sha256}, 0))`);
}

/** Locks several blobs, in sorted order to prevent deadlocks. */
export async function lockBlobs(tx: Queryable, sha256s: readonly string[]): Promise<void> {
  const sorted = [...new Set(sha256s.toSorted())];
  if (sorted.length === 0) return;
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended(sha256, 0)) from unnest(${sql.param(sorted)}::text[]) sha256`);
}

export async function isBlobReferenced(tx: Queryable, sha256: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select exists (select 1 from ${images} where ${images.sha256} = ${sha256})
      or exists (select 1 from ${taskDocuments} where ${eq(taskDocuments.sha256, sha256)})
      or exists (select 1 from ${taskPages} where ${eq(taskPages.sha256, sha256)})
      or exists (select 1 from ${learningExamples} where ${eq(learningExamples.sha256, sha256)})
      or exists (select 1 from ${learnedModelFiles} where ${eq(learnedModelFiles.sha256, sha256)})
      or exists (select 1 from ${experimentFiles} where ${eq(experimentFiles.sha256, sha256)}) as referenced`);
  return rows[0]?.referenced === true;
}

/**
 * Every sha256 that images, documents, examples and learned models refer to, by keyset pagination with constant memory. Files of running experiments are left
 * out, because they are neither backed up nor reported as missing; `isBlobReferenced` includes them.
 */
export async function* listReferencedBlobs(db: Queryable): AsyncIterable<string> {
  for (const table of [images, taskDocuments, taskPages, learningExamples, learnedModelFiles]) {
    let after = "";
    for (;;) {
      const page = await db
        .selectDistinct({ sha256: table.sha256 })
        .from(table)
        .where(gt(table.sha256, after))
        .orderBy(asc(table.sha256))
        .limit(5000);
      for (const { sha256 } of page) yield sha256;
      const last = page.at(-1);
      if (!last) break;
      after = last.sha256;
    }
  }
}

/** Describes the photos and documents that refer to these blobs, for messages to the operator. */
export async function describeBlobReferences(db: Queryable, sha256s: readonly string[]): Promise<string[]> {
  if (sha256s.length === 0) return [];
  const { rows } = await db.execute<{ who: string }>(sql`
    select format('%s: %s of event %s', f.sha256, coalesce(f.what, 'no row'), coalesce(p.slug, '–')) as who
    from (
      select s.sha256, i.project_sid, 'photo ' || i.name as what
      from unnest(${sql.param([...sha256s])}::text[]) s (sha256) left join images i using (sha256)
      union
      select d.sha256, t.project_sid, format('%s of task %s', d.file_name, t.task_id)
      from task_documents d join tasks t using (task_id) where d.sha256 = any(${sql.param([...sha256s])}::text[])
      union
      select g.sha256, t.project_sid, format('page %s of task %s', g.number, t.task_id)
      from task_pages g join tasks t using (task_id) where g.sha256 = any(${sql.param([...sha256s])}::text[])
      union
      select e.sha256, e.project_sid, format('example %s/%s', e.image_sid, e.position)
      from learning_examples e where e.sha256 = any(${sql.param([...sha256s])}::text[])
      union
      select l.sha256, null, format('%s of the model %s', l.name, m.name)
      from learned_model_files l join models m on m.sid = l.model_sid where l.sha256 = any(${sql.param([...sha256s])}::text[])
    ) f left join projects p on p.sid = f.project_sid order by 1`);
  return rows.map(({ who }) => who);
}
