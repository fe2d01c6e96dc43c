import type { PasswordRules } from '../../../entities/policies.ts'
import { DEFAULT_PASSWORD_RULES } from '../../../rules/password-rules.ts'
import { Card } from '../../../ui/card/card.tsx'
import type { GeneralViewProps } from './general.props.ts'
import type { VendorRules } from './general.state.ts'

type Texts = Pick<GeneralViewProps, 't'>

const PasswordRulesFacts = ({ rules, t }: { rules: PasswordRules } & Texts) => {
  const { minLength, maxLength, minOptionalTestsToPass, allowPassphrases, minPhraseLength } = {
    ...DEFAULT_PASSWORD_RULES,
    ...rules,
  }
  return (
    <ul className="fe-security-facts">
      <li>{t('passwordLength', { min: minLength, max: maxLength })}</li>
      {minOptionalTestsToPass > 0 && <li>{t('passwordTests', { count: minOptionalTestsToPass })}</li>}
      {allowPassphrases && <li>{t('passwordPhrase', { count: minPhraseLength })}</li>}
    </ul>
  )
}

/** Read-only rules that the vendor sets for every account. */
export const VendorCard = ({ vendor, t }: { vendor: VendorRules } & Texts) => {
  const { password, captcha } = vendor
  if (!password && captcha === undefined) return null
  return (
    <Card title={t('vendorTitle')} text={t('vendorText')}>
      <dl className="fe-security-vendor">
        {password && (
          <div>
            <dt>{t('passwordRules')}</dt>
            <dd>
              <PasswordRulesFacts rules={password} t={t} />
            </dd>
          </div>
        )}
        {captcha !== undefined && (
          <div>
            <dt>{t('captcha')}</dt>
            <dd>{t(captcha?.enabled ? 'captchaOn' : 'captchaOff')}</dd>
          </div>
        )}
      </dl>
    </Card>
  )
}
