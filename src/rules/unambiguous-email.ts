/**
 * Returns an email that an identity provider sent, unless a mail server could read it as that of another mailbox: of the
 * domain after a further @, or of what a link's percent signs encode. A provider that lets users choose such a text
 * verifies only that they receive emails to it.
 */
export const unambiguousEmail = (text: string | undefined): string | undefined => {
  const plain = text?.normalize('NFKC') ?? ''
  return plain.split('@').length > 2 || (plain.includes(':') && plain.includes('%')) ? undefined : text
}
