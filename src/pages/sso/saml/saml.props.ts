import type { SamlKeys, SamlOptions } from '../../../entities/sso.ts'
import type { Translate } from '../../../i18n/messages.ts'
import type { StepProps } from '../setup.props.ts'
import type { SamlTexts } from './saml.messages.ts'

/** Props of every card of the SAML settings. */
export interface SamlProps extends StepProps {
  m: Translate<SamlTexts>
  options: SamlOptions
  keys: SamlKeys
}
