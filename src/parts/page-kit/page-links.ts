import { createContext, useContext } from 'react'
import type { PortalPageName } from '../../navigation/portal-page-name.ts'

/** Opens a page of the portal by its slug; `undefined` where the user can't open it. */
export type FindPageLink = (slug: PortalPageName) => (() => void) | undefined

/** Outside the portal there are no other pages. */
const PageLinks = createContext<FindPageLink>(() => undefined)

export const PageLinksProvider = PageLinks.Provider

/**
 * Leads from one page of the portal to another: asks first when work is unsaved. `undefined` where this user or account
 * doesn't have the page, so that no control for it is shown.
 *
 * @example const openSso = usePageLink('sso')
 */
export const usePageLink: FindPageLink = (slug) => useContext(PageLinks)(slug)
