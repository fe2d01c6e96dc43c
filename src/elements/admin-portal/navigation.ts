import type { PageDefinition } from '../../feature/define-page.ts'
import { isPageVisible, type PageAudience, withOverrides } from '../../navigation/pages.ts'
import { slugOf } from '../../navigation/portal-page-name.ts'

export type PlaceOf = { kind: 'page'; page: PageDefinition } | { kind: 'forbidden' } | { kind: 'unknown' }

interface MenuGroup {
  id: PageDefinition['group']
  pages: readonly PageDefinition[]
}

const GROUPS: readonly PageDefinition['group'][] = ['you', 'organization', 'security', 'developers']

/** Returns the menu groups in order; those without a visible page are omitted. */
export const groupsOf = (pages: readonly PageDefinition[]): MenuGroup[] =>
  GROUPS.map((id) => ({ id, pages: pages.filter((page) => page.group === id) })).filter(({ pages }) => pages.length > 0)

export interface Menu {
  visible: readonly PageDefinition[]
  placeOf(slug: string): PlaceOf
}

/** Returns the menu that this user sees, and the pages that a deep link can open. */
export const menuFor = (pages: readonly PageDefinition[], navigation: unknown, audience: PageAudience): Menu => {
  const all = pages.map((page) => withOverrides(page, navigation))
  const visible = all.filter((page) => isPageVisible(page, audience))
  const placeOf = (name: string): PlaceOf => {
    const slug = slugOf(name)
    const [first] = visible
    if (slug === '') return first ? { kind: 'page', page: first } : { kind: 'forbidden' }
    const page = visible.find((candidate) => candidate.slug === slug)
    if (page) return { kind: 'page', page }
    const known = all.find((candidate) => candidate.slug === slug)
    // A page that is hidden or turned off counts as missing; one for which only the permission is missing explains
    // that.
    const isThere = known !== undefined && isPageVisible(known, { ...audience, superUser: true })
    return { kind: isThere ? 'forbidden' : 'unknown' }
  }
  return { visible, placeOf }
}
