import type { ReactNode } from 'react'
import type { EnforceMfa } from '../../../entities/mfa.ts'
import type { PasswordRules } from '../../../entities/policies.ts'
import { type Appearance, isShown } from '../../../feature/page-fields.ts'
import { PartFailure } from '../../../parts/part-failure/part-failure.tsx'
import { DEFAULT_PASSWORD_RULES } from '../../../rules/password-rules.ts'
import { Card } from '../../../ui/card/card.tsx'
import { RadioGroup } from '../../../ui/radio-group/radio-group.tsx'
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import { CountField, wholeNumberOf } from '../form/amount-fields.tsx'
import { PolicyCard } from '../form/settings-form.tsx'
import { mfaChoices, type PolicyKind } from './general.policies.ts'
import {
  type GeneralViewProps,
  isBusy,
  type PolicyCardProps,
  type PolicyParts,
  type VendorRules,
} from './general.state.ts'

interface PartCardProps extends Pick<GeneralViewProps, 'state' | 'actions' | 't' | 'failures'> {
  kind: PolicyKind
  appearance: Appearance
  /** Rendered once the policy is loaded. */
  children: ReactNode
}

/** Shows a policy while it loads, its failure, or its card. */
const PartCard = ({ kind, state, actions, t, failures, appearance, children }: PartCardProps) => {
  const { phase } = state.parts[kind]
  if (!isShown(appearance) || phase === 'missing') return null
  if (phase === 'ready') return children
  return (
    <Card title={t(`${kind}Title`)} text={t(`${kind}Text`)}>
      {phase === 'loading' ? (
        <div role="status">
          <span className="fe-hidden">{t('loading')}</span>
          <Skeleton height="40px" />
        </div>
      ) : (
        <PartFailure
          title={t('loadFailed')}
          reason={failures[kind]}
          retry={t('retry')}
          onRetry={() => actions.load(kind)}
        />
      )}
    </Card>
  )
}

/** Sets who needs a second factor, and what happens to users without one. */
export const MfaCard = (props: PolicyCardProps) => {
  const { state, actions, t, app, form, appearance } = props
  const { draft, floor } = state.parts.mfa
  const labelOf = (choice: EnforceMfa) => t(`mfa${choice}`)
  const chosen = draft.enforceMFAType
  const isRequired = chosen !== 'DontForce'
  const options = mfaChoices(floor).map((value) => ({
    value,
    label: labelOf(value),
    hint: t(`mfa${value}Text`),
  }))
  return (
    <PartCard {...props} kind="mfa">
      <PolicyCard
        focus="mfa"
        title={t('mfaTitle')}
        text={t('mfaText')}
        appearance={appearance}
        isOn={isRequired}
        stateLabel={labelOf(chosen)}
        summary={t(`mfa${chosen}Text`)}
        busy={isBusy(state)}
        t={form}
      >
        <RadioGroup
          label={t('mfaLabel')}
          name="enforceMFAType"
          value={chosen}
          options={options}
          disabled={isBusy(state)}
          onChange={(enforceMFAType) => actions.edit('mfa', { enforceMFAType })}
        />
        {isRequired && <p className="fe-security-note">{t('mfaEnrollment')}</p>}
        {floor && floor.enforceMFAType !== 'DontForce' && (
          <p className="fe-security-note">
            {t('mfaFloor', { app: app || t('appUnnamed'), choice: labelOf(floor.enforceMFAType) })}
          </p>
        )}
      </PolicyCard>
    </PartCard>
  )
}

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

type Texts = Pick<GeneralViewProps, 't'>

const PasswordRulesFacts = ({ rules, t }: { rules: PasswordRules } & Texts) => {
  const { minLength, maxLength, minOptionalTestsToPass, allowPassphrases, minPhraseLength } = {
    ...DEFAULT_PASSWORD_RULES,
    ...rules,
  }
  return (
    <ul className="fe-security-facts">
      <li>{t('passwordLength', { min: minLength, max: maxLength })}</li>
      {minOptionalTestsToPass > 0 && <li>{t('passwordTests', { count: minOptionalTestsToPass })}</li>}
      {allowPassphrases && <li>{t('passwordPhrase', { count: minPhraseLength })}</li>}
    </ul>
  )
}

/** Read-only rules that the vendor sets for every account. */
export const VendorCard = ({ vendor, t }: { vendor: VendorRules } & Texts) => {
  const { password, captcha } = vendor
  if (!password && captcha === undefined) return null
  return (
    <Card title={t('vendorTitle')} text={t('vendorText')}>
      <dl className="fe-security-vendor">
        {password && (
          <div>
            <dt>{t('passwordRules')}</dt>
            <dd>
              <PasswordRulesFacts rules={password} t={t} />
            </dd>
          </div>
        )}
        {captcha !== undefined && (
          <div>
            <dt>{t('captcha')}</dt>
            <dd>{t(captcha?.enabled ? 'captchaOn' : 'captchaOff')}</dd>
          </div>
        )}
      </dl>
    </Card>
  )
}
