import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import type { SsoViewProps } from '../sso.props.ts'
import { PROVIDER_NAMES, PROVIDER_TYPES } from '../sso.providers.ts'

const HINTS = { saml: 'samlText', oidc: 'oidcText' } as const

/** Selecting a provider stores the draft with one click. */
export const NewDialog = ({ state, actions, t }: SsoViewProps) => (
  <Dialog
    open
    title={t('newTitle')}
    description={t('newText')}
    onClose={actions.closeDialog}
    footer={<Button onClick={actions.closeDialog}>{t('cancel')}</Button>}
  >
    {state.formError && <Alert tone="danger">{state.formError}</Alert>}
    <ul className="fe-sso-choices">
      {PROVIDER_TYPES.map((type) => (
        <li key={type}>
          <button
            type="button"
            className="fe-sso-choice"
            aria-disabled={state.saving || undefined}
            onClick={() => void actions.create(type)}
          >
            <b>{PROVIDER_NAMES[type]}</b>
            {(type === 'saml' || type === 'oidc') && <span className="fe-sso-muted">{t(HINTS[type])}</span>}
          </button>
        </li>
      ))}
    </ul>
  </Dialog>
)
