const SCHEME = 'otpauth://'

/**
 * Returns the key for users who type it. It comes from an `otpauth:` URL, or from the one that our backend adds to the
 * picture as a fragment, which image loaders ignore.
 */
export const secretOf = (value: string): string | undefined => {
  const at = value.startsWith(SCHEME) ? 0 : value.indexOf(`#${SCHEME}`) + 1
  if (at === 0 && !value.startsWith(SCHEME)) return undefined
  try {
    return new URL(value.slice(at)).searchParams.get('secret') ?? undefined
  } catch {
    return undefined
  }
}
