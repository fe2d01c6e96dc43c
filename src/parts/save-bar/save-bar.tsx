import { Alert } from '../../ui/alert/alert.tsx'
import { Button } from '../../ui/button/button.tsx'
import { useUiText } from '../../ui/locale/ui-text.ts'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { useKeepClear } from '../../ui/toast/keep-clear.ts'
import { useFocusAfter } from '../../ui/use-focus-after.ts'
import css from './save-bar.css'

interface SaveBarProps {
  busy: boolean
  /** The reason the server refused. The typed values are kept. */
  error?: string | undefined
  words: { save: string; discard: string }
  /** Accessible name of the save button if a page has several forms. @default words.save */
  saveLabel?: string
  onDiscard(): void
}

/**
 * The end of a settings form, visible while there are unsaved changes. The form around it takes the focus:
 * `tabIndex={-1}`.
 */
export const SaveBar = ({ busy, error, words, saveLabel, onDiscard }: SaveBarProps) => {
  useSheet(css)
  const t = useUiText()
  const bar = useFocusAfter<HTMLDivElement>('form')
  useKeepClear(bar)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps the focus in the field, whose error would move the button from under the pointer
    <div ref={bar} className="fe-save-bar" onMouseDown={(event) => event.preventDefault()}>
      {error && <Alert tone="danger">{error}</Alert>}
      <div className="fe-save-bar-row">
        <span className="fe-save-bar-note" role="status">
          {t('unsavedChanges')}
        </span>
        <Button disabled={busy} onClick={onDiscard}>
          {words.discard}
        </Button>
        <Button type="submit" variant="primary" busy={busy} aria-label={saveLabel}>
          {words.save}
        </Button>
      </div>
    </div>
  )
}
