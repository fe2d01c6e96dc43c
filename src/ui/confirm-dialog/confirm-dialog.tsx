import { type FormEvent, type ReactNode, useState } from 'react'
import { isSameTyped } from '../../i18n/same-typed.ts'
import { Alert } from '../alert/alert.tsx'
import { Button } from '../button/button.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import { Field } from '../field/field.tsx'
import { useUiText } from '../locale/ui-text.ts'
import { useUiId } from '../style-root/style-root.tsx'
import { TextInput } from '../text-input/text-input.tsx'

interface ConfirmDialogProps {
  open: boolean
  title: string
  /** Names the consequence and the user or object affected. */
  text: ReactNode
  /** Content below the text that needs more than a sentence. */
  children?: ReactNode
  /** The label names the object: "Remove Mel Ortiz". */
  confirmLabel: string
  cancelLabel: string
  danger?: boolean
  busy?: boolean
  error?: string | undefined
  /** Text that must be typed before confirming, for actions that can't be undone. */
  typed?: { label: string; expected: string }
  onConfirm(): void
  onClose(): void
}

export const ConfirmDialog = ({ open, ...rest }: ConfirmDialogProps) => (open ? <OpenConfirm {...rest} /> : null)

const OpenConfirm = (props: Omit<ConfirmDialogProps, 'open'>) => {
  const { title, text, confirmLabel, cancelLabel, danger, busy, error, typed, children, onConfirm, onClose } = props
  const t = useUiText()
  const formId = useUiId()
  const [entered, setEntered] = useState('')
  const [mismatch, setMismatch] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed && !isSameTyped(entered, typed.expected)) setMismatch(true)
    else onConfirm()
  }
  return (
    <Dialog
      open
      role="alertdialog"
      size="s"
      title={title}
      description={text}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose} data-autofocus={typed ? undefined : true}>
            {cancelLabel}
          </Button>
          <Button type="submit" form={formId} variant={danger ? 'danger' : 'primary'} busy={busy}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
      <form id={formId} onSubmit={submit} noValidate>
        {typed && (
          <Field label={typed.label} error={mismatch ? t('typeExactly', { text: typed.expected }) : undefined}>
            {(ids) => (
              <TextInput
                {...ids}
                autoComplete="off"
                spellCheck={false}
                value={entered}
                onChange={(event) => {
                  setEntered(event.target.value)
                  setMismatch(false)
                }}
              />
            )}
          </Field>
        )}
      </form>
      {error && <Alert tone="danger">{error}</Alert>}
    </Dialog>
  )
}
