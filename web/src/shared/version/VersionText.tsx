import type { ReactElement } from "react";
import { useVersion } from "./use-version.ts";

/** Version and commit (spec §2): in the footer, in the help, and in the details of an image, where no footer has room. */
export function VersionText(): ReactElement | null {
  const version = useVersion();
  if (!version) return null;
  const { commit } = version;
  return (
    <span>
      Precount {version.version}
      {commit !== "" && (
        <>
          {" · "}
          <span title={commit}>{commit.slice(0, 7)}</span>
        </>
      )}
    </span>
  );
}
