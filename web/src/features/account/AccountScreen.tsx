import { OWN_SUCCESS, changeOwnPasswordInputSchema } from "@precount/domain";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Button, Form, Input } from "antd";
import type { ReactElement } from "react";
import { useAuthUser } from "../../shared/session/auth-user.ts";
import { feedback } from "../../shared/feedback/feedback.ts";
import { schemaRule, schemaRulesOnBlur } from "../../shared/forms/form.ts";
import { trpc } from "../../shared/api/trpc.ts";
import { KeepInput } from "../../shared/forms/KeepInput.tsx";
import { Facts } from "../../ui/Facts.tsx";
import { SessionList } from "../../ui/SessionList.tsx";
import { ROLE_DISPLAY } from "../../ui/status-display.tsx";
import styles from "./Account.module.css";
import { Factors } from "./factors/Factors.tsx";
import { Tokens } from "./tokens/Tokens.tsx";

/** The user's own account: details, password, sessions and API tokens. */
export function AccountScreen(): ReactElement {
  const user = useAuthUser();
  return (
    <div className="pc-page" style={{ maxWidth: 720 }}>
      <div className="pc-titlebar">
        <h1>Your account</h1>
      </div>
      <section className={`pc-panel ${styles["section"] ?? ""}`} aria-label="You">
        <Facts
          facts={[
            ["Name", <bdi key="name">{user.name}</bdi>],
            ["E-mail", <bdi key="email">{user.email}</bdi>],
            ["Role", ROLE_DISPLAY[user.role].title],
          ]}
        />
      </section>
      <ChangePassword />
      <section className={`pc-panel ${styles["section"] ?? ""}`} aria-labelledby="second-factor">
        <h2 id="second-factor">Second factor</h2>
        <p className="pc-quiet">
          With a second factor, a stolen password alone does not open your account. Passkeys also replace the password.
        </p>
        <Factors />
      </section>
      <OwnSessions />
      <Tokens />
    </div>
  );
}

type Fields = { current: string; password: string };
const { current: currentSchema, password: passwordSchema } = changeOwnPasswordInputSchema.shape;

function ChangePassword(): ReactElement {
  const [form] = Form.useForm<Fields>();
  const queryClient = useQueryClient();
  const change = useMutation(
    trpc.user.changeOwnPassword.mutationOptions({
      onSuccess: () => {
        feedback.success(OWN_SUCCESS.passwordChanged);
        form.resetFields();
        void queryClient.invalidateQueries({ queryKey: trpc.user.fetchOwnSessions.queryKey() });
        // Home shows a notice until a generated password is replaced.
        void queryClient.invalidateQueries({ queryKey: trpc.home.fetchOverview.queryKey(), refetchType: "all" });
      },
    }),
  );
  return (
    <section className={`pc-panel ${styles["section"] ?? ""}`} aria-labelledby="change-password">
      <h2 id="change-password">Change password</h2>
      <Form form={form} layout="vertical" requiredMark={false} onFinish={(fields) => change.mutate(fields)}>
        <KeepInput />
        <Form.Item name="current" label="Current password" rules={[schemaRule(currentSchema)]}>
          <Input.Password autoComplete="current-password" />
        </Form.Item>
        <Form.Item
          name="password"
          label="New password"
          rules={schemaRulesOnBlur(passwordSchema, "all")}
          validateTrigger="onBlur"
        >
          <Input.Password autoComplete="new-password" />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={change.isPending}>
          Change password
        </Button>
      </Form>
    </section>
  );
}

function OwnSessions(): ReactElement {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { data } = useQuery(trpc.user.fetchOwnSessions.queryOptions(undefined, { staleTime: 0 }));
  const settle = {
    onSuccess: () => feedback.success(OWN_SUCCESS.sessionsEnded),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: trpc.user.fetchOwnSessions.queryKey() }),
  };
  const end = useMutation(trpc.user.endOwnSession.mutationOptions(settle));
  const endOthers = useMutation(trpc.user.endOtherSessions.mutationOptions(settle));
  return (
    <section className={`pc-panel ${styles["section"] ?? ""}`} aria-labelledby="own-sessions">
      <h2 id="own-sessions">Your sessions</h2>
      <SessionList
        sessions={data}
        onEnd={(id) => {
          const isOwn = data?.some((session) => session.id === id && session.isCurrent) ?? false;
          if (isOwn) void navigate({ to: "/logout" });
          else end.mutate({ id });
        }}
      />
      {(data?.length ?? 0) > 1 && (
        <Button loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
          End all other sessions
        </Button>
      )}
    </section>
  );
}
