import { type ReactElement, Suspense } from "react";
import { BoxForm } from "../lazy-parts.tsx";
import { useReview } from "../session/session-context.ts";

/** The numeric form of the box that is open. */
export function BoxFormCard(): ReactElement | null {
  const form = useReview(({ boxForm }) => boxForm);
  return (
    form && (
      <Suspense>
        <BoxForm form={form} />
      </Suspense>
    )
  );
}
