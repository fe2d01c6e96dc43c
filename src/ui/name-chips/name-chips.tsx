import { useSheet } from '../style-root/style-root.tsx'
import { Tooltip } from '../tooltip/tooltip.tsx'
import { Truncated } from '../truncated/truncated.tsx'
import css from './name-chips.css'

/** Names beyond this number are only counted, and appear on hover or focus. */
const SHOWN = 2

interface NameChipsProps {
  names: readonly string[]
  /** Shown when there are no names. */
  none: string
  /** Returns the text for the number of hidden names. */
  more(count: number): string
  /** @default 2 */
  shown?: number
}

/** The names of roles or groups on one line. */
export const NameChips = ({ names, none, more, shown = SHOWN }: NameChipsProps) => {
  useSheet(css)
  const hidden = names.slice(shown)
  if (names.length === 0) return <span className="fe-name-chips-none">{none}</span>
  return (
    <span className="fe-name-chips">
      {names.slice(0, shown).map((name, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two roles may have the same name
        <span key={`${name} ${at}`} className="fe-name-chip">
          <Truncated text={name} />
        </span>
      ))}
      {hidden.length > 0 && (
        <Tooltip text={hidden.join(', ')} focusable>
          <bdi className="fe-name-chip">{more(hidden.length)}</bdi>
        </Tooltip>
      )}
    </span>
  )
}
