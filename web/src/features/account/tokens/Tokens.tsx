import { OWN_CONFIRM, OWN_SUCCESS, SCOPE_DESCRIPTIONS } from "@precount/domain";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { App, Button } from "antd";
import { type ReactElement, useState } from "react";
import { feedback } from "../../../shared/feedback/feedback.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { DateText } from "../../../ui/DateText.tsx";
import { RowList } from "../../../ui/RowList.tsx";
import styles from "../Account.module.css";
import { TokenDialog } from "./TokenDialog.tsx";

/** The keys of a person's programs: each may so much and no more, for so long. */
export function Tokens(): ReactElement {
  const { modal } = App.useApp();
  const queryClient = useQueryClient();
  const [isMaking, setMaking] = useState(false);
  const { data: tokens } = useQuery(trpc.token.fetchTokens.queryOptions());
  const revoke = useMutation(
    trpc.token.revokeToken.mutationOptions({
      onSuccess: () => feedback.success(OWN_SUCCESS.tokenRevoked),
      onSettled: () => void queryClient.invalidateQueries({ queryKey: trpc.token.fetchTokens.queryKey() }),
    }),
  );
  const ask = (id: string, name: string): void =>
    void modal.confirm({
      title: OWN_CONFIRM.revokeToken,
      content: `Whatever uses ${name} stops working at once.`,
      okText: "Revoke",
      okButtonProps: { danger: true },
      onOk: () => revoke.mutate({ id }),
    });
  return (
    <section className={`pc-panel ${styles["part"] ?? ""}`} aria-labelledby="tokens">
      <h2 id="tokens">API tokens</h2>
      <p className="pc-quiet">
        With a token a program of yours calls Precount in your name, as far as you let it and never further than you may
        yourself. <Link to="/account/api">What there is to call</Link>
      </p>
      <RowList
        rows={(tokens ?? []).map(({ id, name, scopes, expiresAt, lastUsedAt }) => ({
          key: id,
          title: (
            <strong>
              <bdi>{name}</bdi>
            </strong>
          ),
          details: [
            scopes.map((scope) => SCOPE_DESCRIPTIONS[scope]).join("; "),
            <>
              until <DateText iso={expiresAt} /> ·{" "}
              {lastUsedAt === null ? (
                "never used"
              ) : (
                <>
                  used <DateText iso={lastUsedAt} />
                </>
              )}
            </>,
          ],
          action: (
            <Button danger aria-label={`Revoke ${name}`} onClick={() => ask(id, name)}>
              Revoke
            </Button>
          ),
        }))}
      />
      <Button onClick={() => setMaking(true)}>Make a token</Button>
      <TokenDialog isOpen={isMaking} onClose={() => setMaking(false)} />
    </section>
  );
}
