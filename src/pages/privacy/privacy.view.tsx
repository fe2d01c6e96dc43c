import { isEditable, isShown } from '../../feature/page-fields.ts'
import { loadChunk } from '../../kernel/load-chunk.ts'
import { LazyDialogs } from '../../parts/lazy-dialogs/lazy-dialogs.tsx'
import { PageHeader } from '../../parts/page-header/page-header.tsx'
import { FailureGroup } from '../../parts/part-failure/part-failure.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { MfaCard } from './cards/mfa-card.tsx'
import { SessionsCard } from './cards/sessions-card.tsx'
import css from './privacy.css'
import type { PrivacyViewProps } from './privacy.props.ts'

const loadDialogs = () =>
  loadChunk(() => import('./dialogs/privacy-dialogs.tsx')).then(({ PrivacyDialogs }) => PrivacyDialogs)

export const PrivacyView = (props: PrivacyViewProps) => {
  useSheet(css)
  const { state, actions, t, fields, Passkeys, isPasskeyWanted } = props
  return (
    <div className="fe-privacy">
      <PageHeader title={t('pageTitle')} description={t('pageDescription')} />
      <div className="fe-privacy-cards">
        <FailureGroup>
          {isShown(fields.mfa) && <MfaCard {...props} />}
          {isShown(fields.passkeys) && <Passkeys canEdit={isEditable(fields.passkeys)} isWanted={isPasskeyWanted} />}
          {isShown(fields.loginSessions) && <SessionsCard {...props} />}
        </FailureGroup>
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
