import { type Image, formatSize, rejectionText } from "@precount/domain";
import type { ReactElement, ReactNode } from "react";
import { DateText } from "../../../../ui/DateText.tsx";
import { Facts } from "../../../../ui/Facts.tsx";
import { StatusTag } from "../../../../ui/StatusTag.tsx";
import { IMAGE_STATUS_DISPLAY } from "../../../../ui/status-display.tsx";

/** All facts of the photo. */
export function InfoCard({ image, area }: { image: Image; area: ReactNode }): ReactElement {
  const { metadata, file } = image;
  const unknown = <span className="pc-quiet">unknown</span>;
  return (
    <Facts
      facts={[
        ["Name", image.name],
        ["Status", <StatusTag key="status" display={IMAGE_STATUS_DISPLAY[image.status]} />],
        ...(image.rejection ? [["Reject reason", rejectionText(image.rejection)] as const] : []),
        ["Store number", metadata.storeNumber ?? unknown],
        ["Aisle", metadata.bayCode ?? unknown],
        ["Shelf", metadata.shelfCode ?? unknown],
        ["Area", area],
        ["Captured", image.capturedAt === null ? unknown : <DateText key="captured" iso={image.capturedAt} />],
        ["Uploaded", <DateText key="uploaded" iso={image.createdAt} />],
        ["Size", `${formatSize(file.size)}, ${image.width} × ${image.height} pixels`],
        ["Camera", [metadata.brand, metadata.model].filter(Boolean).join(" ") || unknown],
      ]}
    />
  );
}
