/** The open dialog in a URL: `edit=<id of its subject>`, or `settings=` for a dialog without one. */
export interface LinkedDialog<Name extends string> {
  name: Name
  id: string
}

/** Returns the first of these names in the URL. Other parameters are not ours. */
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
