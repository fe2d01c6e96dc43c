import type { PlanChangePreview } from '../../contract/billing.ts'
import type { CardPaymentMethod, Plan } from '../../entities/billing.ts'
import type { Translate } from '../../i18n/messages.ts'
import { formatMoney } from '../../rules/money.ts'
import { useLocale } from '../../ui/locale/locale.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { brandName, priceOf } from './areas.ts'
import css from './billing.css'
import type { BillingTexts } from './billing-texts.ts'

interface BillProps {
  plan: Plan
  preview: PlanChangePreview
  card: CardPaymentMethod | null | undefined
  t: Translate<BillingTexts>
}

/** The current cost of a plan, as computed by the payment provider. */
export const Bill = ({ preview, plan, card, t }: BillProps) => {
  useSheet(css)
  const { language } = useLocale()
  const money = (amount: number, currency = preview.currency) => formatMoney(amount, currency, language)
  const price = priceOf(plan)
  const isPaid = price.amount > 0 || preview.amountDue > 0
  return (
    <div className="fe-billing-stack">
      {preview.lines.map(({ description, amount }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
        <div key={at} className="fe-billing-sum">
          <span>{description}</span>
          <span>{money(amount)}</span>
        </div>
      ))}
      <div className="fe-billing-sum" data-total="">
        <span>{t('dueNow')}</span>
        <span>{money(preview.amountDue)}</span>
      </div>
      {isPaid && (
        <p className="fe-billing-text">
          {price.amount > 0 && t('thenMonthly', { price: money(price.amount, price.currency) })}{' '}
          {card && t('paysWith', { card: t('cardLine', { brand: brandName(card), last4: card.last4 }) })}
        </p>
      )}
    </div>
  )
}

export const BillLoading = ({ t }: Pick<BillProps, 't'>) => (
  <div role="status">
    <span className="fe-hidden">{t('previewLoading')}</span>
    <Skeleton height="96px" />
  </div>
)

/** Returns the amount shown on the payment button; `undefined` when nothing is due. */
export const dueOf = (preview: PlanChangePreview | undefined, language: string): string | undefined =>
  preview && preview.amountDue > 0 ? formatMoney(preview.amountDue, preview.currency, language) : undefined
