import { Button } from '../../ui/button/button.tsx'
import { Spinner } from '../../ui/spinner/spinner.tsx'
import { changeOf } from './roles.matrix.state.ts'
import type { RolesViewProps } from './roles.props.ts'
import { canCount } from './roles.state.ts'
import type { MatrixDraft } from './roles.types.ts'

const LINES_SHOWN = 4

/** Unsaved changes of the matrix, and the number of users that saving them affects. */
export const MatrixBar = (props: RolesViewProps) => {
  const { state, actions, t } = props
  const drafts = Object.values(state.drafts)
  if (drafts.length === 0) return null
  return (
    <section className="fe-matrix-bar" aria-label={t('impactTitle')}>
      <div className="fe-matrix-impacts" role="status">
        <b>{t('matrixChanged', { count: drafts.length })}</b>
        {drafts.map((draft) => (
          <RoleImpact key={draft.role.id} {...props} draft={draft} />
        ))}
      </div>
      <Button onClick={actions.discardMatrix} disabled={state.saving}>
        {t('matrixDiscard')}
      </Button>
      <Button variant="primary" busy={state.saving} onClick={() => void actions.saveMatrix()}>
        {t('matrixSave')}
      </Button>
    </section>
  )
}

const RoleImpact = ({ state, t, draft }: RolesViewProps & { draft: MatrixDraft }) => {
  const { role, impact } = draft
  const lines = linesOf({ state, t, draft })
  return (
    <p>
      {role.name}: {impact.phase === 'loading' && canCount(state) ? <Spinner label={t('impactLoading')} /> : null}
      {impact.phase === 'failed' && t('impactFailed', { reason: impact.error })}
      {(impact.phase === 'ready' || impact.phase === 'none') && lines.slice(0, LINES_SHOWN).join(', ')}
      {lines.length > LINES_SHOWN && `, ${t('impactMore', { count: lines.length - LINES_SHOWN })}`}
    </p>
  )
}

/** Returns lines such as "41 users lose Export"; without a count, only the added and removed permissions. */
const linesOf = ({ state, t, draft }: Pick<RolesViewProps, 'state' | 't'> & { draft: MatrixDraft }): string[] => {
  const { impact } = draft
  const { added, removed } = changeOf(draft)
  const nameOf = (id: string) => state.permissions.find((permission) => permission.id === id)?.name ?? id
  const lineOf = (id: string, kind: 'lose' | 'gain') => {
    if (impact.phase !== 'ready') return `${kind === 'lose' ? '−' : '+'} ${nameOf(id)}`
    const count = impact.result.changes.find(({ permissionId }) => permissionId === id)?.users ?? 0
    if (count === 0) return t(kind === 'lose' ? 'impactLoseNone' : 'impactGainNone', { permission: nameOf(id) })
    return t(kind === 'lose' ? 'impactLose' : 'impactGain', { count, permission: nameOf(id) })
  }
  return [...removed.map((id) => lineOf(id, 'lose')), ...added.map((id) => lineOf(id, 'gain'))]
}
