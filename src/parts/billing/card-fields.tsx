import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { Translate } from '../../i18n/messages.ts'
import { messageOf } from '../../kernel/errors.ts'
import { Field } from '../../ui/field/field.tsx'
import { useSheet, useUiId } from '../../ui/style-root/style-root.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { type CardForm, openCardForm } from '../card-form/card-form.ts'
import css from './billing.css'
import type { BillingTexts } from './billing-texts.ts'
import type { CardSetup } from './card-setup.ts'

interface CardFormPlace {
  place: RefObject<HTMLDivElement | null>
  /** `undefined` while it is loading. */
  form: CardForm | undefined
  /** The reason the form could not be loaded. */
  error: string | undefined
}

/** Mounts the payment provider's own form; the card number never reaches this page. */
export const useCardForm = (setup: CardSetup | undefined, script: string | undefined): CardFormPlace => {
  const place = useRef<HTMLDivElement>(null)
  const [form, setForm] = useState<CardForm>()
  const [error, setError] = useState<string>()
  useEffect(() => {
    // The form and the failure belong to the previous setup.
    setForm(undefined)
    setError(undefined)
    if (!setup || !place.current) return
    let opened: CardForm | undefined
    let isCurrent = true
    openCardForm(place.current, { ...setup, script }).then(
      (made) => {
        opened = made
        if (isCurrent) setForm(made)
        else made.close()
      },
      (reason: unknown) => isCurrent && setError(messageOf(reason)),
    )
    return () => {
      isCurrent = false
      opened?.close()
    }
  }, [setup, script])
  return { place, form, error }
}

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
      {/* biome-ignore lint/a11y/useSemanticElements: a legend has no place in a grid */}
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
