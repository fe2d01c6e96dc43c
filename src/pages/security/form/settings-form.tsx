import { type FormEvent, type ReactNode, useRef } from 'react'
import type { Translate } from '../../../feature/messages.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { focusFirstInvalid } from '../../../ui/field/focus-first-invalid.ts'
import { useSheet } from '../../../ui/style-root/style-root.tsx'
import { useUnsaved } from '../../../ui/unsaved/use-unsaved.ts'
import css from './form.css'
import type { FormTexts } from './form.messages.ts'

export interface SettingsFormProps {
  label: string
  /** Something was changed and not saved: the buttons appear, and leaving asks first. */
  dirty: boolean
  busy: boolean
  /** Why the server refused; nothing typed is lost. */
  error?: string | undefined
  /** `false`: a field is invalid; the first one gets the focus. */
  onSubmit(): boolean
  onDiscard(): void
  children: ReactNode
  t: Translate<FormTexts>
}

const SaveBar = ({ busy, error, onDiscard, t }: Pick<SettingsFormProps, 'busy' | 'error' | 'onDiscard' | 't'>) => (
  <div className="fe-security-save">
    {error && <Alert tone="danger">{error}</Alert>}
    <div className="fe-security-save-row">
      <span className="fe-security-save-note" role="status">
        {t('unsaved')}
      </span>
      <Button disabled={busy} onClick={onDiscard}>
        {t('discard')}
      </Button>
      <Button type="submit" variant="primary" busy={busy}>
        {t('save')}
      </Button>
    </div>
  </div>
)

/** Settings of a tab. Its buttons stay in view, and exist only while something is changed. */
export const SettingsForm = (props: SettingsFormProps) => {
  useSheet(css)
  const { label, dirty, busy, error, onSubmit, onDiscard, children, t } = props
  const form = useRef<HTMLFormElement>(null)
  useUnsaved(dirty, onDiscard)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy || !dirty) return
    if (!onSubmit()) requestAnimationFrame(() => focusFirstInvalid(form.current))
  }
  return (
    <form ref={form} className="fe-security-form" noValidate aria-label={label} onSubmit={submit}>
      {children}
      {dirty && <SaveBar busy={busy} error={error} onDiscard={onDiscard} t={t} />}
    </form>
  )
}
