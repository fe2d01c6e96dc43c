import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Plan } from '../../../entities/billing.ts'
import { messageOf } from '../../../kernel/errors.ts'
import { type CardForm, openCardForm } from '../../../parts/card-form/card-form.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { useUiId } from '../../../ui/style-root/style-root.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import type { SubscriptionViewProps } from '../subscription.view.tsx'

/** The payment provider's own form: the card number never reaches this page. */
const useCardForm = ({ state, actions, cardScript }: SubscriptionViewProps) => {
  const place = useRef<HTMLDivElement>(null)
  const [form, setForm] = useState<CardForm>()
  const [error, setError] = useState<string>()
  const { cardSetup } = state
  useEffect(() => void actions.loadCardSetup(), [actions])
  useEffect(() => {
    if (!cardSetup || !place.current) return
    let opened: CardForm | undefined
    let isCurrent = true
    openCardForm(place.current, { ...cardSetup, script: cardScript }).then(
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
  }, [cardSetup, cardScript])
  return { place, form, error }
}

/** Adds a card, then goes on with the plan that asked for one. */
export const CardDialog = (props: SubscriptionViewProps & { next: Plan | undefined }) => {
  const { state, actions, t, next } = props
  const formId = useUiId()
  const [name, setName] = useState('')
  const { place, form, error } = useCardForm(props)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!form) return
    const isSaved = await actions.saveCard(() => form.confirm(name.trim()))
    if (isSaved && next) await actions.choosePlan(next)
  }
  const failure = state.formError ?? error
  return (
    <Dialog
      open
      title={t('cardTitle')}
      description={next ? t('cardNeeded') : t('cardText')}
      onClose={actions.closeDialog}
      footer={
        <>
          <Button onClick={actions.closeDialog}>{t('cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" busy={state.saving} disabled={!form}>
            {t('saveCard')}
          </Button>
        </>
      }
    >
      {failure && <Alert tone="danger">{failure}</Alert>}
      <form id={formId} className="fe-subscription-stack" onSubmit={(event) => void save(event)} noValidate>
        <Field label={t('nameOnCard')} reserveMessage={false}>
          {(ids) => (
            <TextInput {...ids} autoComplete="cc-name" value={name} onChange={(event) => setName(event.target.value)} />
          )}
        </Field>
        {!form && !failure && (
          <p role="status" className="fe-subscription-text">
            {t('cardLoading')}
          </p>
        )}
        <div ref={place} />
      </form>
    </Dialog>
  )
}
