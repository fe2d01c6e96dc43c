import { type FormEvent, type ReactNode, useRef } from 'react'
import type { Translate } from '../../../i18n/messages.ts'
import { SaveBar } from '../../../parts/save-bar/save-bar.tsx'
import { focusFirstInvalid } from '../../../ui/field/focus-first-invalid.ts'
import { useSheet } from '../../../ui/style-root/style-root.tsx'
import { useUnsaved } from '../../../ui/unsaved/use-unsaved.ts'
import css from './form.css'
import type { FormTexts } from './form.messages.ts'

interface SettingsFormProps {
  label: string
  /** The form has unsaved changes, so the buttons are shown and leaving asks first. */
  dirty: boolean
  busy: boolean
  /** The reason the server refused. The typed values are kept. */
  error?: string | undefined
  /** Returns `false` if a field is invalid; the first such field then gets the focus. */
  onSubmit(): boolean
  onDiscard(): void
  children: ReactNode
  t: Translate<FormTexts>
}

/** A settings form of a tab. Its buttons stay in view and appear only while there are unsaved changes. */
export const SettingsForm = (props: SettingsFormProps) => {
  useSheet(css)
  const { label, dirty, busy, error, onSubmit, onDiscard, children, t } = props
  const form = useRef<HTMLFormElement>(null)
  useUnsaved(dirty, onDiscard)
  const words = { save: t('save'), discard: t('discard') }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy || !dirty) return
    if (!onSubmit()) requestAnimationFrame(() => focusFirstInvalid(form.current))
  }
  return (
    <form ref={form} className="fe-security-form" tabIndex={-1} noValidate aria-label={label} onSubmit={submit}>
      {children}
      {dirty && <SaveBar busy={busy} error={error} words={words} onDiscard={onDiscard} />}
    </form>
  )
}
