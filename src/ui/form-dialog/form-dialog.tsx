import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { Alert } from '../alert/alert.tsx'
import { Button } from '../button/button.tsx'
import { ConfirmDialog } from '../confirm-dialog/confirm-dialog.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import { focusFirstInvalid } from '../field/focus-first-invalid.ts'
import { useUiText } from '../locale/ui-text.ts'
import { useSheet, useUiId } from '../style-root/style-root.tsx'
import { useUnsaved } from '../unsaved/unsaved-guard.ts'
import css from './form-dialog.css'

interface FormDialogProps {
  open: boolean
  title: string
  description?: ReactNode
  submitLabel: string
  cancelLabel: string
  /** Submitting removes or deletes data. @default false */
  danger?: boolean | undefined
  busy?: boolean
  /** The server's error message. The typed values are kept. */
  error?: string | undefined
  /** The form has unsaved changes, so closing it or leaving the page asks first. */
  dirty?: boolean
  size?: 's' | 'm' | 'l' | 'xl'
  /** Returning `false` keeps the form open and focuses its first invalid field. */
  onSubmit(): boolean | undefined | Promise<unknown>
  onClose(): void
  children: ReactNode
}

/** A form in a dialog: Enter submits, Escape cancels, and unsaved changes require confirmation before closing. */
export const FormDialog = ({ open, ...rest }: FormDialogProps) => (open ? <OpenForm {...rest} /> : null)

const OpenForm = (props: Omit<FormDialogProps, 'open'>) => {
  useSheet(css)
  const { title, description, submitLabel, cancelLabel, danger, busy, error, dirty, size } = props
  const { onSubmit, onClose, children } = props
  const t = useUiText()
  const formId = useUiId()
  const form = useRef<HTMLFormElement>(null)
  const [asking, setAsking] = useState(false)
  useUnsaved(dirty === true, onClose)
  const leave = () => {
    if (busy) return
    if (dirty) setAsking(true)
    else onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    void Promise.resolve(onSubmit()).then((result) => {
      if (result === false) requestAnimationFrame(() => focusFirstInvalid(form.current))
    })
  }
  const footer = (
    <>
      <Button onClick={leave}>{cancelLabel}</Button>
      <Button type="submit" form={formId} variant={danger ? 'danger' : 'primary'} busy={busy}>
        {submitLabel}
      </Button>
    </>
  )
  return (
    <Dialog open title={title} description={description} size={size} onClose={leave} footer={footer}>
      <form ref={form} id={formId} className="fe-form" onSubmit={submit} noValidate>
        {error && <Alert tone="danger">{error}</Alert>}
        {children}
      </form>
      <ConfirmDialog
        open={asking}
        title={t('discardTitle')}
        text={t('discardText')}
        cancelLabel={t('keepEditing')}
        confirmLabel={t('discard')}
        danger
        onClose={() => setAsking(false)}
        onConfirm={onClose}
      />
    </Dialog>
  )
}
