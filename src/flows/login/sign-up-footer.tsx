import { useSettings } from '../../feature/feature-context.tsx'
import type { Translate } from '../../i18n/messages.ts'
import { AuthLink } from '../../parts/auth-card/auth-link.tsx'
import type { LoginTexts } from './login.messages.ts'

/** Link to the sign-up page, if the vendor allows sign-ups. */
export const SignUpFooter = ({ t }: { t: Translate<LoginTexts> }) =>
  useSettings().policy?.allowSignups && (
    <div className="fe-auth-footer">
      {t('signUpMessage')} <AuthLink to="signUpUrl">{t('signUpLink')}</AuthLink>
    </div>
  )
