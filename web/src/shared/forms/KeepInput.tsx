import { Form, type FormInstance } from "antd";
import { type ReactElement, useEffect, useRef } from "react";
import { registerForm } from "./unsaved-input.ts";

/** Inside a form: if the session ends, the page asks to sign in again over the form instead of leaving it (PD-178). */
export function KeepInput(): ReactElement {
  const form = Form.useFormInstance();
  const place = useRef<HTMLSpanElement>(null);
  useEffect(
    // The form of a closed dialog may still be in the page.
    () => registerForm(() => form.isFieldsTouched() && (place.current?.checkVisibility() ?? false)),
    [form],
  );
  return <span ref={place} />;
}

/** For a form that stays open after it was saved: its input is no longer unsaved. */
export const markSaved = (form: FormInstance): void =>
  form.setFields(form.getFieldsError().map(({ name }) => ({ name, touched: false })));
