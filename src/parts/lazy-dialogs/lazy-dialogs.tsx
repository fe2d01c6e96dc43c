import { type ComponentType, useEffect, useState } from 'react'
import { useLocale } from '../../ui/locale/locale.tsx'
import { uiMessages } from '../../ui/locale/ui.messages.ts'
import { Spinner } from '../../ui/spinner/spinner.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import css from './lazy-dialogs.css'

interface LazyDialogsProps<Props extends object> {
  load(): Promise<ComponentType<Props>>
  /** A dialog is open and waits for the chunk. */
  isNeeded: boolean
  /** The list is rendered, so there is time to load the chunk. */
  isCalm: boolean
  onMissing(): void
  props: Props
}

/**
 * The dialogs of a page, loaded as a separate chunk after the first rows, so that the list doesn't wait for them. If
 * loading failed, it is retried by the click that needs a dialog.
 */
export const LazyDialogs = <Props extends object>(given: LazyDialogsProps<Props>) => {
  const { load, isNeeded, isCalm, onMissing, props } = given
  const [Dialogs, setDialogs] = useState<ComponentType<Props>>()
  useEffect(() => {
    if (Dialogs || !(isNeeded || isCalm)) return
    let current = true
    load().then(
      (component) => current && setDialogs(() => component),
      () => current && isNeeded && onMissing(),
    )
    return () => {
      current = false
    }
  }, [Dialogs, isNeeded, isCalm, load, onMissing])
  if (Dialogs) return <Dialogs {...props} />
  return isNeeded ? <DialogWait /> : null
}

/** Shows that a dialog is opening, because its chunk may take seconds. */
const DialogWait = () => {
  useSheet(css)
  const t = useLocale().translator.translatorFor(uiMessages)
  return (
    <div className="fe-dialog-wait" role="status">
      <Spinner size="l" label={t('loading')} />
    </div>
  )
}
