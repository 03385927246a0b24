import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { CopyText } from "../../../ui/CopyText.tsx";
import { sealFileUrl } from "./export-url.ts";
import type { ReportCover } from "./report-cover.ts";

type Props = Pick<ReportCover, "seal"> & { slug: string; reportSid: string };

/** The close code of a sealed report, with links to its verification and to its seal as a file. */
export function SealPanel({ slug, reportSid, seal }: Props): ReactElement {
  if (seal === null) return <p className="pc-quiet">Not sealed: this report was created before reports were sealed.</p>;
  const { closeCode, key } = seal;
  return (
    <p>
      <span className="pc-quiet">Close code</span> <CopyText text={closeCode} shown={closeCode} name="close code" />{" "}
      <span className="pc-quiet">signed with key {key} ·</span>{" "}
      <Link to="/verify" search={{ code: closeCode }}>
        Verify
      </Link>{" "}
      <span className="pc-quiet">·</span>{" "}
      <a href={sealFileUrl(slug, reportSid)} target="_blank" rel="noreferrer">
        Seal file
      </a>
    </p>
  );
}
