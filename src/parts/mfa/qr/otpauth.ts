const ADDRESS = 'otpauth://'

/**
 * The key for people who type it: from an `otpauth:` address, or from the one that our backend adds to the picture as a
 * fragment, which image loaders leave aside.
 */
export const secretOf = (value: string): string | undefined => {
  const at = value.startsWith(ADDRESS) ? 0 : value.indexOf(`#${ADDRESS}`) + 1
  if (at === 0 && !value.startsWith(ADDRESS)) return undefined
  try {
    return new URL(value.slice(at)).searchParams.get('secret') ?? undefined
  } catch {
    return undefined
  }
}
