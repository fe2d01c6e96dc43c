/** The open dialog in a URL: `edit=<id of what it is about>`, `settings=` where it is about nothing in particular. */
export interface LinkedDialog<Name extends string> {
  name: Name
  id: string
}

/** The first of these names that the URL has; whatever else is there is not ours. */
export const linkedDialogFrom = <Name extends string>(
  params: URLSearchParams,
  names: readonly Name[],
): LinkedDialog<Name> | undefined => {
  const name = names.find((one) => params.has(one))
  return name && { name, id: params.get(name) ?? '' }
}

export const writeLinkedDialog = (dialog: LinkedDialog<string> | undefined, params: URLSearchParams): void => {
  if (dialog) params.set(dialog.name, dialog.id)
}
