import { useState } from 'react'
import type { Invoice } from '../../../entities/billing.ts'
import type { Translate } from '../../../i18n/messages.ts'
import { PartFailure } from '../../../parts/part-failure/part-failure.tsx'
import { formatDate } from '../../../rules/account-date.ts'
import { type InvoiceRow, type InvoiceRowKind, invoiceRows } from '../../../rules/invoice-rows.ts'
import { moneyFormat } from '../../../rules/money.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Badge } from '../../../ui/badge/badge.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { type Column, DataTable } from '../../../ui/data-table/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { IconButton } from '../../../ui/icon-button/icon-button.tsx'
import { type UiLocale, useLocale } from '../../../ui/locale/locale.tsx'
import { Pagination } from '../../../ui/pagination/pagination.tsx'
import type { SubscriptionViewProps } from '../subscription.actions.ts'
import type { SubscriptionTexts } from '../subscription.messages.ts'

const PAGE_SIZE = 10

interface Parts {
  t: Translate<SubscriptionTexts>
  locale: UiLocale
  busyId: string | undefined
  onDownload(invoice: Invoice): void
}

const ROW_TEXTS = {
  subtotal: 'invoiceSubtotal',
  discount: 'invoiceDiscount',
  credit: 'invoiceBillingCredit',
  tax: 'invoiceTax',
  taxIncluded: 'invoiceTaxIncluded',
  adjustment: 'invoiceAdjustment',
  total: 'invoiceTotal',
  creditNotes: 'invoiceCredited',
  creditUsed: 'invoiceCreditUsed',
  creditGiven: 'invoiceCreditGiven',
  owedBefore: 'invoiceOwedBefore',
  amountPaid: 'invoiceAmountPaid',
  amountDue: 'invoiceAmountDue',
  netAmount: 'invoiceNetAmount',
} as const satisfies Record<InvoiceRowKind, keyof SubscriptionTexts>

/** Returns whether the rows only repeat the total, so that they can be left out. */
const isPlain = (rows: readonly InvoiceRow[], { totalAmount }: Invoice): boolean =>
  rows.every(({ kind, amount }) => kind === 'total' || amount === (kind === 'subtotal' ? totalAmount : 0))

const Amount = ({ invoice, t }: Pick<Parts, 't'> & { invoice: Invoice }) => {
  const { language } = useLocale()
  const money = moneyFormat(invoice.currency || 'usd', language)
  const rows = invoiceRows(invoice)
  if (isPlain(rows, invoice)) return money(invoice.totalAmount)
  return (
    <ul className="fe-subscription-amounts">
      {rows.map(({ kind, amount }) => (
        <li key={kind} data-total={kind === 'total' || undefined}>
          {t(ROW_TEXTS[kind], { amount: money(amount) })}
        </li>
      ))}
    </ul>
  )
}

/** Returns date formats that match the PDF of the invoice: in the account's time zone, or in UTC without one. */
const datesOf = ({ dates }: UiLocale) => ({ ...dates, timeZone: dates.timeZone ?? 'UTC' })

const columnsOf = ({ t, locale, busyId, onDownload }: Parts): Column<Invoice>[] => [
  { id: 'number', header: t('invoiceNumber'), cell: ({ receiptNumber }) => receiptNumber, primary: true },
  { id: 'date', header: t('invoiceDate'), cell: ({ paymentDate }) => formatDate(paymentDate, datesOf(locale)) },
  {
    id: 'status',
    header: t('invoiceStatus'),
    cell: ({ paid = false }) => (
      <Badge tone={paid ? 'success' : 'danger'}>{t(paid ? 'invoicePaid' : 'invoiceDue')}</Badge>
    ),
  },
  {
    id: 'amount',
    header: t('invoiceAmount'),
    align: 'end',
    cell: (invoice) => <Amount invoice={invoice} t={t} />,
  },
  {
    id: 'pdf',
    header: t('downloadPdf'),
    align: 'end',
    phone: 'beside',
    cell: (invoice) => (
      <IconButton
        icon="download"
        label={t('downloadInvoice', { number: invoice.receiptNumber })}
        disabled={busyId === invoice.id}
        onClick={() => onDownload(invoice)}
      />
    ),
  },
]

export const InvoicesCard = ({ state, actions, t }: SubscriptionViewProps) => {
  const locale = useLocale()
  const [{ offset, limit }, setPage] = useState({ offset: 0, limit: PAGE_SIZE })
  const { value = [], error, loading } = state.areas.invoices
  const { download } = state
  const columns = columnsOf({ t, locale, busyId: download.invoiceId, onDownload: actions.downloadInvoice })
  const whenReady = loading ? 'loading' : 'ready'
  return (
    <Card title={t('invoices')}>
      <div className="fe-subscription-stack">
        {download.error !== null && <Alert tone="danger">{t('downloadFailed', { reason: download.error })}</Alert>}
        {error !== null && value.length === 0 ? (
          <PartFailure
            title={t('invoicesFailed', { reason: error })}
            retry={t('retry')}
            onRetry={actions.reloadInvoices}
          />
        ) : (
          <DataTable
            label={t('invoices')}
            columns={columns}
            rows={value.slice(offset, offset + limit)}
            total={value.length}
            offset={offset}
            rowId={({ id }) => id}
            rowLabel={({ receiptNumber }) => receiptNumber}
            state={error === null ? whenReady : 'error'}
            error={error ?? undefined}
            onRetry={() => void actions.reloadInvoices()}
            skeletonRows={3}
            empty={<EmptyState icon="card" title={t('noInvoices')} text={t('noInvoicesText')} />}
          />
        )}
        {value.length > PAGE_SIZE && (
          <Pagination offset={offset} limit={limit} total={value.length} onChange={setPage} />
        )}
      </div>
    </Card>
  )
}
