import { useEffect, useMemo, useState } from 'react'
import type { CardPaymentMethod, Plan } from '../../../entities/billing.ts'
import { formatNumber } from '../../../i18n/formatting.ts'
import { cardOf, currentPlan, defaultPlan } from '../../../parts/billing/areas.ts'
import { Bill, BillLoading, dueOf } from '../../../parts/billing/bill.tsx'
import { CardFields, useCardForm } from '../../../parts/billing/card-fields.tsx'
import { featuresLost, type LostFeature } from '../../../parts/billing/plan-features.ts'
import { RetryButton } from '../../../parts/billing/retry-button.tsx'
import { countryOptions } from '../../../parts/phone/countries.ts'
import { formatDate } from '../../../rules/account-date.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { useLocale } from '../../../ui/locale/locale.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { useUiId } from '../../../ui/style-root/style-root.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import { type DetailsField, detailsOf, draftOf, faultsOf, hasPostalCode, hasState } from '../billing-details.ts'
import type { SubscriptionViewProps } from '../subscription.actions.ts'

const MAX_LENGTH = 200

/** HTML standard, autofill field names. */
const TEXTS = [
  ['email', 'emailInputLabel', 'billing email'],
  ['addressLine1', 'address1InputLabel', 'billing address-line1'],
  ['addressLine2', 'address2InputLabel', 'billing address-line2'],
  ['city', 'cityInputLabel', 'billing address-level2'],
  ['state', 'stateInputLabel', 'billing address-level1'],
  ['postalCode', 'postCodeInputLabel', 'billing postal-code'],
] as const satisfies readonly (readonly [DetailsField, string, string])[]

/** The email that receives invoices, and the address on them, whose parts depend on the country. */
export const DetailsDialog = ({ state, actions, t, card }: SubscriptionViewProps & { card: CardPaymentMethod }) => {
  const { language } = useLocale()
  const [start] = useState(() => draftOf(card))
  const [draft, setDraft] = useState(start)
  const [isChecked, setChecked] = useState(false)
  const faults = isChecked ? faultsOf(draft) : {}
  const countries = useMemo(
    () => [
      { value: '', label: t('countryInputPlaceholder') },
      ...countryOptions(language).map(({ region, name }) => ({ value: region as string, label: name })),
    ],
    [language, t],
  )
  const faultOf = (field: DetailsField) => {
    const fault = faults[field]
    return fault && t(fault)
  }
  const isShown = (field: DetailsField) =>
    (field !== 'state' || hasState(draft.country)) && (field !== 'postalCode' || hasPostalCode(draft.country))
  const submit = () => {
    setChecked(true)
    if (Object.keys(faultsOf(draft)).length > 0) return false
    return actions.updateBillingDetails(detailsOf(draft))
  }
  return (
    <FormDialog
      open
      title={t('dialogUpdateBillingDetailsTitle')}
      description={t('billingDetailsText')}
      submitLabel={t('saveBillingDetails')}
      cancelLabel={t('cancelEditing')}
      busy={state.saving}
      error={state.formError}
      dirty={JSON.stringify(draft) !== JSON.stringify(start)}
      onSubmit={submit}
      onClose={actions.closeDialog}
    >
      <Field label={t('countryInputLabel')} error={faultOf('country')}>
        {({ id, describedBy, invalid }) => (
          <Select
            id={id}
            describedBy={describedBy}
            invalid={invalid}
            autoComplete="billing country"
            value={draft.country}
            options={countries}
            onChange={(country) => setDraft({ ...draft, country })}
          />
        )}
      </Field>
      {TEXTS.filter(([field]) => isShown(field)).map(([field, label, autoComplete]) => (
        <Field key={field} label={t(label)} error={faultOf(field)}>
          {(ids) => (
            <TextInput
              {...ids}
              type={field === 'email' ? 'email' : 'text'}
              autoComplete={autoComplete}
              maxLength={MAX_LENGTH}
              value={draft[field]}
              onChange={(event) => setDraft({ ...draft, [field]: event.target.value })}
            />
          )}
        </Field>
      ))}
    </FormDialog>
  )
}

/** Adds a card, then continues with the plan that required one. */
const CardDialog = (props: SubscriptionViewProps & { next: Plan | undefined }) => {
  const { state, actions, t, next, cardScript } = props
  const formId = useUiId()
  const card = useCardForm(state.cardSetup, cardScript)
  useEffect(() => void actions.loadCardSetup(), [actions])
  const save = async (confirm: () => Promise<void>) => {
    const isSaved = await actions.saveCard(confirm)
    if (isSaved && next) await actions.choosePlan(next)
  }
  const failure = state.formError ?? card.error
  const stored = cardOf(state.areas)
  const title = stored === null ? 'cardTitle' : 'updatePaymentMethod'
  return (
    <Dialog
      open
      title={t(stored === undefined ? 'paymentMethodTitle' : title)}
      description={next ? t('cardNeeded') : t('cardText')}
      onClose={actions.closeDialog}
      footer={
        <>
          <Button onClick={actions.closeDialog}>{t('cancelEditing')}</Button>
          <RetryButton
            hasFailed={Boolean(failure) && !card.form}
            isLoaded={Boolean(card.form)}
            label={t('retry')}
            onRetry={() => void actions.loadCardSetup()}
          />
          <Button type="submit" form={formId} variant="primary" busy={state.saving} disabled={!card.form}>
            {t('saveCard')}
          </Button>
        </>
      }
    >
      {failure && <Alert tone="danger">{failure}</Alert>}
      <CardFields
        formId={formId}
        card={card}
        hasFailed={Boolean(failure)}
        isSaving={state.saving}
        t={t}
        onSave={save}
      />
    </Dialog>
  )
}

