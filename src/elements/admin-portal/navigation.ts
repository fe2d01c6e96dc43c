import type { PageDefinition } from '../../feature/define-page.ts'
import { isPageVisible, type PageAudience, withOverrides } from '../../navigation/pages.ts'
import { slugOf } from '../../navigation/portal-page-name.ts'

export type PlaceOf = { kind: 'page'; page: PageDefinition } | { kind: 'forbidden' } | { kind: 'unknown' }

interface MenuGroup {
  id: PageDefinition['group']
  pages: readonly PageDefinition[]
}

const GROUPS: readonly PageDefinition['group'][] = ['you', 'organisation', 'security', 'developers']

/** Groups in their order; those without a visible page are left out. */
export const groupsOf = (pages: readonly PageDefinition[]): MenuGroup[] =>
  GROUPS.map((id) => ({ id, pages: pages.filter((page) => page.group === id) })).filter(({ pages }) => pages.length > 0)

export interface Menu {
  visible: readonly PageDefinition[]
  placeOf(slug: string): PlaceOf
}

/** What this user sees of the portal, and where a deep link leads. */
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
    // A hidden page, or one that is turned off, counts as missing; one that only lacks the permission explains that.
    const isThere = known !== undefined && isPageVisible(known, { ...audience, superUser: true })
    return { kind: isThere ? 'forbidden' : 'unknown' }
  }
  return { visible, placeOf }
}
