import { type Fields, fieldsOf, tabsOf } from '../../feature/page-fields.ts'
import type { AppSettings } from '../../feature/settings.ts'

type Sources = Pick<AppSettings, 'theme' | 'configuration'>

export const ACCOUNT_FIELDS = ['companyName', 'address', 'website', 'timezone', 'currency'] as const

export type AccountFields = Fields<(typeof ACCOUNT_FIELDS)[number]>

const ACCOUNT_TABS = ['settings', 'customLogin'] as const

export type AccountTab = (typeof ACCOUNT_TABS)[number]

export const accountFieldsOf = (settings: Sources): AccountFields => fieldsOf(settings, 'account', ACCOUNT_FIELDS)

export const accountTabsOf = (settings: Sources): Fields<AccountTab> => tabsOf(settings, 'account', ACCOUNT_TABS)
