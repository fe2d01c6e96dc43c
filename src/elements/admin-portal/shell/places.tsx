import type { ReactNode } from 'react'
import { PageHeading } from '../../../feature/heading-level.tsx'
import type { Translate } from '../../../i18n/messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Icon, type IconName } from '../../../ui/icon/icon.tsx'
import type { CrashView } from '../../shared/guard.tsx'
import type { ShellTexts } from './shell.messages.ts'

interface PlaceProps {
  icon: IconName
  title: string
  text: string
  children?: ReactNode
}

/** Full-page message that explains a problem and offers the next step. */
const Place = ({ icon, title, text, children }: PlaceProps) => (
  <div className="fe-portal-place">
    <span className="fe-portal-place-icon">
      <Icon name={icon} size="l" />
    </span>
    <PageHeading className="fe-portal-place-title">{title}</PageHeading>
    <p>{text}</p>
    {children && <div className="fe-portal-place-action">{children}</div>}
  </div>
)

interface WithTexts {
  t: Translate<ShellTexts>
}

interface WithHome extends WithTexts {
  onHome: (() => void) | undefined
  homeTitle: string
}

const Home = ({ t, onHome, homeTitle }: WithHome) =>
  onHome && <Button onClick={onHome}>{t('goTo', { page: homeTitle })}</Button>

export const SignedOut = ({ t, href }: WithTexts & { href: string }) => (
  <Place icon="lock" title={t('signedOutTitle')} text={t('signedOutText')}>
    <a className="fe-portal-sign-in" href={href}>
      {t('signIn')}
    </a>
  </Place>
)

export const Forbidden = ({ t, tenant, ...home }: WithHome & { tenant: string }) => (
  <Place icon="lock" title={t('noPermissionTitle')} text={t('noPermissionText', { tenant })}>
    {home.onHome && <Home t={t} {...home} />}
  </Place>
)

export const Unknown = ({ t, ...home }: WithHome) => (
  <Place icon="search" title={t('unknownTitle')} text={t('unknownText')}>
    {home.onHome && <Home t={t} {...home} />}
  </Place>
)

export const Crash = ({ title, message, retryLabel, retry }: CrashView) => (
  <Place icon="alert" title={title} text={message}>
    <Button variant="primary" icon="refresh" onClick={retry}>
      {retryLabel}
    </Button>
  </Place>
)

export const PageFailure = ({ t, retry }: WithTexts & { retry(): void }) => (
  <Place icon="alert" title={t('loadFailedTitle')} text={t('loadFailedText')}>
    <Button variant="primary" icon="refresh" onClick={retry}>
      {t('retry')}
    </Button>
  </Place>
)
