/** Where in the portal a user is: the first segment after `#/admin-box/`, and what follows `?`. */
export interface PortalRoute {
  /** Empty: the portal without a page of its own. */
  slug: string
  search: string
}

const DEEP_LINK = /^#\/admin-box(?:\/([^?/]*)[^?]*)?(?:\?(.*))?$/

/** Deep links look like `#/admin-box/users?search=ada`; any other hash belongs to the host. */
export const readHash = (hash: string): PortalRoute | undefined => {
  const match = DEEP_LINK.exec(hash)
  return match ? { slug: match[1] ?? '', search: match[2] ?? '' } : undefined
}

export const toHash = ({ slug, search }: PortalRoute): string =>
  `#/admin-box${slug && `/${slug}`}${search && `?${search}`}`
