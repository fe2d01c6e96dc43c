import type { FormEvent, ReactNode } from 'react'
import type { SamlKeys, SamlOptions } from '../../../entities/sso.ts'
import type { Translate } from '../../../i18n/messages.ts'
import { SaveBar } from '../../../parts/save-bar/save-bar.tsx'
import type { Draft } from '../../../ui/unsaved/use-draft.ts'
import { partOf, type StepProps } from '../sso.actions.ts'
import type { SamlTexts } from './saml.messages.ts'

/** Props of every card of the SAML settings. */
export interface SamlProps extends StepProps {
  m: Translate<SamlTexts>
  options: SamlOptions
  keys: SamlKeys
}

interface SamlFormProps {
  card: SamlProps
  /** Names the card, so that its own progress and failure are shown. */
  subject: string
  title: keyof SamlTexts
  /** Accessible name of the save button, because the page has several forms. */
  saveLabel: keyof SamlTexts
  draft: Pick<Draft<object>, 'isDirty' | 'reset'>
  onSubmit(): void
  children: ReactNode
}

/** The fields of a card that are saved together. */
export const SamlForm = ({ card, subject, title, saveLabel, draft, onSubmit, children }: SamlFormProps) => {
  const { s, m, canEdit } = card
  const { busy, error } = partOf(card, 'saml', subject)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (draft.isDirty && !busy) onSubmit()
  }
  return (
    <form className="fe-sso-form" tabIndex={-1} noValidate aria-label={m(title)} onSubmit={submit}>
      <fieldset className="fe-sso-fields" disabled={!canEdit}>
        {children}
      </fieldset>
      {canEdit && draft.isDirty && (
        <SaveBar
          busy={busy}
          error={error}
          words={{ save: s('save'), discard: s('discard') }}
          saveLabel={m(saveLabel)}
          onDiscard={draft.reset}
        />
      )}
    </form>
  )
}
