import type { AppSettings } from '../../feature/settings.ts'
import { isRecord } from '../../kernel/safe-json.ts'

/** What the form asks for (contract notes e, `loginBox.signup`). */
export interface SignUpOptions {
  company: boolean
  password: boolean
  phone: 'hidden' | 'optional' | 'required'
  /** Terms and privacy policy; `checkbox` asks for an explicit consent. */
  consent: 'none' | 'text' | 'checkbox'
  hasTerms: boolean
  hasPrivacy: boolean
}

const at = (tree: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((node, key) => (isRecord(node) ? node[key] : undefined), tree)

const PASSWORDLESS = ['Code', 'SmsCode', 'MagicLink']

/** The host's own theme options win over those of the admin-box configuration. */
export const signUpOptions = ({
  theme,
  configuration,
  policy,
}: Pick<AppSettings, 'theme' | 'configuration' | 'policy'>): SignUpOptions => {
  const read = (path: string): unknown =>
    at(theme, `loginBox.signup.${path}`) ?? at(configuration?.themeV2, `loginBox.signup.${path}`)
  const phone = 'fieldsProperties.phoneNumber'
  const isRequired = read(`${phone}.settings.validation.required`) === true
  const hasTerms = read('disclaimer.terms.enabled') === true
  const hasPrivacy = read('disclaimer.privacy.enabled') === true
  const hasCheckbox = read('disclaimer.hasCheckbox') === true
  const shown = isRequired ? 'required' : 'optional'
  const asked = hasCheckbox ? 'checkbox' : 'text'
  return {
    company: read('hideSignUpFields.hideCompanyName') !== true,
    password: !PASSWORDLESS.includes(policy?.authStrategy ?? ''),
    phone: read(`${phone}.enabled`) === true ? shown : 'hidden',
    consent: hasTerms || hasPrivacy || hasCheckbox ? asked : 'none',
    hasTerms,
    hasPrivacy,
  }
}
