import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { DateText } from "../../../ui/DateText.tsx";
import styles from "./Report.module.css";
import type { ReportCover } from "./report-cover.ts";

type Props = { slug: string; cover: ReportCover };

/** All versions of the report, newest first. */
export function Versions({ slug, cover }: Props): ReactElement {
  return (
    <nav aria-label="Versions" className={styles["versions"]}>
      <ol>
        {cover.versions.map(({ sid, version, createdAt, createdBy }) => (
          <li key={sid} className={sid === cover.sid ? styles["current"] : ""}>
            <Link
              to="/projects/$projectId/reports/$reportId"
              params={{ projectId: slug, reportId: sid }}
              aria-current={sid === cover.sid ? "page" : undefined}
            >
              Version {version}
            </Link>
            <span className="pc-quiet">
              <DateText iso={createdAt} /> by {createdBy}
            </span>
          </li>
        ))}
      </ol>
    </nav>
  );
}
