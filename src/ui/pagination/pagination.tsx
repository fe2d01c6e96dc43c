import { formatNumber } from '../../i18n/formatting.ts'
import { IconButton } from '../icon-button/icon-button.tsx'
import { useLocale } from '../locale/locale.tsx'
import { useUiText } from '../locale/ui-text.ts'
import { Select } from '../select/select.tsx'
import { useSheet } from '../style-root/style-root.tsx'
import css from './pagination.css'

interface PaginationProps {
  offset: number
  limit: number
  total: number
  onChange(page: { offset: number; limit: number }): void
  /** @default [10, 20, 50, 100] */
  limits?: readonly number[]
  disabled?: boolean
  /** Accessible name when the page has several paginations. @default "Pages" */
  label?: string | undefined
}

const LIMITS = [10, 20, 50, 100]

/**
 * Shows "1–20 of 248", the page size and the buttons of the previous and next page. It renders nothing while all rows
 * fit on the smallest page.
 */
export const Pagination = ({ offset, limit, total, onChange, limits = LIMITS, disabled, label }: PaginationProps) => {
  useSheet(css)
  const t = useUiText()
  const { language } = useLocale()
  const say = (value: number) => formatNumber(value, { language })
  const to = Math.min(offset + limit, total)
  const sizes = [...new Set([...limits, limit])].sort((a, b) => a - b)
  // Nothing can be selected while all rows fit, unless the last rows of a later page were removed.
  if (offset === 0 && total <= Math.min(...sizes)) return null
  const range = t('range', { from: say(total === 0 ? 0 : offset + 1), to: say(to), total: say(total) })
  return (
    <nav className="fe-pagination" aria-label={label ?? t('pages')}>
      <span role="status" dir="auto">
        {range}
      </span>
      <span className="fe-pagination-size">
        {sizes.length > 1 && (
          <>
            <span aria-hidden="true">{t('pageSize')}</span>
            <Select
              size="s"
              label={t('pageSize')}
              value={String(limit)}
              disabled={disabled}
              options={sizes.map((size) => ({ value: String(size), label: say(size) }))}
              onChange={(size) => onChange({ offset: 0, limit: Number(size) })}
            />
          </>
        )}
      </span>
      <span className="fe-pagination-steps">
        <IconButton
          icon="chevron-left"
          className="fe-pagination-step"
          label={t('previousPage')}
          disabled={disabled || offset <= 0}
          onClick={() => onChange({ offset: Math.max(0, offset - limit), limit })}
        />
        <IconButton
          icon="chevron-right"
          className="fe-pagination-step"
          label={t('nextPage')}
          disabled={disabled || to >= total}
          onClick={() => onChange({ offset: offset + limit, limit })}
        />
      </span>
    </nav>
  )
}
