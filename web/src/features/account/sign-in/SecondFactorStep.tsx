import { useMutation } from "@tanstack/react-query";
import { Button } from "antd";
import type { ReactElement } from "react";
import { type RouterOutputs, trpc } from "../../../shared/api/trpc.ts";
import { ProofForm } from "../../../ui/ProofForm.tsx";

export type SecondFactor = Extract<RouterOutputs["user"]["login"], { secondFactor: unknown }>["secondFactor"];
type Answer = RouterOutputs["user"]["verifySecondFactor"];

type Props = { choices: SecondFactor; onSignedIn: (answer: Answer) => void; onBack: () => void };

/** The second step of a sign-in with a password. */
export function SecondFactorStep({ choices, onSignedIn, onBack }: Props): ReactElement {
  const verify = useMutation(
    trpc.user.verifySecondFactor.mutationOptions({ meta: { signsIn: true, quiet: true }, onSuccess: onSignedIn }),
  );
  return (
    <>
      <p>Your account is protected with a second factor.</p>
      <ProofForm
        choices={choices}
        isPending={verify.isPending}
        error={verify.error}
        submitText="Sign in"
        onProof={(proof) => proof.kind !== "password" && verify.mutate({ ticket: choices.ticket, proof })}
      />
      <Button type="link" block onClick={onBack}>
        Back to e-mail and password
      </Button>
    </>
  );
}
