import { type Appearance, appearanceOf, isEditable, isShown } from '../../feature/page-fields.ts'
import { type AppSettings, isFlagOn } from '../../feature/settings.ts'
import type { TabDefinition } from './tab.ts'

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
