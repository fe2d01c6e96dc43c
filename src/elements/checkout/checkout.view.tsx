import { type ReactNode, useEffect } from 'react'
import type { App } from '../../app/app.ts'
import { login } from '../../app/public-app.ts'
import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import { useRuntime, useSession, useSettings } from '../../feature/feature-context.tsx'
import type { SessionSnapshot } from '../../feature/ports.ts'
import { pageWithPlan } from '../../navigation/chosen-plan.ts'
import { brandName, cardOf, priceOf } from '../../parts/billing/areas.ts'
import { Bill, BillLoading, dueOf } from '../../parts/billing/bill.tsx'
import { CardFields, useCardForm } from '../../parts/billing/card-fields.tsx'
import { RetryButton } from '../../parts/billing/retry-button.tsx'
import { formatMoney } from '../../rules/money.ts'
import { Alert, type Tone } from '../../ui/alert/alert.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { IconSet } from '../../ui/icon/icon.tsx'
import { portalIcons } from '../../ui/icon/portal-icons.ts'
import { LocaleProvider, useLocale } from '../../ui/locale/locale.tsx'
import { useSheet, useUiId } from '../../ui/style-root/style-root.tsx'
import { type CheckoutActions, checkoutSlice } from './checkout.actions.ts'
import css from './checkout.css'
import { type CheckoutTexts, checkoutMessages } from './checkout.messages.ts'
import {
  type CheckoutStage,
  type CheckoutState,
  chosenPlan,
  failureOf,
  initialCheckout,
  isCoveredTrial,
  stageOf,
} from './checkout.state.ts'

export interface CheckoutViewProps extends FeatureProps<CheckoutState, CheckoutActions, CheckoutTexts> {
  isInline: boolean
  session: SessionSnapshot['status']
  tenant: string
  /** URL of the payment provider's script. @default the provider's own */
  cardScript: string | undefined
  signIn(): void
  close(): void
}

interface CheckoutFrameProps extends Pick<CheckoutViewProps, 'isInline' | 'state' | 'close'> {
  title: string
  description: string | undefined
  children: ReactNode
}

/** Renders the checkout as a dialog over the page, or as a card in it. */
const CheckoutFrame = ({ isInline, state, close, title, description, children }: CheckoutFrameProps) => {
  useSheet(css)
  const body = <div className="fe-checkout-stack">{children}</div>
  if (isInline) {
    return (
      <Card title={title} text={description}>
        {body}
      </Card>
    )
  }
  // The dialog stays open while a call runs, so that its result can be shown.
  const onClose = () => {
    if (!state.loading) close()
  }
  return (
    <Dialog open title={title} description={description} onClose={onClose}>
      {body}
    </Dialog>
  )
}

/** Buttons, the primary one last. */
const CheckoutFoot = ({ children }: { children: ReactNode }) => <div className="fe-checkout-foot">{children}</div>

type Stage = CheckoutStage | 'signed-out'

const stageIn = ({ session, state }: CheckoutViewProps): Stage => {
  if (session === 'signed-in') return stageOf(state)
  return session === 'loading' ? 'loading' : 'signed-out'
}

const planName = ({ state }: CheckoutViewProps): string => chosenPlan(state)?.name ?? ''

const CloseButton = ({ isInline, close, t }: CheckoutViewProps) =>
  isInline ? null : <Button onClick={close}>{t('close')}</Button>

/** A text with buttons. */
const Message = ({ tone, text, children }: { tone: Tone; text: string; children: ReactNode }) => (
  <>
    <div role="status">
      <Alert tone={tone}>{text}</Alert>
    </div>
    <CheckoutFoot>{children}</CheckoutFoot>
  </>
)

const Failed = ({ state, actions, t }: CheckoutViewProps) => (
  <Message tone="danger" text={failureOf(state) ?? ''}>
    <Button variant="primary" onClick={() => void actions.loadCheckout(state.planId)}>
      {t('retry')}
    </Button>
  </Message>
)

const CardStage = (props: CheckoutViewProps) => {
  const { state, actions, t, cardScript } = props
  const formId = useUiId()
  const card = useCardForm(state.cardSetup, cardScript)
  const failure = state.error ?? card.error
  return (
    <>
      {failure && <Alert tone="danger">{failure}</Alert>}
      <CardFields
        formId={formId}
        card={card}
        hasFailed={Boolean(failure)}
        isSaving={state.loading}
        t={t}
        onSave={actions.saveCard}
      />
      <p className="fe-checkout-text">{t('cardText')}</p>
      <CheckoutFoot>
        {state.wantsCard && (
          <Button disabled={state.loading} onClick={() => void actions.chooseCard(false)}>
            {t('back')}
          </Button>
        )}
        <RetryButton
          hasFailed={Boolean(failure) && !card.form}
          isLoaded={Boolean(card.form)}
          label={t('retry')}
          onRetry={() => void actions.retry()}
        />
        <Button type="submit" form={formId} variant="primary" busy={state.loading} disabled={!card.form}>
          {t('saveCard')}
        </Button>
      </CheckoutFoot>
    </>
  )
}

