import type { LearningReport } from "@precount/domain";
import { useQuery } from "@tanstack/react-query";
import { Alert } from "antd";
import type { ReactElement } from "react";
import { trpc } from "../../../shared/api/trpc.ts";
import { formatCount } from "./texts.ts";

/** The accounts whose values the model did not learn from. */
export function LeftOutAccounts({ accounts }: { accounts: LearningReport["leftOutAccounts"] }): ReactElement | null {
  const { data: users } = useQuery(trpc.user.fetchUsers.queryOptions(undefined, { enabled: accounts.length > 0 }));
  if (accounts.length === 0) return null;
  const nameOf = (account: string): string => users?.find(({ sid }) => sid === account)?.name ?? account;
  return (
    <Alert
      type="warning"
      showIcon
      title="Accounts left out: their values contradict too many confident readings"
      description={
        <ul style={{ margin: 0, paddingInlineStart: 20 }}>
          {accounts.map(({ account, sure, contradicted }) => (
            <li key={account}>
              <bdi>{nameOf(account)}</bdi>: {formatCount(contradicted)} of {formatCount(sure)} values
            </li>
          ))}
        </ul>
      }
    />
  );
}