/** Shows the current cost of a plan, then changes to it. */
const PlanDialog = (props: SubscriptionViewProps & { plan: Plan }) => {
  const { state, actions, t, plan } = props
  const { language } = useLocale()
  const { preview, formError } = state
  const due = dueOf(preview, language)
  const isLoading = !preview && !formError
  const isSame = currentPlan(state.areas)?.id === plan.id
  return (
    <Dialog
      open
      title={t(isSame ? 'payTitle' : 'dialogCheckoutTitle', { plan: plan.name })}
      onClose={actions.closeDialog}
      footer={
        <>
          <Button onClick={actions.closeDialog}>{t('cancel')}</Button>
          <RetryButton
            hasFailed={!preview && Boolean(formError)}
            isLoaded={Boolean(preview)}
            label={t('retry')}
            onRetry={() => void actions.choosePlan(plan)}
          />
          <Button
            variant="primary"
            busy={state.saving || isLoading}
            disabled={!preview && !isLoading}
            onClick={() => actions.confirmPlan(plan)}
          >
            {due === undefined ? t('confirmFree') : t('confirm', { price: due })}
          </Button>
        </>
      }
    >
      {formError && <Alert tone="danger">{formError}</Alert>}
      {preview && <Bill plan={plan} preview={preview} card={cardOf(state.areas)} t={t} />}
      {isLoading && <BillLoading t={t} />}
    </Dialog>
  )
}

const Lost = ({ features, t }: Pick<SubscriptionViewProps, 't'> & { features: readonly LostFeature[] }) => {
  const { language } = useLocale()
  const id = useUiId()
  return (
    <div>
      <p id={id} className="fe-subscription-lost">
        {t('featuresLost')}
      </p>
      <ul className="fe-subscription-features" aria-labelledby={id}>
        {features.map(({ name, remaining }) => (
          <li key={name} className="fe-subscription-feature">
            <Icon name="x" />
            {remaining === undefined
              ? name
              : t('featureReduced', { feature: name, count: formatNumber(remaining, { language }) })}
          </li>
        ))}
      </ul>
    </div>
  )
}

/**
 * Selects the text of the cancellation. Listing the lost features by name is clearer than saying that everything stops
 * working.
 */
const cancellationKey = (isListed: boolean, fallback: string | undefined) => {
  if (isListed) return fallback ? 'cancellationKeeps' : 'cancellationEnds'
  return fallback ? 'cancellationText' : 'cancellationNoPlan'
}

const CancelDialog = ({ state, actions, t, tenant }: SubscriptionViewProps) => {
  const { dates } = useLocale()
  const plan = currentPlan(state.areas)?.name ?? t('unknownPlan')
  const fallback = defaultPlan(state.areas)?.name
  const end = state.areas.subscription.value?.currentPeriodEnd
  const lost = featuresLost(currentPlan(state.areas), defaultPlan(state.areas))
  const values = { tenant, plan, default: fallback ?? '', date: end ? formatDate(end, dates) : '' }
  return (
    <ConfirmDialog
      open
      danger
      title={t('dialogCancellationTitle', { plan })}
      text={t(cancellationKey(lost.length > 0, fallback), values)}
      confirmLabel={t('cancelConfirm', { plan })}
      cancelLabel={t('keepPlan', { plan })}
      busy={state.saving}
      error={state.formError}
      onConfirm={() => void actions.cancelSubscription()}
      onClose={actions.closeDialog}
    >
      {lost.length > 0 && <Lost features={lost} t={t} />}
    </ConfirmDialog>
  )
}

const RenewDialog = ({ state, actions, t }: SubscriptionViewProps) => {
  const { dates } = useLocale()
  const plan = currentPlan(state.areas)?.name ?? t('unknownPlan')
  const end = state.areas.subscription.value?.currentPeriodEnd
  return (
    <ConfirmDialog
      open
      title={t('dialogRenewalTitle')}
      text={t('renewalText', { plan, date: end ? formatDate(end, dates) : '' })}
      confirmLabel={t('renewButton')}
      cancelLabel={t('cancel')}
      busy={state.saving}
      error={state.formError}
      onConfirm={() => void actions.renewSubscription()}
      onClose={actions.closeDialog}
    />
  )
}

/** The dialogs of the page, loaded as a separate chunk. */
export const SubscriptionDialogs = (props: SubscriptionViewProps) => {
  const { dialog } = props.state
  if (dialog?.kind === 'cancel') return <CancelDialog {...props} />
  if (dialog?.kind === 'renew') return <RenewDialog {...props} />
  if (dialog?.kind === 'plan') return <PlanDialog {...props} plan={dialog.plan} />
  if (dialog?.kind === 'card') return <CardDialog {...props} next={dialog.next} />
  if (dialog?.kind === 'details') return <DetailsDialog {...props} card={dialog.card} />
  return null
}
