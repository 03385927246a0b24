import { Form, type FormInstance } from "antd";
import { type ReactElement, useEffect, useRef } from "react";
import { registerForm } from "./unsaved-input.ts";

/** Inside a form: if the session ends, the page asks to sign in again over the form instead of leaving it (PD-178). */
export function KeepInput(): ReactElement {
  const form = Form.useFormInstance();
  return <Keep isChanged={() => form.isFieldsTouched()} />;
}

/** The same for a field without an Ant Design form, such as the only field of a dialog. Put it beside the field. */
export const KeepText = ({ isChanged }: { isChanged: boolean }): ReactElement => <Keep isChanged={() => isChanged} />;

function Keep({ isChanged }: { isChanged: () => boolean }): ReactElement {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(
    // The form of a closed dialog may still be in the page.
    () => registerForm(() => isChanged() && (place.current?.checkVisibility() ?? false)),
  );
  return <span ref={place} />;
}

/** For a form that stays open after it was saved: its input is no longer unsaved. */
export const markSaved = (form: FormInstance): void =>
  form.setFields(form.getFieldsError().map(({ name }) => ({ name, touched: false })));
