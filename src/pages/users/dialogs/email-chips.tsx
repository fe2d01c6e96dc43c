import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import type { Translate } from '../../../i18n/messages.ts'
import type { FieldIds } from '../../../ui/field/field.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { addEmails, isEmail } from '../users.invite-form.ts'
import type { UsersTexts } from '../users.messages.ts'
import type { InviteDraft } from '../users.state.ts'

interface EmailChipsProps extends FieldIds {
  draft: InviteDraft
  onChange(patch: Partial<InviteDraft>): void
  /** Called when the field loses focus, after which its problems may be shown. */
  onLeave(): void
  t: Translate<UsersTexts>
}

/** A text field that turns emails into chips; a pasted list becomes one chip per email. */
export const EmailChips = ({ id, describedBy, invalid, draft, onChange, onLeave, t }: EmailChipsProps) => {
  const input = useRef<HTMLInputElement>(null)
  const take = (text: string) => onChange({ emails: addEmails(draft.emails, text), typing: '' })
  const drop = (email: string) => {
    onChange({ emails: draft.emails.filter((other) => other !== email) })
    input.current?.focus()
  }
  const type = (text: string) => {
    if (/[,;\s]$/.test(text) && text.trim()) take(text)
    else onChange({ typing: text })
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && draft.typing.trim() && !isOnlyOne(draft)) {
      event.preventDefault()
      take(draft.typing)
    }
    if (event.key === 'Backspace' && draft.typing === '') onChange({ emails: draft.emails.slice(0, -1) })
  }
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (!/[\s,;]/.test(text.trim())) return
    event.preventDefault()
    take(`${draft.typing} ${text}`)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press beside the chips is a help for the mouse only
    <div
      className="fe-users-chips"
      data-invalid={invalid || undefined}
      onMouseDown={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        input.current?.focus()
      }}
    >
      {draft.emails.map((email) => (
        <span key={email} className="fe-users-chip" data-invalid={!isEmail(email) || undefined}>
          {!isEmail(email) && <Icon name="alert" size="s" />}
          <span className="fe-truncate">{email}</span>
          <button type="button" aria-label={t('removeEmail', { email })} onClick={() => drop(email)}>
            <Icon name="x" size="s" />
          </button>
        </span>
      ))}
      <input
        ref={input}
        id={id}
        name="emails"
        type="text"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        value={draft.typing}
        onChange={(event) => type(event.target.value)}
        onKeyDown={press}
        onPaste={paste}
        onBlur={() => {
          if (draft.typing.trim()) take(draft.typing)
          onLeave()
        }}
      />
    </div>
  )
}

/** Returns whether the field has a single complete email, which Enter sends. In a longer list, Enter adds a chip. */
const isOnlyOne = (draft: InviteDraft): boolean => draft.emails.length === 0 && isEmail(draft.typing)
