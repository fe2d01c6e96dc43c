import type { AppSettings } from '../../feature/settings.ts'
import { isRecord } from '../../kernel/safe-json.ts'

/** Fields of the form, set by the theme option `loginBox.signup`. */
export interface SignUpOptions {
  company: boolean
  password: boolean
  phone: 'hidden' | 'viewOnly' | 'optional' | 'required'
  /** How terms and privacy policy are shown; `checkbox` requires explicit consent. */
  consent: 'none' | 'text' | 'checkbox'
  hasTerms: boolean
  hasPrivacy: boolean
}

const at = (tree: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((node, key) => (isRecord(node) ? node[key] : undefined), tree)

/** `enabled` switches the field on or off; without it, `appearance` alone decides. */
const phoneOf = (read: (name: string) => unknown): SignUpOptions['phone'] => {
  const appearance = read('appearance')
  const isEnabled = read('enabled') ?? (appearance === 'edit' || appearance === 'viewOnly')
  if (isEnabled !== true || appearance === 'hidden') return 'hidden'
  if (appearance === 'viewOnly') return 'viewOnly'
  return read('settings.validation.required') === true ? 'required' : 'optional'
}

const PASSWORDLESS = ['Code', 'SmsCode', 'MagicLink']

/** Reads the options. The host's own theme options override those of the admin-box configuration. */
export const signUpOptions = ({
  theme,
  configuration,
  policy,
}: Pick<AppSettings, 'theme' | 'configuration' | 'policy'>): SignUpOptions => {
  const read = (path: string): unknown =>
    at(theme, `loginBox.signup.${path}`) ?? at(configuration?.themeV2, `loginBox.signup.${path}`)
  const hasTerms = read('disclaimer.terms.enabled') === true
  const hasPrivacy = read('disclaimer.privacy.enabled') === true
  const hasCheckbox = read('disclaimer.hasCheckbox') === true
  const asked = hasCheckbox ? 'checkbox' : 'text'
  return {
    company: read('hideSignUpFields.hideCompanyName') !== true,
    password: !PASSWORDLESS.includes(policy?.authStrategy ?? ''),
    phone: phoneOf((name) => read(`fieldsProperties.phoneNumber.${name}`)),
    consent: hasTerms || hasPrivacy || hasCheckbox ? asked : 'none',
    hasTerms,
    hasPrivacy,
  }
}
