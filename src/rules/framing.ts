/** Facts that a page knows of the pages that it is shown in. */
export interface Framing {
  /** Whether it is in a frame at all. */
  isFramed: boolean
  /** Origins of the pages around it, nearest first; Firefox had no `location.ancestorOrigins` for long. */
  ancestorOrigins: readonly string[] | undefined
  /** Whether a page around it is of another origin. */
  hasForeignAncestor: boolean
  origin: string
  /** `document.referrer`. */
  referrer: string
}

const originOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).origin : undefined)

/**
 * Whether users may type and click here: a page of a stranger could lay its own over ours and guide their clicks
 * (clickjacking). Every page around must be of the own origin or of an allowed one; `*` allows all. Without the list of
 * origins the referrer names the page directly around. After a move inside the frame it names the own origin, which then
 * says nothing.
 */
export const mayTakeInput = (
  { isFramed, ancestorOrigins, hasForeignAncestor, origin, referrer }: Framing,
  allowed: readonly string[] = [],
): boolean => {
  if (!isFramed || allowed.includes('*')) return true
  if (ancestorOrigins) return ancestorOrigins.every((each) => each === origin || allowed.includes(each))
  if (!hasForeignAncestor) return true
  const parent = originOf(referrer)
  return parent !== undefined && parent !== origin && allowed.includes(parent)
}
