import { memo, type ReactNode } from 'react'
import type { Permission } from '../../entities/team.ts'
import { Checkbox } from '../../ui/checkbox/checkbox.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { Tooltip } from '../../ui/tooltip/tooltip.tsx'
import type { RolesViewProps } from './roles.actions.ts'
import { allowedBy, canGive } from './roles.permissions.ts'
import { isBuiltIn, type ListedRole } from './roles.state.ts'

interface CellProps extends Pick<RolesViewProps, 't'> {
  role: ListedRole
  permission: Permission
  chosen: readonly string[]
  all: readonly Permission[]
  keys: readonly string[] | undefined
  mayEdit: boolean
  onTick(role: ListedRole, permissionId: string): void
}

/** A cell that re-renders only when its own role changes. */
export const MatrixCell = memo(({ role, permission, chosen, all, keys, mayEdit, onTick, t }: CellProps) => {
  const how = allowedBy(
    permission,
    all.filter(({ id }) => chosen.includes(id)),
  )
  const wasIn = role.permissions.includes(permission.id)
  // A permission granted by a wildcard has no checkbox, and users can't grant permissions they don't have.
  const isFree = mayEdit && !isBuiltIn(role) && how.kind !== 'wildcard' && (wasIn || canGive(keys, permission))
  if (!isFree) return <Mark how={how} t={t} />
  const isOn = how.kind === 'direct'
  return (
    <span className="fe-matrix-tick" data-changed={isOn !== wasIn || undefined}>
      <Checkbox
        hideLabel
        label={t('matrixCell', { permission: permission.name, role: role.name })}
        checked={isOn}
        onChange={() => onTick(role, permission.id)}
      />
    </span>
  )
})

const Mark = ({ how, t }: Pick<RolesViewProps, 't'> & { how: ReturnType<typeof allowedBy> }) => {
  if (how.kind === 'no')
    return (
      <span className="fe-matrix-no">
        <span aria-hidden="true">–</span>
        <span className="fe-hidden">{t('matrixNo')}</span>
      </span>
    )
  const words = how.kind === 'wildcard' ? t('matrixByWildcard', { permission: how.by.name }) : t('matrixYes')
  const mark = (
    <YesSign kind={how.kind}>
      <span className="fe-hidden">{words}</span>
    </YesSign>
  )
  return how.kind === 'wildcard' ? <Tooltip text={words}>{mark}</Tooltip> : mark
}

const YesSign = ({ kind, children }: { kind: 'direct' | 'wildcard'; children?: ReactNode }) => (
  <span className="fe-matrix-yes" data-kind={kind}>
    <Icon name="check" size="s" />
    {children}
  </span>
)

/** Explains the symbols in the cells. */
export const MatrixLegend = ({ mayEdit, t }: Pick<RolesViewProps, 't'> & { mayEdit: boolean }) => {
  const signs = [
    { id: 'direct', sign: <YesSign kind="direct" />, text: t('matrixYes') },
    { id: 'wildcard', sign: <YesSign kind="wildcard" />, text: t('matrixWider') },
    { id: 'no', sign: <span className="fe-matrix-no">–</span>, text: t('matrixNo') },
  ]
  return (
    <ul className="fe-matrix-legend fe-roles-muted" aria-label={t('matrixLegend')}>
      {signs.map(({ id, sign, text }) => (
        <li key={id}>
          <span aria-hidden="true">{sign}</span>
          {text}
        </li>
      ))}
      {mayEdit && (
        <li>
          <span className="fe-matrix-sample" aria-hidden="true" />
          {t('matrixEditable')}
        </li>
      )}
    </ul>
  )
}
