import { useState } from 'react'
import { Field } from '../../ui/field/field.tsx'
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'

/** Limit of the backend, in seconds. */
const MAX_NAME_LENGTH = 60

interface RenameDialogProps {
  /** The current name; empty for the default one. */
  name: string
  texts: { title: string; label: string; hint: string; submit: string; cancel: string }
  busy: boolean
  error: string | undefined
  onSave(name: string): void
  onClose(): void
}

/** Asks for a new name for a row of a card. */
export const RenameDialog = ({ name, texts, busy, error, onSave, onClose }: RenameDialogProps) => {
  const [typed, setTyped] = useState(name)
  return (
    <FormDialog
      open
      size="s"
      title={texts.title}
      submitLabel={texts.submit}
      cancelLabel={texts.cancel}
      busy={busy}
      error={error}
      dirty={typed !== name}
      onSubmit={() => {
        onSave(typed)
        return undefined
      }}
      onClose={onClose}
    >
      <Field label={texts.label} hint={texts.hint}>
        {(ids) => (
          <TextInput
            {...ids}
            value={typed}
            maxLength={MAX_NAME_LENGTH}
            readOnly={busy}
            autoComplete="off"
            autoFocus
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  )
}
