import type { ReactNode } from 'react'
import type { FeatureProps } from '../../feature/define.ts'
import type { Fields } from '../../feature/page-fields.ts'
import type { Translate } from '../../i18n/messages.ts'
import type { PostalAddressTexts } from '../../parts/postal-address/postal-address.messages.ts'
import type { AccountFields, AccountTab } from './account.fields.ts'
import type { AccountTexts } from './account.messages.ts'
import type { AccountActions } from './account.slice.ts'
import type { AccountState } from './account.state.ts'

export interface AccountViewProps extends FeatureProps<AccountState, AccountActions, AccountTexts> {
  tenant: string
  fields: AccountFields
  tabs: Fields<AccountTab>
  tab: AccountTab
  onTab(tab: AccountTab): void
  addressTexts: Translate<PostalAddressTexts>
  failures: Readonly<Record<'page' | 'saving' | 'login' | 'loginSaving', string | undefined>>
  /** Cards below the settings. */
  more?: ReactNode
}
