import { Form, type FormInstance } from "antd";
import { useEffect } from "react";
import { registerForm } from "./unsaved-input.ts";

/** Inside a form: if the session ends, the page asks to sign in again over the form instead of leaving it (PD-178). */
export function KeepInput(): null {
  const form = Form.useFormInstance();
  useEffect(() => registerForm(() => form.isFieldsTouched()), [form]);
  return null;
}

/** For a form that stays open after it was saved: its input is no longer unsaved. */
export const markSaved = (form: FormInstance): void =>
  form.setFields(form.getFieldsError().map(({ name }) => ({ name, touched: false })));
