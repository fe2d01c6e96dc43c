import { useEffect, useState } from 'react'
import type { Member } from '../../../contract/users.ts'
import type { Guaranteed } from '../../../entities/guarantee.ts'
import { useHeldSave } from '../../../parts/left-alone/use-held-save.ts'
import { nameOfUser } from '../../../rules/user-name.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Checkbox } from '../../../ui/checkbox/checkbox.tsx'
import { useLocale } from '../../../ui/locale/locale.tsx'
import { idsOfUsers, isBelow } from '../users.member.ts'
import type { UsersViewProps } from '../users.state.ts'
import { memberDialogsMessages } from './dialogs.messages.ts'

const isToken = ({ kind }: Guaranteed): boolean => kind === 'api-token'

const isOther = (item: Guaranteed): boolean => !isToken(item)

interface Ending {
  members: readonly Member[]
  /** Whether the users leave the account, which revokes the tokens that no other user guarantees. */
  endsMembership: boolean
}

/** Loads what the users guarantee, and which of it the caller takes over. Users of sub-accounts are left out. */
export const useSuccession = ({ state, actions }: UsersViewProps, { members, endsMembership }: Ending) => {
  const [takesOthers, setTakesOthers] = useState(endsMembership)
  const [keepsTokens, setKeepsTokens] = useState(false)
  const { viewer, guaranteed } = state
  const asked = members.filter((member) => !isBelow(member, viewer) && member.id !== viewer?.id)
  const userIds = idsOfUsers(asked)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once for the same users
  useEffect(() => {
    if (asked.length > 0) void actions.loadGuaranteed(asked)
  }, [userIds])
  const loaded = asked.length > 0 && guaranteed?.userIds === userIds ? guaranteed : undefined
  const { items = [], error } = loaded ?? {}
  const isChecking = loaded !== undefined && loaded.items === undefined && error === undefined
  const { isHeld, whenChecked } = useHeldSave(userIds, {
    isChecking,
    isWarning: items.length > 0 || error !== undefined,
  })
  const tokens = endsMembership ? items.filter(isToken) : []
  const others = endsMembership ? items.filter(isOther) : items
  const taken = [...(takesOthers ? others : []), ...(keepsTokens ? tokens : [])]
  return {
    items,
    error,
    retry: () => void actions.loadGuaranteed(asked),
    isHeld,
    tokens,
    others,
    takesOthers,
    setTakesOthers,
    keepsTokens,
    setKeepsTokens,
    /**
     * Runs a change of the users, after the caller became their successor as guarantor if they chose to. While the list
     * loads, the change waits, and runs only if there is nothing to read.
     */
    before: (change: () => unknown) =>
      whenChecked(async (): Promise<void> => {
        const kinds = [...new Set(taken.map(({ kind }) => kind))]
        const succeeded = asked.filter(({ id }) => taken.some((item) => item.userId === id))
        if (kinds.length === 0 || (await actions.succeedGuarantor(succeeded, kinds))) await change()
      }),
  }
}

type Succession = ReturnType<typeof useSuccession>

/** Number of listed items; the others are counted. */
const ITEMS_SHOWN = 12

interface GuaranteedListProps {
  members: readonly Member[]
  succession: Succession
}

export const GuaranteedList = ({ members, succession }: GuaranteedListProps) => {
  const m = useLocale().translator.translatorFor(memberDialogsMessages)
  const { items, error, tokens, others, takesOthers, keepsTokens } = succession
  const [first] = members
  if (error !== undefined)
    return (
      <Alert
        tone="warning"
        title={m('guaranteedFailed')}
        action={<Button onClick={succession.retry}>{m('retry')}</Button>}
      >
        {error}
      </Alert>
    )
  if (items.length === 0 || !first) return null
  const isOne = members.length === 1
  const values = { name: nameOfUser(first), count: tokens.length }
  const labelOf = ({ kind, name, userId }: Guaranteed): string => {
    const label = name ? m(kind, { name }) : m(`${kind}-unnamed`)
    const user = members.find(({ id }) => id === userId)
    return isOne || !user ? label : m('guaranteedBy', { item: label, name: nameOfUser(user) })
  }
  const rest = items.length - ITEMS_SHOWN
  return (
    <>
      <Alert tone="warning" title={m(isOne ? 'guaranteedTitle' : 'guaranteedTitleMany', values)}>
        <ul className="fe-users-names">
          {items.slice(0, ITEMS_SHOWN).map((item) => (
            <li key={`${item.kind} ${item.id}`}>{labelOf(item)}</li>
          ))}
          {rest > 0 && <li>{m('guaranteedMore', { count: rest })}</li>}
        </ul>
      </Alert>
      {others.length > 0 && (
        <Checkbox
          label={m(tokens.length > 0 ? 'succeedOthers' : 'succeed')}
          hint={takesOthers ? m('succeedHint') : m(isOne ? 'noSuccessorHint' : 'noSuccessorHintMany', values)}
          checked={takesOthers}
          onChange={succession.setTakesOthers}
        />
      )}
      {tokens.length > 0 && (
        <Checkbox
          label={m('keepTokens', values)}
          hint={keepsTokens ? m('succeedHint') : m(isOne ? 'tokensRevoked' : 'tokensRevokedMany', values)}
          checked={keepsTokens}
          onChange={succession.setKeepsTokens}
        />
      )}
    </>
  )
}
