import type { Member } from '../../../contract/users.ts'
import { LeftAloneWarning, useLeftAlone } from '../../../parts/left-alone/left-alone.tsx'
import { nameOfUser } from '../../../rules/user-name.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { isBelow, otherTenants } from '../users.member.ts'
import type { UsersViewProps } from '../users.state.ts'
import { GuaranteedList, useSuccession } from './guaranteed.tsx'
import { JobProgress } from './job-progress.tsx'
import { memberChange } from './member-change.ts'

interface RemoveDialogProps extends UsersViewProps {
  members: readonly Member[]
}

/** Number of listed names; the others are counted. */
const NAMES_SHOWN = 8

const consequence = ({ state, t, members }: RemoveDialogProps): string => {
  const [only] = members
  const tenant =
    (only && isBelow(only, state.viewer) && state.accounts[only.tenantId]) || (state.viewer?.tenantName ?? '')
  if (!only || members.length > 1) return t('removeTextMany', { count: members.length, tenant })
  const others = otherTenants(only, only.tenantId || (state.viewer?.tenantId ?? ''))
  const values = { name: nameOfUser(only), tenant, count: others }
  return others > 0 ? t('removeTextOthers', values) : t('removeText', values)
}

/** Names the effect and the affected users, also on the button. */
export const RemoveDialog = (props: RemoveDialogProps) => {
  const { state, actions, t, members } = props
  const { job } = state
  const isRunning = state.saving || (job !== undefined && job.phase !== 'finished')
  const [only] = members
  const succession = useSuccession(props, { members, endsMembership: true })
  const leaving = members.filter((member) => isBelow(member, state.viewer) || member.id !== state.viewer?.id)
  const { effect, isHeld, whenChecked } = useLeftAlone(props, {
    changes: leaving.map((member) => memberChange(member, state)),
  })
  const remove = () =>
    only && isBelow(only, state.viewer)
      ? void actions.removeFromAccount(only)
      : void succession.before(() => actions.remove(members))
  const values = { count: members.length, name: nameOfUser(members[0]) }
  const isOne = members.length === 1
  const footer = (
    <>
      <Button disabled={isRunning} onClick={actions.closeDialog}>
        {job?.phase === 'finished' ? t('close') : t('cancel')}
      </Button>
      {job?.phase !== 'finished' && (
        <Button variant="danger" busy={isRunning || isHeld} onClick={() => void whenChecked(remove)}>
          {isOne ? t('removeConfirm', values) : t('removeConfirmMany', values)}
        </Button>
      )}
    </>
  )
  return (
    <Dialog
      open
      size="s"
      role="alertdialog"
      title={isOne ? t('removeTitle', values) : t('removeTitleMany', values)}
      description={consequence(props)}
      footer={footer}
      onClose={actions.closeDialog}
    >
      {state.formError && <Alert tone="danger" title={state.formError} />}
      {!isOne && (
        <ul className="fe-users-names">
          {members.slice(0, NAMES_SHOWN).map((member) => (
            <li key={member.id}>{nameOfUser(member)}</li>
          ))}
          {members.length > NAMES_SHOWN && <li>{t('moreRoles', { count: members.length - NAMES_SHOWN })}</li>}
        </ul>
      )}
      <LeftAloneWarning effect={effect} />
      <GuaranteedList members={members} succession={succession} />
      {job && <JobProgress job={job} t={t} onStop={actions.stopJob} />}
    </Dialog>
  )
}
