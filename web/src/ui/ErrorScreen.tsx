import { MESSAGES } from "@precount/domain";
import { Button, Result } from "antd";
import type { ReactElement } from "react";

type Props = { title: string; detail?: string | undefined; onRetry?: () => void };

/** Spec §2: the status text, or 'There was an error', over 'Sorry, something went wrong.' */
export function ErrorScreen({ title, detail, onRetry }: Props): ReactElement {
  return (
    <Result
      status="error"
      title={title}
      subTitle={
        <>
          {MESSAGES.errorPage}
          {detail && (
            <>
              <br />
              {detail}
            </>
          )}
        </>
      }
      extra={[
        ...(onRetry
          ? [
              <Button key="retry" onClick={onRetry}>
                Try again
              </Button>,
            ]
          : []),
        <BackHome key="home" />,
      ]}
    />
  );
}

export function NotFoundScreen(): ReactElement {
  return <Result status="404" title="404" subTitle={MESSAGES.notFoundPage} extra={<BackHome />} />;
}

/** A plain link: it works even where the router itself failed. */
function BackHome(): ReactElement {
  return (
    <Button type="primary" href="/">
      Back Home
    </Button>
  );
}
