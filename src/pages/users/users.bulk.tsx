import type { Member } from '../../contract/additions/members.ts'
import { formatNumber } from '../../i18n/formatting.ts'
import { shownRows, shownTotal } from '../../parts/record-list/list-state.ts'
import { BulkBar } from '../../ui/bulk-bar/bulk-bar.tsx'
import { Button } from '../../ui/button/button.tsx'
import { useLocale } from '../../ui/locale/locale.tsx'
import { JobProgress } from './dialogs/job-progress.tsx'
import { isFromDirectory, resendKind } from './users.member.ts'
import type { UsersViewProps } from './users.props.ts'
import { isWorking, MAX_SELECTED, type UsersState } from './users.state.ts'

/** Returns the selected users of this page, or all matching users of every page. */
const chosenOf = ({ list, everyone }: UsersState): readonly Member[] =>
  everyone && list.selected.length > 0
    ? everyone.filter(({ id }) => !list.leaving.includes(id))
    : shownRows(list).filter(({ id }) => list.selected.includes(id))

/** Actions for all selected users, and their progress. */
export const UsersBulkBar = ({ state, actions, t }: UsersViewProps) => {
  const { viewer, job, dialog, list, extras, groups } = state
  const { selected } = list
  const { language } = useLocale()
  const chosen = chosenOf(state)
  const total = shownTotal(list)
  const hasWholePage = selected.length > 0 && selected.length === shownRows(list).length
  const resendable = chosen.filter(resendKind)
  const removable = chosen.filter((member) => member.id !== viewer?.id && !isFromDirectory(member))
  return (
    <>
      {job && !dialog && <JobProgress job={job} t={t} onStop={actions.stopJob} onDone={actions.dropJob} />}
      <BulkBar count={chosen.length} onClear={() => actions.select(new Set())}>
        {hasWholePage && !state.everyone && total > selected.length && (
          <Button size="s" variant="ghost" disabled={isWorking(state)} onClick={() => void actions.selectAll()}>
            {total > MAX_SELECTED
              ? t('selectFirst', { count: formatNumber(MAX_SELECTED, { language }) })
              : t('selectAllMatching', { count: total })}
          </Button>
        )}
        {viewer?.may.editRoles && (
          <Button size="s" icon="roles" onClick={() => actions.openDialog({ kind: 'roles', members: chosen })}>
            {t('editRolesAction')}
          </Button>
        )}
        {viewer?.may.editGroups && extras.groups && groups.length > 0 && (
          <Button size="s" icon="groups" onClick={() => actions.openDialog({ kind: 'addToGroups', members: chosen })}>
            {t('addToGroupsAction')}
          </Button>
        )}
        <Button size="s" icon="external" onClick={() => void actions.exportSelected(chosen, t)}>
          {t('exportAction')}
        </Button>
        {viewer?.may.resend && resendable.length > 0 && (
          <Button size="s" icon="send" onClick={() => actions.resend(resendable)}>
            {t('resendInvitationAction')}
          </Button>
        )}
        {viewer?.may.remove && removable.length > 0 && (
          <Button
            size="s"
            variant="danger"
            icon="trash"
            onClick={() => actions.openDialog({ kind: 'remove', members: removable })}
          >
            {t('deleteUserAction')}
          </Button>
        )}
      </BulkBar>
    </>
  )
}
