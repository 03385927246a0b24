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

/** The user's API tokens, each with its rights and its expiry date. */
export function Tokens(): ReactElement {
  const { modal } = App.useApp();
  const queryClient = useQueryClient();
  const [isCreating, setCreating] = useState(false);
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
      content: `Programs that use ${name} stop working immediately.`,
      okText: "Revoke",
      okButtonProps: { danger: true },
      onOk: () => revoke.mutate({ id }),
    });
  return (
    <section className={`pc-panel ${styles["section"] ?? ""}`} aria-labelledby="tokens">
      <h2 id="tokens">API tokens</h2>
      <p className="pc-quiet">
        With a token, a program calls Precount in your name. It gets only the rights that you choose, and never more
        than you have. <Link to="/account/api">API calls</Link>
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
              expires <DateText iso={expiresAt} /> ·{" "}
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
      <Button onClick={() => setCreating(true)}>Create token</Button>
      <TokenDialog isOpen={isCreating} onClose={() => setCreating(false)} />
    </section>
  );
}
