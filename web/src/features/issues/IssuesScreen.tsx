import { CopyOutlined } from "@ant-design/icons";
import { Button } from "antd";
import type { ReactElement } from "react";
import { copyText } from "../../shared/feedback/copy-text.ts";
import { useVersion } from "../../shared/version/use-version.ts";
import { Facts } from "../../ui/Facts.tsx";

/** The target of the issues link where ISSUES_URL is not set (PD-75). */
export function IssuesScreen(): ReactElement {
  const version = useVersion();
  const facts = [
    ["Version", version?.version],
    ["Commit", version?.commit],
    ["Address", location.origin],
    ["Browser", navigator.userAgent],
    ["Window", `${window.innerWidth} × ${window.innerHeight}`],
  ] as const;
  const text = facts.map(([name, value]) => `${name}: ${value || "unknown"}`).join("\n");
  return (
    <div className="pc-page" style={{ maxWidth: 720 }}>
      <div className="pc-titlebar">
        <h1>Project issues</h1>
      </div>
      <p>Report a problem to an admin of this installation. A report needs:</p>
      <ul>
        <li>the event and the image or task, or the address of the page</li>
        <li>what you did, what you expected, and what happened</li>
        <li>the error message with its error id, if there is one</li>
        <li>these details:</li>
      </ul>
      <section aria-label="Details for the report" className="pc-panel" style={{ padding: 16, marginBottom: 16 }}>
        <Facts facts={facts} />
      </section>
      <Button icon={<CopyOutlined />} onClick={() => void copyText(text)}>
        Copy details
      </Button>
    </div>
  );
}
