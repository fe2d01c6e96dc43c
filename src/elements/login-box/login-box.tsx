import { useState } from 'react'
import { useStore } from 'zustand'
import type { App } from '../../app/app.ts'
import { useTexts } from '../../feature/feature-context.tsx'
import { FeatureHost } from '../../feature/feature-host.tsx'
import { flowOf } from '../../flows/index.ts'
import { USER_ID_KEY } from '../../kernel/user-id-key.ts'
import { authRouteOf, isDestination } from '../../navigation/auth-route.ts'
import { AuthCard } from '../../parts/auth-card/auth-card.tsx'
import { LightDomProvider } from '../../parts/credentials/credentials.tsx'
import { LoadFailure } from '../../parts/load-failure/load-failure.tsx'
import { Button } from '../../ui/button/button.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { readHash } from '../admin-portal/portal-hash.ts'
import type { ElementProps } from '../shared/element-base.ts'
import { ElementRoot } from '../shared/element-root.tsx'
import { type CrashView, Guard } from '../shared/guard.tsx'
import { LastGuard } from '../shared/last-guard.tsx'
import { type AppAttributes, useElementApp } from '../shared/use-element-app.ts'
import { CardSkeleton } from './card-skeleton.tsx'
import css from './login-box.css'
import { loginBoxMessages } from './login-box.messages.ts'
import { isInterrupted, Outage } from './outage.tsx'
import { useLocation } from './use-location.ts'
import { usePlace } from './use-place.ts'
import { isBoxVisible } from './visibility.ts'

const Crash = ({ title, message, retryLabel, retry }: CrashView) => (
  <div className="fe-box" part="box">
    <AuthCard state={{ tone: 'danger', icon: 'alert' }} title={title} text={message} focusTitle>
      <Button variant="primary" size="l" block onClick={retry}>
        {retryLabel}
      </Button>
    </AuthCard>
  </div>
)

const Box = ({ app, isRouted }: { app: App; isRouted: boolean }) => {
  useSheet(css)
  const t = useTexts(loginBoxMessages)
  useState(() => !isRouted && app.navigator.linkTokens?.takeForBox())
  const location = useLocation(app.navigator)
  const settings = useStore(app.store, (state) => state.settings)
  const session = useStore(app.store, (state) => state.session)
  const { status } = session
  const [isLeft, setLeft] = useState(false)
  const routed = authRouteOf(new URL(location), settings)
  const route = isDestination(routed) ? undefined : routed
  const { ref, place } = usePlace(route, settings)
  // On pages that users arrive at after signing in, a form or its skeleton would flash every time.
  const isForUsers = isDestination(routed) || readHash(window.location.hash) !== undefined
  const isReturning = isForUsers || app.local.get(USER_ID_KEY) !== undefined
  // A returning user waits for the refresh of their session; all others can type at once.
  const isWaiting = status === 'loading' && isReturning && !settings.preview && !settings.hosted
  const definition = flowOf(route, settings.hosted)
  if (settings.isLeaving || (isWaiting && isForUsers) || !isBoxVisible({ route: routed, status, isRouted })) return null
  // Pages that emails and identity providers link to have a task of their own.
  const isForm = route === undefined || route === 'loginUrl' || route === 'signUpUrl'
  const isOutage = isForm && !isLeft && !settings.preview && isInterrupted(session, app.local)
  return (
    <div ref={ref} className="fe-box" part="box" data-place={place}>
      {!isOutage && isWaiting && <CardSkeleton label={t('loading')} />}
      {isOutage && <Outage session={app.session} onLeave={() => setLeft(true)} />}
      {!isWaiting && !isOutage && (
        <FeatureHost
          definition={definition}
          fallback={<CardSkeleton label={t('loading')} />}
          failure={(retry) => <LoadFailure retry={retry} />}
        />
      )}
    </div>
  )
}

/** `<fe-login-box>`: frame in the shadow root, credential fields in the light DOM. */
export const LoginBox = ({ container, ...attributes }: ElementProps & AppAttributes) => {
  const host = container.host as HTMLElement // the host of this shadow root is a custom element
  const app = useElementApp(host, attributes)
  if (!app) return null
  return (
    <LastGuard host={host}>
      <ElementRoot app={app} shadow={container} source="login-box">
        <LightDomProvider value={host}>
          <Guard id="login-box" view={Crash}>
            <Box app={app} isRouted={host.dataset.feRouted !== undefined} />
          </Guard>
        </LightDomProvider>
      </ElementRoot>
    </LastGuard>
  )
}
