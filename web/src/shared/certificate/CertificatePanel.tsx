import { type Certificate, certificateStatements, describeIncomplete, describeRule } from "@precount/domain";
import { Alert } from "antd";
import type { ReactElement } from "react";
import { DateText } from "../../ui/DateText.tsx";
import styles from "./Certificate.module.css";

/** A certificate with its plan; while the sample is not complete, with what is to check. */
export function CertificatePanel({ certificate }: { certificate: Certificate }): ReactElement {
  const { rule, seed, startedAt, startedBy, people, figures } = certificate;
  const incomplete = describeIncomplete(figures);
  return (
    <section className={`pc-panel ${styles["panel"] ?? ""}`} aria-label="Certificate">
      <h2>Certificate</h2>
      {incomplete !== null && <Alert type="info" showIcon title={incomplete} style={{ marginBottom: 8 }} />}
      <ul className={styles["statements"]}>
        {certificateStatements(certificate).map((statement) => (
          <li key={statement}>{statement}</li>
        ))}
      </ul>
      <p className="pc-quiet" style={{ margin: 0 }}>
        Plan: {describeRule(rule)}, started by <bdi>{startedBy}</bdi> <DateText iso={startedAt} />. Seed{" "}
        <span className="pc-code">{seed}</span>.{" "}
        {people.length > 0 && `Checked by ${people.map(({ name, checks }) => `${name} (${checks})`).join(", ")}.`}
      </p>
    </section>
  );
}
