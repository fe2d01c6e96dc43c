import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { useSheet } from '../style-root/style-root.tsx'
import css from './bar-chart.css'
import { barAt, keyOf } from './bars.ts'

const HEIGHT = 72
const BAR = 10
const GAP = 2

interface BarChartProps {
  /** Names what the bars count. */
  label: string
  /** Sorted oldest first; no value is below 0. */
  values: readonly number[]
  /** Returns the text of one bar, such as "Nov 3: 12 uses". */
  textOf(at: number): string
}

/** Returns the index a key moves to from a bar, or `undefined` for keys the chart doesn't handle. */
export const movedTo = (key: string, at: number, size: number): number | undefined => {
  const moves: Readonly<Record<string, number>> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: size - 1 }
  const next = Object.hasOwn(moves, key) ? moves[key] : undefined
  return next === undefined ? undefined : Math.min(size - 1, Math.max(0, next))
}

const Bars = ({ values, chosen }: { values: readonly number[]; chosen: number }) => {
  const max = Math.max(1, ...values)
  return values.map((value, at) => {
    // A minimum height keeps a single use visible beside large values.
    const height = value === 0 ? 0 : Math.max(2, (value / max) * HEIGHT)
    const place = { x: at * BAR + GAP / 2, y: HEIGHT - height, width: BAR - GAP, height }
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
      <rect key={at} className="fe-bar-chart-bar" data-chosen={at === chosen || undefined} {...place} rx="1" />
    )
  })
}

/** Bars over time. Arrow keys or the pointer select a bar, and its text is shown and announced. */
export const BarChart = ({ label, values, textOf }: BarChartProps) => {
  useSheet(css)
  const size = values.length
  const [chosen, setChosen] = useState(size - 1)
  const press = (event: KeyboardEvent) => {
    const next = movedTo(keyOf(event), chosen, size)
    if (next === undefined) return
    event.preventDefault()
    setChosen(next)
  }
  const point = (event: PointerEvent<HTMLElement>) => setChosen(barAt(event, size))
  return (
    <figure className="fe-bar-chart">
      <div
        role="slider"
        tabIndex={0}
        className="fe-bar-chart-bars"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={size - 1}
        aria-valuenow={chosen}
        aria-valuetext={textOf(chosen)}
        onKeyDown={press}
        onPointerMove={point}
        onPointerDown={point}
      >
        <svg viewBox={`0 0 ${size * BAR} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <rect className="fe-bar-chart-floor" x="0" y={HEIGHT - 1} width={size * BAR} height="1" />
          <Bars values={values} chosen={chosen} />
        </svg>
      </div>
      <figcaption dir="auto">{textOf(chosen)}</figcaption>
    </figure>
  )
}
