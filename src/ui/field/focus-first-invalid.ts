/** Focuses the first invalid control after a rejected submit. */
export const focusFirstInvalid = (form: ParentNode | null | undefined): void => {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}
