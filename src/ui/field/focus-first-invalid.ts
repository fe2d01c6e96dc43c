/** After a refused submit the user lands where something is to be corrected. */
export const focusFirstInvalid = (form: ParentNode | null | undefined): void => {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}
