import { CountField } from '../form/amount-fields.tsx'
import { wholeNumberOf } from '../form/amounts.ts'
import { PolicyCard } from '../form/policy-card.tsx'
import type { PolicyCardProps } from './general.props.ts'
import { isBusy, type PolicyParts } from './general.state.ts'
import { PartCard } from './part-card.tsx'

type CountKind = 'lockout' | 'history' | 'tokens'

const floorOf = (parts: PolicyParts, kind: CountKind): number | undefined => {
  const { lockout, history } = parts
  if (kind === 'lockout') return lockout.floor?.enabled ? lockout.floor.maxAttempts : undefined
  if (kind === 'tokens') return undefined
  return history.floor?.enabled ? history.floor.historySize : undefined
}

/** A policy with a switch and a number. A policy that the vendor turned on can't be turned off. */
export const CountCard = ({ kind, ...props }: PolicyCardProps & { kind: CountKind }) => {
  const { state, actions, t, app, form, appearance, problems } = props
  const { draft } = state.parts[kind]
  const floor = floorOf(state.parts, kind)
  return (
    <PartCard {...props} kind={kind}>
      <PolicyCard
        focus={kind}
        title={t(`${kind}Title`)}
        text={t(`${kind}Text`)}
        appearance={appearance}
        isOn={draft.enabled}
        summary={draft.enabled ? t(`${kind}On`, { count: wholeNumberOf(draft.count) ?? 0 }) : t(`${kind}Off`)}
        busy={isBusy(state)}
        onToggle={floor === undefined ? (enabled) => actions.edit(kind, { ...draft, enabled }) : undefined}
        t={form}
      >
        <CountField
          label={t(`${kind}Label`)}
          name={kind}
          value={draft.count}
          hint={
            floor === undefined || kind === 'tokens'
              ? undefined
              : t(`${kind}Floor`, { app: app || t('appUnnamed'), count: floor })
          }
          error={problems.of(kind)}
          busy={isBusy(state)}
          onChange={(count) => actions.edit(kind, { ...draft, count })}
          onLeave={() => problems.left(kind)}
        />
      </PolicyCard>
    </PartCard>
  )
}
