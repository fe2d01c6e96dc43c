import type { ComponentType } from 'react'
import type { FeatureProps } from '../../feature/define.ts'
import type { Ceremonies } from '../../parts/passkeys/ceremony/ceremonies.ts'
import type { PasskeysGiven } from '../../parts/passkeys/passkeys.props.ts'
import type { PrivacyFields } from './privacy.fields.ts'
import type { PrivacyTexts } from './privacy.messages.ts'
import type { PrivacyActions } from './privacy.slice.ts'
import type { PrivacyState } from './privacy.state.ts'

export interface PrivacyViewProps extends FeatureProps<PrivacyState, PrivacyActions, PrivacyTexts> {
  email: string
  fields: PrivacyFields
  /** Error messages by place. */
  failures: Readonly<Record<'mfa' | 'sessions' | 'dialog', string | undefined>>
  ceremonies: Ceremonies
  /** The card of the passkeys, which loads its own chunk. */
  Passkeys: ComponentType<PasskeysGiven>
  /** A link to the button that adds a passkey was followed. */
  isPasskeyWanted?: boolean
}
