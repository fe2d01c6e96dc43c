import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { IconButton } from '../icon-button/icon-button.tsx'
import { useUiText } from '../locale/ui-text.ts'
import { useSheet } from '../style-root/style-root.tsx'
import css from './bulk-bar.css'

interface BulkBarProps {
  count: number
  onClear(): void
  /** Buttons of the actions for all selected rows. */
  children: ReactNode
}

/** Escape clears the selection first; only a second Escape closes the dialog or drawer around the list. */
const useEscape = (bar: RefObject<HTMLElement | null>, { isOn, onEscape }: { isOn: boolean; onEscape(): void }) => {
  const latest = useRef(onEscape)
  useEffect(() => {
    latest.current = onEscape
  })
  useEffect(() => {
    const root = bar.current?.getRootNode()
    if (!isOn || !root) return
    const surface = bar.current?.closest('dialog')
    const listen = (event: Event) => {
      // In a document to which the portal was moved, events and nodes have classes of its window.
      const { key, target } = event as KeyboardEvent
      if (key !== 'Escape' || event.defaultPrevented) return
      // A dialog or menu above the list handles the key itself.
      if ((target as Element).closest('dialog, [popover]') !== (surface ?? null)) return
      event.preventDefault()
      latest.current()
    }
    root.addEventListener('keydown', listen)
    return () => root.removeEventListener('keydown', listen)
  }, [bar, isOn])
}

/** A bar at the end of the list, shown while rows are selected. */
export const BulkBar = ({ count, onClear, children }: BulkBarProps) => {
  useSheet(css)
  const t = useUiText()
  const words = t('selected', { count })
  const bar = useRef<HTMLElement>(null)
  useEscape(bar, { isOn: count > 0, onEscape: onClear })
  return (
    <>
      <span className="fe-hidden" role="status">
        {count > 0 ? words : ''}
      </span>
      {count > 0 && (
        <section ref={bar} className="fe-bulk" aria-label={words}>
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
