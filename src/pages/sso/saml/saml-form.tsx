import type { FormEvent, ReactNode } from 'react'
import type { SamlKeys, SamlOptions } from '../../../entities/sso.ts'
import type { Translate } from '../../../i18n/messages.ts'
import { SaveBar } from '../../../parts/save-bar/save-bar.tsx'
import type { Draft } from '../../../ui/unsaved/use-draft.ts'
import type { StepProps } from '../sso.actions.ts'
import type { SamlTexts } from './saml.messages.ts'

/** Props of every card of the SAML settings. */
export interface SamlProps extends StepProps {
  m: Translate<SamlTexts>
  options: SamlOptions
  keys: SamlKeys
}

interface SamlFormProps extends Pick<SamlProps, 's' | 'canEdit'> {
  title: string
  /** Accessible name of the save button, because the page has several forms. */
  saveLabel: string
  draft: Pick<Draft<object>, 'isDirty' | 'reset'>
  busy: boolean
  error: string | undefined
  onSubmit(): void
  children: ReactNode
}

/** The fields of a card that are saved together. */
export const SamlForm = ({ title, saveLabel, s, canEdit, draft, busy, error, onSubmit, children }: SamlFormProps) => {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (draft.isDirty && !busy) onSubmit()
  }
  return (
    <form className="fe-sso-form" tabIndex={-1} noValidate aria-label={title} onSubmit={submit}>
      <fieldset className="fe-sso-fields" disabled={!canEdit}>
        {children}
      </fieldset>
      {canEdit && draft.isDirty && (
        <SaveBar
          busy={busy}
          error={error}
          words={{ save: s('save'), discard: s('discard') }}
          saveLabel={saveLabel}
          onDiscard={draft.reset}
        />
      )}
    </form>
  )
}
