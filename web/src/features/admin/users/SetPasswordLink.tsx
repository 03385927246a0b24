import { CopyOutlined } from "@ant-design/icons";
import type { SetPasswordLink as Link, UserRow } from "@precount/domain";
import { Alert, Button, Input, Space } from "antd";
import type { ReactElement } from "react";
import { copyText } from "../../../shared/feedback/copy-text.ts";
import { DateText } from "../../../ui/DateText.tsx";

type Props = { user: Pick<UserRow, "name" | "email">; link: Link };

/** A set-password link to copy, and whether it was mailed. */
export function SetPasswordLink({ user, link }: Props): ReactElement {
  const { mail } = link;
  return (
    <>
      <p>
        <bdi>{user.name}</bdi> sets a password with this link. It works once, until <DateText iso={link.expiresAt} />,
        and is shown only once.
      </p>
      <Space.Compact block>
        <Input aria-label="Set-password link" value={link.url} readOnly onFocus={({ target }) => target.select()} />
        <Button icon={<CopyOutlined />} onClick={() => void copyText(link.url)}>
          Copy
        </Button>
      </Space.Compact>
      <div style={{ marginTop: 16 }}>
        {mail.state === "sent" && <Alert type="success" showIcon title={`The link was also sent to ${user.email}.`} />}
        {mail.state === "failed" && <Alert type="warning" showIcon title={mail.reason} />}
        {mail.state === "not set up" && (
          <Alert type="info" showIcon title="E-mail is not configured. Send the link to the user yourself." />
        )}
      </div>
    </>
  );
}
