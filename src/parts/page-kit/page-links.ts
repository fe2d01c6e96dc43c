import { createContext, useContext } from 'react'
import type { PortalPageName } from '../../navigation/portal-page-name.ts'

/** Returns a function that opens a page of the portal by its slug; `undefined` if the user can't open it. */
export type FindPageLink = (slug: PortalPageName) => (() => void) | undefined

/** Outside the portal there are no other pages. */
const PageLinks = createContext<FindPageLink>(() => undefined)

export const PageLinksProvider = PageLinks.Provider

/**
 * Links one page of the portal to another; unsaved changes require confirmation first. Returns `undefined` if this user
 * or account doesn't have the page, so that no control for it is shown.
 *
 * @example const openSso = usePageLink('sso')
 */
export const usePageLink: FindPageLink = (slug) => useContext(PageLinks)(slug)
