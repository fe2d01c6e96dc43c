/** Facts that a page knows about the pages that embed it. */
export interface Framing {
  /** Whether the page is in a frame. */
  isFramed: boolean
  /** Origins of the embedding pages, nearest first; Firefox lacked `location.ancestorOrigins` for a long time. */
  ancestorOrigins: readonly string[] | undefined
  /** Whether an embedding page has another origin. */
  hasForeignAncestor: boolean
  origin: string
  /** Value of `document.referrer`. */
  referrer: string
}

/** Origin of pages in a sandbox, of `data:` and of files. Each of them is foreign to all others (HTML, "opaque origin"). */
const OPAQUE = 'null'

const originOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).origin : undefined)

/**
 * Returns whether users may type and click here: an untrusted page could put its own content over ours and guide their
 * clicks (clickjacking). Every embedding page must have the own origin or an allowed one; `*` allows all. Without the
 * list of origins, the referrer is the directly embedding page. After a navigation inside the frame, the referrer is
 * the own origin, which proves nothing.
 */
export const mayTakeInput = (
  { isFramed, ancestorOrigins, hasForeignAncestor, origin, referrer }: Framing,
  allowed: readonly string[] = [],
): boolean => {
  if (!isFramed || allowed.includes('*')) return true
  const isTrusted = (each: string) => each !== OPAQUE && (each === origin || allowed.includes(each))
  if (ancestorOrigins) return ancestorOrigins.every(isTrusted)
  if (!hasForeignAncestor) return true
  const parent = originOf(referrer)
  return parent !== undefined && parent !== origin && isTrusted(parent)
}
