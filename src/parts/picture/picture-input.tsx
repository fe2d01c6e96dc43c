import { type ChangeEvent, useRef, useState } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { useSheet, useUiId } from '../../ui/style-root/style-root.tsx'
import css from './picture-input.css'
import { readPicture, toDataUrl } from './read-picture.ts'

/** Stored size of a logo, which is sharp on the densest screens at the largest size that is shown. */
const LOGO_SIDE = 512

interface PictureInputProps {
  label: string
  /** URL or `data:` URL of the picture; empty for none. */
  value: string
  words: { choose: string; change: string; remove: string; unreadable: string; hint: string }
  readOnly?: boolean
  busy?: boolean
  onChange(value: string): void
}

/** A logo input: chosen from a file, shown as it is, and scaled down if it is very large. */
export const PictureInput = ({ label, value, words, readOnly, busy, onChange }: PictureInputProps) => {
  useSheet(css)
  const id = useUiId()
  const input = useRef<HTMLInputElement>(null)
  const [isUnreadable, setUnreadable] = useState(false)
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    target.value = ''
    if (!file) return
    const picture = await readPicture(file, LOGO_SIDE).catch(() => undefined)
    setUnreadable(!picture)
    if (picture) onChange(toDataUrl(picture))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend has no place in a grid
    <div className="fe-picture" role="group" aria-labelledby={`${id}-label`}>
      <span id={`${id}-label`} className="fe-picture-label">
        {label}
      </span>
      <div className="fe-picture-row">
        <span className="fe-picture-frame">
          {value ? <img src={value} alt="" referrerPolicy="no-referrer" /> : <Icon name="building" size="l" />}
        </span>
        {!readOnly && (
          <span className="fe-picture-buttons">
            <input
              ref={input}
              type="file"
              accept="image/png,image/jpeg,image/gif,image/webp"
              hidden
              data-fe-picture=""
              onChange={(event) => void choose(event)}
            />
            <Button icon="upload" disabled={busy} onClick={() => input.current?.click()}>
              {value ? words.change : words.choose}
            </Button>
            {value && (
              <Button variant="ghost" disabled={busy} onClick={() => onChange('')}>
                {words.remove}
              </Button>
            )}
          </span>
        )}
      </div>
      {!readOnly && (
        <p className="fe-picture-note" role={isUnreadable ? 'alert' : undefined} data-wrong={isUnreadable || undefined}>
          {isUnreadable ? words.unreadable : words.hint}
        </p>
      )}
    </div>
  )
}
