import { useEffect } from 'react'
import { Spinner } from '../../../ui/spinner/spinner.tsx'
import type { RolesViewProps } from '../roles.actions.ts'
import { canCount, type ListedRole, permissionChange } from '../roles.state.ts'

interface ImpactBoxProps extends RolesViewProps {
  role: ListedRole
  permissionIds: readonly string[]
}

/** Delay after the last selected checkbox, so that several changes make one request. */
const REST_MS = 250
const LINES_SHOWN = 6

/** The number of users that saving affects, counted by the server. */
export const ImpactBox = (props: ImpactBoxProps) => {
  const { state, actions, t, role, permissionIds } = props
  const { added, removed } = permissionChange(role.permissions, permissionIds)
  const asked = [...removed, ...added].join()
  const { loadImpact } = actions
  useEffect(() => {
    const timer = setTimeout(() => loadImpact(role, asked ? asked.split(',') : []), REST_MS)
    return () => clearTimeout(timer)
  }, [loadImpact, role, asked])
  if (!canCount(state)) return null
  return (
    <section className="fe-roles-impact" aria-label={t('impactTitle')}>
      <strong>{t('impactTitle')}</strong>
      {asked ? <Lines {...props} added={added} removed={removed} /> : <p>{t('impactNone')}</p>}
    </section>
  )
}

type LinesProps = ImpactBoxProps & { added: readonly string[]; removed: readonly string[] }

const Lines = ({ state, t, added, removed }: LinesProps) => {
  const { impact, permissions } = state
  if (impact.phase === 'failed') return <p role="status">{t('impactFailed', { reason: impact.error })}</p>
  if (impact.phase !== 'ready') return <Spinner label={t('impactLoading')} />
  const nameOf = (id: string) => permissions.find((permission) => permission.id === id)?.name ?? id
  const countOf = (id: string) => impact.result.changes.find(({ permissionId }) => permissionId === id)?.users ?? 0
  const line = (id: string, kind: 'lose' | 'gain') => {
    const values = { count: countOf(id), permission: nameOf(id) }
    if (values.count === 0) return t(kind === 'lose' ? 'impactLoseNone' : 'impactGainNone', values)
    return t(kind === 'lose' ? 'impactLose' : 'impactGain', values)
  }
  const lines = [
    ...removed.map((id) => ({ id, kind: 'lose' as const })),
    ...added.map((id) => ({ id, kind: 'gain' as const })),
  ]
  return (
    <div role="status">
      <ul>
        {lines.slice(0, LINES_SHOWN).map(({ id, kind }) => (
          <li key={id} data-kind={countOf(id) > 0 ? kind : undefined}>
            {line(id, kind)}
          </li>
        ))}
        {lines.length > LINES_SHOWN && <li>{t('impactMore', { count: lines.length - LINES_SHOWN })}</li>}
      </ul>
    </div>
  )
}
