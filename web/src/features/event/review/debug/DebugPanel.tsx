import { type Image, type ImageDetection, formatDuration, formatSize, shortHash, shortId } from "@precount/domain";
import { Button } from "antd";
import type { ReactElement, ReactNode } from "react";
import { fullDate } from "../../../../shared/time/dates.ts";
import { copyText } from "../../../../shared/feedback/copy-text.ts";
import { CopyText } from "../../../../ui/CopyText.tsx";
import { Facts } from "../../../../ui/Facts.tsx";
import { DETECTION_STATUS_DISPLAY } from "../../../../ui/status-display.tsx";
import type { QueuedEdit } from "../edit-queue.ts";
import { useReview } from "../session/session-context.ts";
import styles from "./DebugPanel.module.css";
import { logLines } from "./patch-log.ts";

const id = (sid: string, name: string): ReactElement => <CopyText text={sid} shown={shortId(sid)} name={name} />;

/** The facts of the detection run and of the photo. All values are shown as text. */
export function DebugPanel(): ReactElement {
  const image = useReview((state) => state.image);
  const detection = useReview((state) => state.detection);
  const status = useReview(({ edits }) => edits.status);
  const edits = useReview((state) => state.edits.edits);
  return (
    <div className={styles["panel"]}>
      <Section title="Run">
        <Facts facts={runFacts({ ...detection, status })} />
      </Section>
      <Section title="Image">
        <Facts facts={imageFacts(image)} />
      </Section>
      <PatchLog patches={detection.patches} edits={edits} />
      <Predictions predictions={detection.predictions} />
    </div>
  );
}

/** The same for an image without detections. */
export const ImageDebugPanel = ({ image }: { image: Image }): ReactElement => (
  <div className={styles["panel"]}>
    <Section title="Image">
      <Facts facts={imageFacts(image)} />
    </Section>
  </div>
);

type FactList = readonly (readonly [string, ReactNode])[];

function runFacts({
  sid,
  model,
  status,
  revision,
  inferredAt,
  validatedAt,
  elapsed,
  options,
}: ImageDetection): FactList {
  return [
    ["Model", model.name],
    ["Model id", id(model.sid, "model id")],
    ["Detection id", id(sid, "detection id")],
    ["Status", DETECTION_STATUS_DISPLAY[status].title],
    ["Revision", revision],
    ["Inferred", fullDate(inferredAt)],
    ["Elapsed", formatDuration(elapsed)],
    ["Validated", validatedAt && fullDate(validatedAt)],
    ["Maximum detections", options.limit],
    ["Code confidence threshold", options.codeConfidenceThreshold],
    ["Quantity confidence threshold", options.quantityConfidenceThreshold],
  ];
}

function imageFacts({ sid, name, file, width, height, orientation, rotation, metadata, project }: Image): FactList {
  return [
    ["Name", name],
    ["Image id", id(sid, "image id")],
    ["Event id", id(project.sid, "event id")],
    ["Size", formatSize(file.size)],
    ["SHA-256", <CopyText key="hash" text={file.sha256} shown={shortHash(file.sha256)} name="hash" />],
    ["Pixels", `${width} × ${height}`],
    ["Orientation", orientation],
    ["Rotation", rotation],
    ["Camera", [metadata.brand, metadata.model].filter(Boolean).join(" ")],
  ];
}

type PatchLogProps = { patches: ImageDetection["patches"]; edits: readonly QueuedEdit[] };

function PatchLog({ patches, edits }: PatchLogProps): ReactElement {
  const lines = logLines(patches, { edits });
  return (
    <Section title={`Patches ${lines.length}`}>
      {lines.length === 0 ? (
        <p className="pc-quiet">This detection has no edits.</p>
      ) : (
        // It scrolls, so it must be reachable with the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section className={styles["scroll"]} tabIndex={0} aria-label="Patches">
          <table className={styles["log"]}>
            <thead>
              <tr>
                {["No.", "Op", "Path", "Value", ""].map((title) => (
                  <th key={title}>{title}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {lines.map(({ key, place, op, path, value, state }) => (
                <tr key={key}>
                  <td className="pc-number">{place}</td>
                  <td>{op}</td>
                  <td>{path}</td>
                  <td className={styles["value"]}>{value}</td>
                  <td>{state}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Section>
  );
}

/** Above this many predictions, the JSON is folded. */
const SHOWN_AT_ONCE = 100;

function Predictions({ predictions }: Pick<ImageDetection, "predictions">): ReactElement {
  const json = JSON.stringify(predictions, null, 2);
  return (
    <Section
      title={`Predictions ${predictions.length}`}
      extra={<Button onClick={() => void copyText(json)}>Copy JSON</Button>}
    >
      <details open={predictions.length <= SHOWN_AT_ONCE}>
        <summary>Predictions as the model returned them</summary>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
        <pre className={styles["scroll"]} tabIndex={0} aria-label="Predictions as JSON">
          {json}
        </pre>
      </details>
    </Section>
  );
}

function Section({ title, extra, children }: { title: string; extra?: ReactNode; children: ReactNode }): ReactElement {
  return (
    <section className={styles["section"]} aria-label={title}>
      <div className={styles["title"]}>
        <h2>{title}</h2>
        {extra}
      </div>
      {children}
    </section>
  );
}
