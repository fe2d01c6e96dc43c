import { type KeyboardEvent, useState } from 'react'
import type { AuditHistogram } from '../../entities/audits.ts'
import { formatNumber } from '../../i18n/formatting.ts'
import { formatDate } from '../../rules/account-date.ts'
import { barAt, keyOf } from '../../ui/bar-chart/bars.ts'
import { useLocale } from '../../ui/locale/locale.tsx'
import type { AuditsViewProps } from './audits.actions.ts'
import type { Dates } from './audits.state.ts'

const HEIGHT = 64
const BAR = 10
const GAP = 2

/** A bar of a day or more is labeled with its date only. */
const DAY_MS = 86_400_000

/** Indexes of the first and last selected bar. */
type Brush = readonly [start: number, end: number]

export const brushedDates = ({ from, step }: AuditHistogram, [start, end]: Brush): Dates => ({
  from: from + Math.min(start, end) * step,
  to: from + (Math.max(start, end) + 1) * step,
})

/** Moves the selection by one bar per arrow key; with Shift it is extended. */
export const movedBrush = (brush: Brush | undefined, key: string, isExtending: boolean, size: number): Brush => {
  if (!brush) return key === 'ArrowLeft' ? [size - 1, size - 1] : [0, 0]
  const at = Math.min(size - 1, Math.max(0, brush[1] + (key === 'ArrowLeft' ? -1 : 1)))
  return isExtending ? [brush[0], at] : [at, at]
}

const Bars = ({ histogram, brush }: { histogram: AuditHistogram; brush: Brush | undefined }) => {
  const { counts, severe } = histogram
  const max = Math.max(1, ...counts)
  const bar = (count: number, at: number, kind: string) => {
    // A minimum height keeps a single event visible beside large counts.
    const height = count === 0 ? 0 : Math.max(2, (count / max) * HEIGHT)
    const place = { x: at * BAR + GAP / 2, y: HEIGHT - height, width: BAR - GAP, height }
    return count > 0 && <rect key={`${kind}${at}`} className={`fe-audits-${kind}`} {...place} rx="1" />
  }
  const [first, last] = brush ? [Math.min(...brush), Math.max(...brush)] : [0, -1]
  return (
    <>
      {brush && (
        <rect className="fe-audits-brush" x={first * BAR} y="0" width={(last - first + 1) * BAR} height={HEIGHT} />
      )}
      {counts.map((count, at) => bar(count, at, 'bar'))}
      {severe.map((count, at) => bar(count, at, 'severe'))}
    </>
  )
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

/** Events over time. Selecting a range of bars, by pointer or keyboard, filters the list. */
export const AuditsChart = ({
  histogram,
  actions,
  t,
}: Pick<AuditsViewProps, 'actions' | 't'> & { histogram: AuditHistogram }) => {
  const { dates, language, now } = useLocale()
  const [brush, setBrush] = useState<Brush>()
  const { counts, severe, from, step } = histogram
  const size = counts.length
  const apply = (chosen: Brush) => {
    setBrush(undefined)
    void actions.change({ preset: undefined, dates: brushedDates(histogram, chosen) })
  }
  const text = (at: number) => formatDate(at, { ...dates, ...(step < DAY_MS && { time: 'short' as const }) })
  const words = ([start, end]: Brush) => {
    const [first, last] = [Math.min(start, end), Math.max(start, end)]
    const total = (all: readonly number[]) => sum(all.slice(first, last + 1))
    // A date covers the whole day, and a bar ends where the next one begins. The latest bar may end in the future.
    const to = Math.min(from + (last + 1) * step - (step < DAY_MS ? 0 : 1), now())
    const span = { from: text(from + first * step), to: text(to) }
    return t('chartRange', { ...span, count: total(counts), severe: formatNumber(total(severe), { language }) })
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && brush) {
      event.preventDefault()
      return apply(brush)
    }
    if (event.key === 'Escape' && brush) {
      event.stopPropagation()
      return setBrush(undefined)
    }
    const key = keyOf(event)
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return
    event.preventDefault()
    setBrush(movedBrush(brush, key, event.shiftKey, size))
  }
  if (sum(counts) === 0) return <p className="fe-audits-chart fe-audits-muted">{t('chartEmpty')}</p>
  return (
    <figure className="fe-audits-chart">
      <button
        type="button"
        className="fe-audits-bars"
        aria-label={`${t('chart')}. ${t('chartHint')}`}
        onKeyDown={press}
        onBlur={() => setBrush(undefined)}
      >
        <svg
          viewBox={`0 0 ${size * BAR} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId)
            const at = barAt(event, size)
            setBrush([at, at])
          }}
          onPointerMove={(event) => brush && event.buttons > 0 && setBrush([brush[0], barAt(event, size)])}
          onPointerUp={() => brush && apply(brush)}
          onPointerCancel={() => setBrush(undefined)}
        >
          <Bars histogram={histogram} brush={brush} />
        </svg>
      </button>
      <figcaption>
        <span role="status">{words(brush ?? [0, size - 1])}</span>
        {histogram.hasEarlier && <p className="fe-audits-cut">{t('chartCut')}</p>}
      </figcaption>
    </figure>
  )
}
