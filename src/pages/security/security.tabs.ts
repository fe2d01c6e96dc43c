import type { PageLocation } from '../../feature/define-page.ts'
import { type Appearance, appearanceOf, isEditable, isShown } from '../../feature/page-fields.ts'
import { type AppSettings, isFlagOn } from '../../feature/settings.ts'
import { TAB_NAMES } from '../../navigation/field-places.ts'
import { TAB_IDS, type TabDefinition, type TabId } from './security.state.ts'

const TAB = 'tab'
const FOCUS = 'focus'

interface SecurityPlace {
  tab: TabId | undefined
  /** Name of the control to focus. */
  focus: string | undefined
  /** The remaining query, which belongs to the tab. */
  rest: string
}

export const readPlace = (search: string): SecurityPlace => {
  const params = new URLSearchParams(search)
  const tab = TAB_IDS.find((id) => id === params.get(TAB))
  const focus = params.get(FOCUS) ?? undefined
  params.delete(TAB)
  params.delete(FOCUS)
  return { tab, focus, rest: params.toString() }
}

export const writePlace = ({ tab, focus, rest = '' }: { tab: TabId; focus?: string; rest?: string }): string =>
  [`${TAB}=${tab}`, focus && `${FOCUS}=${encodeURIComponent(focus)}`, rest].filter(Boolean).join('&')

/** Returns the part of the page's URL that a tab reads and writes. */
export const tabLocation = ({ search, write }: PageLocation, tab: TabId): PageLocation => ({
  search: readPlace(search).rest,
  write: (rest, how) => write(writePlace({ tab, rest }), how),
})

export const defineTab = (tab: TabDefinition): TabDefinition => tab

const centerTab = defineTab({
  id: 'center',
  featureFlag: 'security-center-admin-portal-major-version',
  load: () => import('./center/center.view.tsx'),
})

const sessionsTab = defineTab({
  id: 'sessions',
  name: TAB_NAMES.sessions,
  load: () => import('./sessions/sessions.view.tsx'),
})

const generalTab = defineTab({
  id: 'general',
  name: TAB_NAMES.general,
  load: () => import('./general/general.view.tsx'),
})

const ipTab = defineTab({
  id: 'ip',
  name: TAB_NAMES.ip,
  load: () => import('./ip/ip.view.tsx'),
})

const domainsTab = defineTab({
  id: 'domains',
  name: TAB_NAMES.domains,
  load: () => import('./domains/domains.view.tsx'),
})

/** All tabs in display order. The page opens with the first one that the user can see. */
export const tabs: readonly TabDefinition[] = [centerTab, sessionsTab, generalTab, ipTab, domainsTab]

type Sources = Pick<AppSettings, 'theme' | 'configuration' | 'flags'>

const tabAppearance = (settings: Sources, { name, featureFlag }: TabDefinition): Appearance => {
  if (featureFlag && !isFlagOn(settings, featureFlag)) return 'hidden'
  return name ? appearanceOf(settings, { page: 'security', tab: name }) : 'edit'
}

export const visibleTabs = (tabs: readonly TabDefinition[], settings: Sources): TabDefinition[] =>
  tabs.filter((tab) => isShown(tabAppearance(settings, tab)))

/** Returns how the fields of a tab appear. The strictest of tab, field and permission applies. */
export const fieldAppearance =
  (settings: Sources, tab: TabDefinition, mayEdit: boolean) =>
  (field: string): Appearance => {
    const whole = tabAppearance(settings, tab)
    if (!isShown(whole)) return whole
    const own = tab.name ? appearanceOf(settings, { page: 'security', tab: tab.name, field }) : whole
    return isEditable(own) && !mayEdit ? 'viewOnly' : own
  }
