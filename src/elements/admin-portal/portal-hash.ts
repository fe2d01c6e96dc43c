/** A place in the portal: the first segment after `#/admin-box/`, and the query after `?`. */
export interface PortalRoute {
  /** Empty for the portal without a specific page. */
  slug: string
  search: string
}

const DEEP_LINK = /^#\/admin-box(?:\/([^?/]*)[^?]*)?(?:\?(.*))?$/

/** Parses a deep link such as `#/admin-box/users?search=ada`; any other hash belongs to the host. */
export const readHash = (hash: string): PortalRoute | undefined => {
  const match = DEEP_LINK.exec(hash)
  return match ? { slug: match[1] ?? '', search: match[2] ?? '' } : undefined
}

export const toHash = ({ slug, search }: PortalRoute): string =>
  `#/admin-box${slug && `/${slug}`}${search && `?${search}`}`
