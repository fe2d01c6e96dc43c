import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { useScrollRow } from '../scroll-row/use-scroll-row.ts'
import { useSheet, useUiId } from '../style-root/style-root.tsx'
import css from './tabs.css'

interface Tab<Id extends string = string> {
  id: Id
  label: string
  count?: number
}

interface TabsProps<Id extends string = string> {
  /** Accessible name of the tab list. */
  label: string
  tabs: readonly Tab<Id>[]
  active: Id
  onChange(id: Id): void
  /** Content of the active tab's panel. */
  children?: ReactNode
}

const nextTab = (key: string, at: number, last: number, isRtl: boolean): number | undefined => {
  if (key === 'Home') return 0
  if (key === 'End') return last
  const forward = isRtl ? 'ArrowLeft' : 'ArrowRight'
  const back = isRtl ? 'ArrowRight' : 'ArrowLeft'
  if (key === forward) return at === last ? 0 : at + 1
  if (key === back) return at === 0 ? last : at - 1
  return undefined
}

/** A tab list with panels. Arrow keys move and select; Tab moves into the panel. */
export const Tabs = <Id extends string>({ label, tabs, active, onChange, children }: TabsProps<Id>) => {
  useSheet(css)
  const id = useUiId()
  const list = useRef<HTMLDivElement>(null)
  useScrollRow(list, active)
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = tabs.findIndex((tab) => tab.id === active)
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const next = nextTab(event.key, at, tabs.length - 1, isRtl)
    const tab = next === undefined ? undefined : tabs[next]
    if (next === undefined || !tab) return
    event.preventDefault()
    onChange(tab.id)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus()
  }
  return (
    <div className="fe-tabs">
      <div className="fe-tabs-row">
        <div
          ref={list}
          role="tablist"
          aria-label={label}
          className="fe-tabs-list fe-scroll-row"
          // Firefox makes every scroll container a tab stop.
          tabIndex={-1}
          onKeyDown={onKeyDown}
        >
          {tabs.map((tab) => (
            <button
              key={tab.id}
              type="button"
              role="tab"
              id={`${id}-${tab.id}`}
              aria-selected={tab.id === active}
              aria-controls={children ? `${id}-panel` : undefined}
              tabIndex={tab.id === active ? 0 : -1}
              className="fe-tab"
              onClick={() => onChange(tab.id)}
            >
              {tab.label}
              {tab.count !== undefined && <span className="fe-tab-count">{tab.count}</span>}
            </button>
          ))}
        </div>
      </div>
      {children && (
        <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${active}`} className="fe-tabs-panel">
          {children}
        </div>
      )}
    </div>
  )
}
