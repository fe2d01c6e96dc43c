import type { ReactNode } from 'react'
import { IconButton } from '../icon-button/icon-button.tsx'
import { useUiText } from '../locale/ui-text.ts'
import { useSheet } from '../style-root/style-root.tsx'
import css from './bulk-bar.css'

export interface BulkBarProps {
  count: number
  onClear(): void
  /** Buttons for what can be done to all of them. */
  children: ReactNode
}

/** Stands at the foot of the list while rows are selected. */
export const BulkBar = ({ count, onClear, children }: BulkBarProps) => {
  useSheet(css)
  const t = useUiText()
  const words = t('selected', { count })
  return (
    <>
      <span className="fe-hidden" role="status">
        {count > 0 ? words : ''}
      </span>
      {count > 0 && (
        <section className="fe-bulk" aria-label={words}>
          <span className="fe-bulk-count" aria-hidden="true">
            {words}
          </span>
          {children}
          <IconButton icon="x" label={t('clearSelection')} onClick={onClear} />
        </section>
      )}
    </>
  )
}
