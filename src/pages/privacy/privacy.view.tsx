import type { ReactNode } from 'react'
import type { FeatureProps } from '../../feature/define.ts'
import { LazyDialogs } from '../../parts/lazy-dialogs/lazy-dialogs.tsx'
import { PageHeader } from '../../parts/page-header/page-header.tsx'
import type { Ceremonies } from '../../parts/passkeys/ceremony/ceremonies.ts'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { MfaCard } from './cards/mfa-card.tsx'
import { SessionsCard } from './cards/sessions-card.tsx'
import css from './privacy.css'
import type { PrivacyFields } from './privacy.fields.ts'
import type { PrivacyTexts } from './privacy.messages.ts'
import type { PrivacyActions } from './privacy.slice.ts'
import type { PrivacyState } from './privacy.state.ts'

export interface PrivacyViewProps extends FeatureProps<PrivacyState, PrivacyActions, PrivacyTexts> {
  email: string
  fields: PrivacyFields
  /** What went wrong, in words, by place. */
  failures: Readonly<Record<'mfa' | 'sessions' | 'dialog', string | undefined>>
  ceremonies: Ceremonies
  /** The card of the passkeys, which brings its own chunk. */
  passkeys: ReactNode
}

const loadDialogs = () => import('./dialogs/privacy-dialogs.tsx').then(({ PrivacyDialogs }) => PrivacyDialogs)

export const PrivacyView = (props: PrivacyViewProps) => {
  useSheet(css)
  const { state, actions, t, fields, passkeys } = props
  return (
    <div className="fe-privacy">
      <PageHeader title={t('pageTitle')} description={t('pageDescription')} />
      <div className="fe-privacy-cards">
        {fields.mfa !== 'hidden' && <MfaCard {...props} />}
        {fields.mfa !== 'hidden' && passkeys}
        {fields.loginSessions !== 'hidden' && <SessionsCard {...props} />}
      </div>
      <LazyDialogs
        load={loadDialogs}
        isNeeded={state.dialog !== null}
        isCalm={state.phase !== 'loading'}
        onMissing={actions.dialogsMissing}
        props={props}
      />
    </div>
  )
}
