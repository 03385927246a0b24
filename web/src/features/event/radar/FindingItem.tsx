import { FINDING_KINDS, describeFinding, findingSubject } from "@precount/domain";
import { Link } from "@tanstack/react-router";
import { Checkbox } from "antd";
import type { ReactElement } from "react";
import { shortDate } from "../../../shared/time/dates.ts";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";
import { StatusTag } from "../../../ui/StatusTag.tsx";
import { FindingEvidence } from "./FindingEvidence.tsx";
import { describeImpact } from "./describe-impact.ts";
import { SEVERITY_DISPLAY } from "./severity-display.tsx";
import styles from "./Radar.module.css";
import type { ShownFinding } from "./types.ts";

type Props = {
  slug: string;
  finding: ShownFinding;
  isSelected: boolean;
  /** Why findings cannot be changed; null if they can. */
  reason: string | null;
  onSelect: (isOn: boolean) => void;
  onAccept: () => void;
  onReopen: () => void;
  onRecheck: () => void;
};

/** A finding with its evidence and actions. */
export function FindingItem(props: Props): ReactElement {
  const { slug, finding, isSelected, reason } = props;
  const { kind, severity, accepted, areaNumber } = finding;
  const subject = findingSubject(finding);
  const name = `${FINDING_KINDS[kind].title}: ${subject}`;
  return (
    <li className={`${styles["finding"] ?? ""} pc-panel`} data-selected={isSelected}>
      <Checkbox
        aria-label={`Select ${name}`}
        checked={isSelected}
        onChange={({ target }) => props.onSelect(target.checked)}
      />
      <FindingEvidence slug={slug} finding={finding} />
      <div className={styles["text"]}>
        <h2 className={styles["title"]}>
          {FINDING_KINDS[kind].title} <Subject finding={finding} subject={subject} />
        </h2>
        <p>{describeFinding(finding)}</p>
        <p className="pc-quiet">
          {accepted === null
            ? FINDING_KINDS[kind].advice
            : `Accepted ${shortDate(accepted.at)} by ${accepted.by}: ${accepted.reason}`}
        </p>
      </div>
      <div className={styles["impact"]}>
        <StatusTag display={SEVERITY_DISPLAY[severity]} />
        <span className={styles["figures"]}>
          {describeImpact(finding).map((figure) => (
            <span key={figure}>{figure}</span>
          ))}
        </span>
        {areaNumber !== null && finding.code !== null && <span className="pc-quiet">Area {areaNumber}</span>}
      </div>
      <div className={styles["actions"]}>
        <OpenLink slug={slug} finding={finding} name={name} />
        {accepted === null ? (
          <ReasonButton size="small" reason={reason} aria-label={`Accept ${name}`} onClick={props.onAccept}>
            Accept
          </ReasonButton>
        ) : (
          <ReasonButton size="small" reason={reason} aria-label={`Reopen ${name}`} onClick={props.onReopen}>
            Reopen
          </ReasonButton>
        )}
        {finding.areaSid !== null && accepted === null && (
          <ReasonButton
            size="small"
            reason={reason}
            aria-label={`Photograph again: area ${areaNumber ?? ""}`}
            onClick={props.onRecheck}
          >
            Photograph again
          </ReasonButton>
        )}
      </div>
    </li>
  );
}

function Subject({ finding, subject }: { finding: ShownFinding; subject: string }): ReactElement {
  if (finding.code === null)
    return <span>· {finding.areaNumber === null ? (finding.image?.name ?? subject) : subject}</span>;
  return (
    <>
      <span className="pc-code">{subject}</span>
      {finding.description !== null && <bdi className={styles["description"]}>{finding.description}</bdi>}
    </>
  );
}

/** Leads to the review at the result, to the photo, or to the area. */
function OpenLink({ slug, finding, name }: { slug: string; finding: ShownFinding; name: string }): ReactElement | null {
  const [first] = finding.evidence;
  const imageId = first?.image.sid ?? finding.image?.sid;
  const className = styles["open"] ?? "";
  const { pairSid } = finding.details;
  if (pairSid !== undefined)
    return (
      <Link
        className={className}
        to="/projects/$projectId/duplicates"
        params={{ projectId: slug }}
        search={{ pair: pairSid }}
        aria-label={`Compare the photos: ${name}`}
      >
        Compare the photos
      </Link>
    );
  if (imageId === undefined)
    return finding.areaNumber === null ? null : (
      <Link
        className={className}
        to="/projects/$projectId/areas"
        params={{ projectId: slug }}
        search={{ search: String(finding.areaNumber) }}
        aria-label={`Open the area of ${name}`}
      >
        Open the area
      </Link>
    );
  return (
    <Link
      className={className}
      to="/projects/$projectId/eventImages/images/$imageId"
      params={{ projectId: slug, imageId }}
      search={first ? { detection: first.position + 1 } : {}}
      aria-label={`Open in review: ${name}`}
    >
      Open in review
    </Link>
  );
}
