import { useEffect, useRef, useState } from 'react'
import { Icon } from '../icon/icon.tsx'
import { IconButton } from '../icon-button/icon-button.tsx'
import { useUiText } from '../locale/ui-text.ts'
import { useSheet } from '../style-root/style-root.tsx'
import { TextInput } from '../text-input/text-input.tsx'
import css from './search-input.css'

interface SearchInputProps {
  label: string
  placeholder?: string
  value: string
  /** Called when typing pauses, and at once on Enter, Escape or clear. */
  onChange(value: string): void
  /** @default 300 */
  restMs?: number
  /** The dialog around it focuses it first. */
  autoFocus?: boolean | undefined
}

const REST_MS = 300

export const SearchInput = (props: SearchInputProps) => {
  const { label, placeholder = label, value, onChange, restMs = REST_MS, autoFocus } = props
  useSheet(css)
  const t = useUiText()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  // Values sent to `onChange`, from the one the list shows now to the latest.
  const sent = useRef([value])
  const notify = useRef((_: string) => {})
  notify.current = (next) => {
    sent.current.push(next)
    onChange(next)
  }
  useEffect(() => {
    const at = sent.current.lastIndexOf(value)
    sent.current = at < 0 ? [value] : sent.current.slice(at)
    if (at < 0) setText(value)
  }, [value])
  useEffect(() => {
    const isNotified = () => text === sent.current.at(-1)
    if (isNotified()) return
    const timer = setTimeout(() => isNotified() || notify.current(text), restMs)
    return () => clearTimeout(timer)
  }, [text, restMs])
  const clear = () => {
    setText('')
    notify.current('')
    input.current?.focus()
  }
  return (
    <search className="fe-search">
      <TextInput
        ref={input}
        type="search"
        enterKeyHint="search"
        aria-label={label}
        data-autofocus={autoFocus || undefined}
        placeholder={placeholder}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            // In a form, Enter would also submit the form around the search.
            event.preventDefault()
            notify.current(text)
          }
          if (event.key !== 'Escape' || text === '') return
          event.preventDefault()
          event.stopPropagation()
          clear()
        }}
        start={<Icon name="search" />}
        end={text && <IconButton size="s" icon="x" label={t('clearSearch')} onClick={clear} />}
      />
    </search>
  )
}
