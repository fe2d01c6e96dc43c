import { type Appearance, fieldsOf, tabsOf } from '../../feature/page-fields.ts'
import type { AppSettings } from '../../feature/settings.ts'

type Sources = Pick<AppSettings, 'theme' | 'configuration'>

/** Seed 000 §2, account page. */
export type AccountFields = Readonly<
  Record<'companyName' | 'address' | 'website' | 'timezone' | 'currency', Appearance>
>

export type AccountTab = 'settings' | 'customLogin'

export const accountFieldsOf = (settings: Sources): AccountFields =>
  fieldsOf(settings, 'account', ['companyName', 'address', 'website', 'timezone', 'currency'])

export const accountTabsOf = (settings: Sources): Readonly<Record<AccountTab, Appearance>> =>
  tabsOf(settings, 'account', ['settings', 'customLogin'])

/** Who may only look sees every field as it is. */
export const readOnly = <Name extends string>(
  fields: Readonly<Record<Name, Appearance>>,
): Readonly<Record<Name, Appearance>> =>
  Object.fromEntries(
    Object.entries<Appearance>(fields).map(([name, appearance]) => [
      name,
      appearance === 'hidden' ? 'hidden' : 'viewOnly',
    ]),
  ) as Record<Name, Appearance> // the same names
