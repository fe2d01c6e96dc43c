import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import { useRuntime, useSession, useSettings } from '../../feature/feature-context.tsx'
import type { Slice } from '../../feature/slice.ts'
import { pageQuery } from '../../navigation/page-query.ts'
import { afterLoginTarget } from '../../parts/after-login/after-login.ts'
import { AuthCard } from '../../parts/auth-card/auth-card.tsx'
import { useAuthLink } from '../../parts/auth-card/auth-link.tsx'
import { nativeAppUrl } from '../../rules/app-url.ts'
import { Button } from '../../ui/button/button.tsx'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import css from './open-app.css'
import { type OpenAppTexts, openAppMessages } from './open-app.messages.ts'

interface OpenAppActions {
  /** Continues in this browser to the page that the user wanted. */
  stay(): void
  /** Opens a URL that the operating system passes to the app. */
  open(url: string): void
}

/** `nativeAppUrl` has already validated the URL; the navigator supports only web URLs. */
const openAppSlice: Slice<null, OpenAppActions> = ({ deps }) => ({
  stay: () => deps.navigator.go(afterLoginTarget(deps)),
  open: (url) => location.assign(url),
})

const SignedOut = ({ t }: Pick<FeatureProps<null, OpenAppActions, OpenAppTexts>, 't'>) => (
  <AuthCard
    key="out"
    state={{ tone: 'info', icon: 'lock' }}
    title={t('signedOutTitle')}
    text={t('signedOutDescription')}
    focusTitle
  >
    <ButtonLink {...useAuthLink({ to: 'loginUrl' })}>{t('signIn')}</ButtonLink>
  </AuthCard>
)

const OpenApp = ({ actions, t }: FeatureProps<null, OpenAppActions, OpenAppTexts>) => {
  useSheet(css)
  const { status } = useSession()
  const settings = useSettings()
  const { deps } = useRuntime()
  if (status === 'signed-out') return <SignedOut t={t} />
  const wanted = pageQuery(deps).get('redirectUrl')
  const app = nativeAppUrl(wanted, settings.redirect?.allowedOrigins ?? [])
  return (
    <AuthCard
      key="in"
      state={{ tone: 'success', icon: 'check' }}
      title={t(app ? 'title' : 'titleWithoutApp')}
      text={t(app ? 'description' : 'descriptionWithoutApp')}
      focusTitle
    >
      <div className="fe-open-app">
        {app && (
          <Button variant="primary" size="l" block onClick={() => actions.open(app)}>
            {t('buttonText')}
          </Button>
        )}
        <Button variant={app ? 'secondary' : 'primary'} size="l" block onClick={actions.stay}>
          {t('continueHere')}
        </Button>
      </div>
    </AuthCard>
  )
}

export const openAppFeature = defineFeature({
  initial: null,
  slice: openAppSlice,
  messages: openAppMessages,
  Component: OpenApp,
})
