import { Button } from "antd";
import type { ReactElement } from "react";
import { errorCode, errorMessage } from "../../shared/api/errors.ts";

type Props = { error: unknown; onRetry: () => void };

/** Why a call of an evidence link failed. A link that has ended cannot be opened again. */
export function EvidenceError({ error, onRetry }: Props): ReactElement {
  return (
    <>
      <p role="alert">{errorMessage(error)}</p>
      {errorCode(error) !== "NOT_FOUND" && <Button onClick={onRetry}>Try again</Button>}
    </>
  );
}
