import type { ComponentType } from 'react'
import type { FeatureProps } from '../../feature/define.ts'
import { isEditable, isShown } from '../../feature/page-fields.ts'
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
  Passkeys: ComponentType<{ canEdit: boolean }>
}

const loadDialogs = () => import('./dialogs/privacy-dialogs.tsx').then(({ PrivacyDialogs }) => PrivacyDialogs)

export const PrivacyView = (props: PrivacyViewProps) => {
  useSheet(css)
  const { state, actions, t, fields, Passkeys } = props
  return (
    <div className="fe-privacy">
      <PageHeader title={t('pageTitle')} description={t('pageDescription')} />
      <div className="fe-privacy-cards">
        {isShown(fields.mfa) && <MfaCard {...props} />}
        {isShown(fields.passkeys) && <Passkeys canEdit={isEditable(fields.passkeys)} />}
        {isShown(fields.loginSessions) && <SessionsCard {...props} />}
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