const Cost = ({ state, t, tenant }: CheckoutViewProps) => {
  const { language } = useLocale()
  const plan = chosenPlan(state)
  const card = cardOf(state.areas)
  if (!plan || !card) return null
  if (isCoveredTrial(state)) {
    const { amount, currency } = priceOf(plan)
    const values = { tenant, plan: plan.name, price: formatMoney(amount, currency, language) }
    return (
      <p className="fe-checkout-text">
        {t('trialText', { ...values, card: t('cardLine', { brand: brandName(card), last4: card.last4 }) })}
      </p>
    )
  }
  if (state.preview) return <Bill plan={plan} preview={state.preview} card={card} t={t} />
  return state.error === null ? <BillLoading t={t} /> : null
}

const Review = (props: CheckoutViewProps) => {
  const { state, actions, t } = props
  const { language } = useLocale()
  const isTrial = isCoveredTrial(state)
  const due = dueOf(state.preview, language)
  const label = due === undefined ? t('confirmFree') : t('confirm', { price: due })
  const plan = chosenPlan(state)
  const isPaid = (plan !== undefined && priceOf(plan).amount > 0) || due !== undefined
  const hasNoPrice = !isTrial && state.preview === undefined
  const confirm = (
    <Button variant="primary" busy={state.loading || hasNoPrice} onClick={() => void actions.confirmCheckout()}>
      {isTrial ? t('keepTrial', { plan: planName(props) }) : label}
    </Button>
  )
  const retry = (
    <Button variant="primary" onClick={() => void actions.retry()}>
      {t('retry')}
    </Button>
  )
  return (
    <>
      {state.error !== null && <Alert tone="danger">{state.error}</Alert>}
      <Cost {...props} />
      <CheckoutFoot>
        {isPaid && (
          <Button disabled={state.loading} onClick={() => void actions.chooseCard(true)}>
            {t('otherCard')}
          </Button>
        )}
        {hasNoPrice && state.error !== null ? retry : confirm}
      </CheckoutFoot>
    </>
  )
}

const Body = (props: CheckoutViewProps & { stage: Stage }) => {
  const { t, tenant, stage } = props
  const plan = planName(props)
  const close = <CloseButton {...props} />
  if (stage === 'card') return <CardStage {...props} />
  if (stage === 'review') return <Review {...props} />
  if (stage === 'failed') return <Failed {...props} />
  if (stage === 'loading') return <BillLoading t={t} />
  if (stage === 'signed-out') {
    return (
      <Message tone="info" text={t('signedOut')}>
        <Button variant="primary" onClick={props.signIn}>
          {t('signIn')}
        </Button>
      </Message>
    )
  }
  const texts = {
    forbidden: ['warning', t('forbidden', { tenant })],
    'unknown-plan': ['warning', t('errorPlanNotFound')],
    downgrade: ['warning', t('downgradeRefused')],
    owned: ['success', t('owned', { tenant, plan })],
    confirmed: ['success', t('confirmedText', { tenant, plan })],
  } as const
  const [tone, text] = texts[stage]
  return (
    <Message tone={tone} text={text}>
      {close}
    </Message>
  )
}

const stageTitleOf = (props: CheckoutViewProps, stage: Stage): string => {
  const { t } = props
  const plan = planName(props)
  if (stage === 'card') return t('cardTitle')
  if (stage === 'review') return t(isCoveredTrial(props.state) ? 'trialTitle' : 'titleWithPlan', { plan })
  if (stage === 'confirmed') return t('changed', { plan })
  return stage === 'failed' ? t('failedTitle') : t('title')
}

export const CheckoutView = (props: CheckoutViewProps) => {
  const stage = stageIn(props)
  const description = stage === 'card' ? props.t('cardNeeded', { plan: planName(props) }) : undefined
  return (
    <CheckoutFrame {...props} title={stageTitleOf(props, stage)} description={description}>
      <Body key={stage} {...props} stage={stage} />
    </CheckoutFrame>
  )
}

interface CheckoutGiven {
  host: HTMLElement
  app: App
  planId: string
  isInline: boolean
}

const Checkout = (props: FeatureProps<CheckoutState, CheckoutActions, CheckoutTexts> & CheckoutGiven) => {
  const { host, app, planId, isInline, state, actions, t } = props
  const { translator, deps } = useRuntime()
  const { activeTenant, status } = useSession()
  const tenantId = activeTenant?.tenantId
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account starts over
  useEffect(() => {
    if (status === 'signed-in') void actions.loadCheckout(planId)
  }, [actions, planId, status, tenantId])
  return (
    <LocaleProvider
      translator={translator}
      now={deps.clock.now}
      timeZone={activeTenant?.timezone}
      dateFormat={activeTenant?.dateFormat}
      timeFormat={activeTenant?.timeFormat}
    >
      <IconSet icons={portalIcons}>
        <CheckoutView
          state={state}
          actions={actions}
          t={t}
          isInline={isInline}
          session={status}
          tenant={activeTenant?.name ?? ''}
          cardScript={useSettings().cardScript}
          signIn={() => login(app, isInline ? undefined : pageWithPlan(app.navigator.location(), planId))}
          close={() => host.removeAttribute('open')}
        />
      </IconSet>
    </LocaleProvider>
  )
}

export const checkoutFeature = defineFeature<CheckoutState, CheckoutActions, CheckoutTexts, CheckoutGiven>({
  initial: initialCheckout,
  slice: checkoutSlice,
  messages: checkoutMessages,
  Component: Checkout,
})
