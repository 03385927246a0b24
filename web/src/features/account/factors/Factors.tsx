import type { FactorRow } from "@precount/domain";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Space } from "antd";
import { type ReactElement, useState } from "react";
import { errorMessage } from "../../../shared/api/errors.ts";
import { type RouterOutputs, client, trpc } from "../../../shared/api/trpc.ts";
import { feedback } from "../../../shared/feedback/feedback.ts";
import { canUsePasskeys, createPasskey, passkeyErrorMessage } from "../../../shared/session/passkeys.ts";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";
import { AddAppDialog } from "./AddAppDialog.tsx";
import { FactorList } from "./FactorList.tsx";
import { newFactorName } from "./new-factor-name.ts";
import { RecoveryCodesDialog } from "./RecoveryCodesDialog.tsx";

const PASSKEY_REASON = "Passkeys need HTTPS and a host name. Ask your admin for the HTTPS address.";

type Props = { onClosed?: () => void };

/** The user's second factors. `onClosed` is called when the user has seen the recovery codes of the first one. */
export function Factors({ onClosed }: Props): ReactElement {
  const queryClient = useQueryClient();
  const { data } = useQuery(trpc.factor.fetchFactors.queryOptions());
  const [totp, setTotp] = useState<RouterOutputs["factor"]["beginTotp"] | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const refresh = (): void => void queryClient.invalidateQueries({ queryKey: trpc.factor.fetchFactors.queryKey() });
  const onAdded = (recoveryCodes: string[] | null): void => {
    setTotp(null);
    feedback.success("Second factor successfully added");
    if (recoveryCodes) setCodes(recoveryCodes);
    else onClosed?.();
    refresh();
  };
  const beginTotp = useMutation(trpc.factor.beginTotp.mutationOptions({ onSuccess: setTotp }));
  const factors = data?.factors ?? [];
  const addPasskey = useAddPasskey(factors, onAdded);
  const makeCodes = useMutation(
    trpc.factor.makeRecoveryCodes.mutationOptions({
      onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes),
      onSettled: refresh,
    }),
  );
  return (
    <>
      <FactorList factors={factors} isRequired={data?.isRequired ?? false} onChanged={refresh} />
      <Space wrap>
        <Button loading={beginTotp.isPending} onClick={() => beginTotp.mutate()}>
          Add authenticator app
        </Button>
        <ReasonButton
          reason={canUsePasskeys() ? null : PASSKEY_REASON}
          loading={addPasskey.isPending}
          onClick={() => addPasskey.mutate()}
        >
          Add passkey
        </ReasonButton>
        {factors.length > 0 && (
          <Button loading={makeCodes.isPending} onClick={() => makeCodes.mutate()}>
            New recovery codes
          </Button>
        )}
      </Space>
      {data && factors.length > 0 && (
        <p className="pc-quiet" style={{ margin: "12px 0 0" }}>
          {data.recoveryCodesLeft} recovery {data.recoveryCodesLeft === 1 ? "code" : "codes"} left.
        </p>
      )}
      <AddAppDialog totp={totp} factors={factors} onAdded={onAdded} onClose={() => setTotp(null)} />
      <RecoveryCodesDialog
        codes={codes}
        onClose={() => {
          setCodes(null);
          // The mutation's result also contains the codes.
          makeCodes.reset();
          onClosed?.();
        }}
      />
    </>
  );
}

function useAddPasskey(factors: readonly FactorRow[], onAdded: (codes: string[] | null) => void) {
  return useMutation({
    meta: { quiet: true },
    mutationFn: async () => {
      const { ticket, options } = await client.factor.beginPasskey.mutate();
      const name = newFactorName(`Passkey ${new Date().toLocaleDateString()}`, factors);
      return client.factor.addPasskey.mutate({ ticket, name, response: await createPasskey(options) });
    },
    onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes),
    onError: (error) => feedback.error(passkeyErrorMessage(error) ?? errorMessage(error)),
  });
}
