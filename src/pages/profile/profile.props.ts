import type { ReactNode } from 'react'
import type { FeatureProps } from '../../feature/define.ts'
import type { Translate } from '../../i18n/messages.ts'
import type { PostalAddressTexts } from '../../parts/postal-address/postal-address.messages.ts'
import type { ProfileFields } from './profile.fields.ts'
import type { ProfileTexts } from './profile.messages.ts'
import type { ProfileActions } from './profile.slice.ts'
import type { ProfileState } from './profile.state.ts'

export interface ProfileViewProps extends FeatureProps<ProfileState, ProfileActions, ProfileTexts> {
  tenant: string
  fields: ProfileFields
  /** Error messages by place. */
  failures: Readonly<Record<'page' | 'saving' | 'picture' | 'phones' | 'dialog', string | undefined>>
  addressTexts: Translate<PostalAddressTexts>
  /** Cards below those of the profile. */
  more?: ReactNode
}
