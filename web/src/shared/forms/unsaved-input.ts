const forms = new Set<() => boolean>();

/** Whether the current screen has a form that a person has changed and not saved. Only forms with a KeepInput are known. */
export const hasUnsavedInput = (): boolean => [...forms].some((isChanged) => isChanged());

/** @returns a function that forgets the form */
export function registerForm(isChanged: () => boolean): () => void {
  forms.add(isChanged);
  return () => void forms.delete(isChanged);
}
