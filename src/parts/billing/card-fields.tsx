import { type FormEvent, useState } from 'react'
import type { Translate } from '../../i18n/messages.ts'
import { Field } from '../../ui/field/field.tsx'
import { useSheet, useUiId } from '../../ui/style-root/style-root.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import css from './billing.css'
import type { BillingTexts } from './billing-texts.ts'
import type { CardFormPlace } from './use-card-form.ts'

interface CardFieldsProps {
  /** Id of the form, for a submit button outside it. */
  formId: string
  card: CardFormPlace
  hasFailed: boolean
  /** The card was sent to the payment provider, and the bank may ask for confirmation. */
  isSaving: boolean
  t: Translate<BillingTexts>
  /** Called on submit; `confirm` sends the card to the payment provider. */
  onSave(confirm: () => Promise<void>): Promise<void>
}

/** The name on the card, and the payment provider's form. */
export const CardFields = ({ formId, card: { place, form }, hasFailed, isSaving, t, onSave }: CardFieldsProps) => {
  useSheet(css)
  const labelId = useUiId()
  const [name, setName] = useState('')
  // The empty box adds nothing to the error message beside it.
  const isMissing = hasFailed && !form
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (form) void onSave(() => form.confirm(name.trim()))
  }
  return (
    <form id={formId} className="fe-billing-stack" onSubmit={save} noValidate>
      <Field label={t('nameOnCard')}>
        {(ids) => (
          <TextInput {...ids} autoComplete="cc-name" value={name} onChange={(event) => setName(event.target.value)} />
        )}
      </Field>
      {/* biome-ignore lint/a11y/useSemanticElements: a legend takes no place in a grid */}
      <div className={isMissing ? 'fe-hidden' : 'fe-field'} role="group" aria-labelledby={labelId}>
        <div className="fe-field-head">
          <span id={labelId} className="fe-field-label">
            {t('cardDetails')}
          </span>
        </div>
        <div className="fe-input fe-billing-card">
          {!form && !hasFailed && (
            <p role="status" className="fe-billing-text">
              {t('cardLoading')}
            </p>
          )}
          <div ref={place} />
        </div>
        <p role="status" className="fe-field-message">
          {isSaving && t('cardConfirming')}
        </p>
      </div>
    </form>
  )
}
