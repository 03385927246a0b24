import { COCO_FILE_LIMIT, type DatasetImportSummary, type Project, projectCan } from "@precount/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Alert } from "antd";
import { type ReactElement, useState } from "react";
import { reasonOf } from "../../../shared/api/reason.ts";
import { refreshImages } from "../../../shared/api/refresh-images.ts";
import { KeepText } from "../../../shared/forms/KeepInput.tsx";
import { useMutateOnce } from "../../../shared/forms/use-mutate-once.ts";
import { useAuthUser } from "../../../shared/session/auth-user.ts";
import { FileField } from "../../../ui/FileField.tsx";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";
import { sendBoxes } from "./send-boxes.ts";

/** Boxes that people labeled with other tools, as detections of the event's images. */
export function ImportBoxesForm({ event }: { event: Project }): ReactElement {
  const [file, setFile] = useState<File>();
  const user = useAuthUser();
  const queryClient = useQueryClient();
  const importing = useMutation({
    mutationFn: (chosen: File) => sendBoxes(event.slug, chosen),
    // The error is shown below.
    meta: { quiet: true },
    onSuccess: () => {
      setFile(undefined);
      refreshImages(queryClient);
    },
  });
  const { data, error, isPending, reset } = importing;
  const submit = useMutateOnce(importing);
  const forbidden = reasonOf(projectCan.analyze(event, user));
  return (
    <section className="pc-panel" style={{ padding: 24, marginTop: 16 }} aria-label="Import boxes">
      <h2 style={{ marginTop: 0 }}>Import boxes</h2>
      <p className="pc-quiet">
        A COCO file with the categories sticker and shelf. Images are found by their file names. Each gets a detection
        of the model “imported”, which replaces an earlier import and is reviewed like any other. Approved and rejected
        images are skipped.
      </p>
      <KeepText isChanged={file !== undefined} />
      <FileField
        label="COCO file"
        buttonText="Choose a file"
        hint={`JSON, up to ${COCO_FILE_LIMIT / 1024 / 1024} MB`}
        accept=".json,application/json"
        isDisabled={forbidden !== null || isPending}
        value={file}
        onChange={(chosen) => {
          setFile(chosen);
          reset();
        }}
      />
      <ReasonButton
        type="primary"
        style={{ marginTop: 16 }}
        loading={isPending}
        reason={forbidden ?? (file === undefined ? "Choose a file first." : null)}
        onClick={() => file && submit(file)}
      >
        Import
      </ReasonButton>
      {error && <Alert type="error" showIcon style={{ marginTop: 16 }} title={error.message} />}
      {data && <Summary summary={data} />}
    </section>
  );
}

const count = (number: number, singular: string, plural: string): string =>
  `${number} ${number === 1 ? singular : plural}`;

function Summary({ summary }: { summary: DatasetImportSummary }): ReactElement {
  const { images, boxes, otherBoxes, skipped, skippedImages } = summary;
  const parts = [
    ...(otherBoxes > 0 ? [`${count(otherBoxes, "box", "boxes")} of other categories left out.`] : []),
    ...(skipped > 0 ? [`${count(skipped, "image", "images")} skipped:`] : []),
  ];
  return (
    <Alert
      type={images > 0 ? "success" : "warning"}
      showIcon
      style={{ marginTop: 16 }}
      title={`Imported ${count(boxes, "box", "boxes")} on ${count(images, "image", "images")}.`}
      description={
        parts.length === 0 ? undefined : (
          <>
            {parts.join(" ")}
            <ul>
              {skippedImages.map(({ name, reason }) => (
                <li key={`${name} ${reason}`}>
                  <bdi>{name}</bdi>: {reason}
                </li>
              ))}
            </ul>
          </>
        )
      }
    />
  );
}
