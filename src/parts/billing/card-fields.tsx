import { type FormEvent, useState } from 'react'
import type { Translate } from '../../feature/messages.ts'
import { Field } from '../../ui/field/field.tsx'
import { useSheet, useUiId } from '../../ui/style-root/style-root.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import cardFormCss from '../card-form/card-form.css'
import css from './billing.css'
import type { BillingTexts } from './billing-texts.ts'
import type { CardFormPlace } from './use-card-form.ts'

interface CardFieldsProps {
  /** Names the form for a submit button outside. */
  formId: string
  card: CardFormPlace
  hasFailed: boolean
  /** The payment provider has the card, and the bank may want to confirm it. */
  isSaving: boolean
  t: Translate<BillingTexts>
  /** `confirm` sends the card to the payment provider. */
  onSave(confirm: () => Promise<void>): Promise<void>
}

/** Name on the card, and the payment provider's form. */
export const CardFields = ({ formId, card: { place, form }, hasFailed, isSaving, t, onSave }: CardFieldsProps) => {
  useSheet(css)
  useSheet(cardFormCss)
  const labelId = useUiId()
  const [name, setName] = useState('')
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
      <div className="fe-billing-card" role="group" aria-labelledby={labelId} data-missing={isMissing || undefined}>
        <div id={labelId} className="fe-field-label fe-billing-card-label">
          {t('cardDetails')}
        </div>
        <div className="fe-card-form">
          {!form && !hasFailed && (
            <p role="status" className="fe-billing-text">
              {t('cardLoading')}
            </p>
          )}
          <div ref={place} className="fe-card-form-place" />
        </div>
        <p role="status" className="fe-billing-text fe-billing-card-note">
          {isSaving && t('cardConfirming')}
        </p>
      </div>
    </form>
  )
}
