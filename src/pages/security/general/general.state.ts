import type { CaptchaPolicy, PasswordRules } from '../../../entities/policies.ts'
import type { FeatureProps } from '../../../feature/define.ts'
import type { Appearance } from '../../../feature/page-fields.ts'
import type { Translate } from '../../../i18n/messages.ts'
import { IDLE, type Progress } from '../../../parts/failure/failure.ts'
import type { Problems } from '../../../parts/form-card/form-card.tsx'
import { PAGE_AT_START, type PageState } from '../../../parts/page-kit/page-state.ts'
import type { GuardActions } from '../../../parts/policy-guard/guard.slice.ts'
import { GUARD_AT_REST, type GuardState } from '../../../parts/policy-guard/guard.state.ts'
import type { FormTexts } from '../form/form.messages.ts'
import type { SecurityAbility } from '../security.state.ts'
import type { GeneralTexts } from './general.messages.ts'
import {
  CODECS,
  DEFAULT_VALUES,
  POLICY_KINDS,
  type PolicyDrafts,
  type PolicyKind,
  type PolicyValues,
} from './general.policies.ts'

type GeneralNotice = 'saved'

/** One policy: its stored value, its draft, and the vendor's minimum. */
interface PolicyPart<Kind extends PolicyKind = PolicyKind> {
  /** `missing`: an older backend lacks the policy. */
  phase: 'loading' | 'ready' | 'failed' | 'missing'
  failure: Progress
  /** `id` is empty while the tenant has no policy of its own. */
  stored?: PolicyValues[Kind] & { id: string }
  floor?: PolicyValues[Kind] | undefined
  draft: PolicyDrafts[Kind]
}

export type PolicyParts = { [Kind in PolicyKind]: PolicyPart<Kind> }

/** Rules that the vendor sets for every tenant. */
export interface VendorRules {
  password?: PasswordRules
  captcha?: CaptchaPolicy | null
  /** The vendor sets the password history for every tenant. */
  isHistoryFixed?: boolean
}

export interface GeneralState extends PageState<SecurityAbility, never, GeneralNotice> {
  parts: PolicyParts
  vendor: VendorRules
  guard: GuardState
}

const partAtStart = <Kind extends PolicyKind>(kind: Kind): PolicyPart<Kind> => ({
  phase: 'loading',
  failure: IDLE,
  draft: CODECS[kind].toDraft(DEFAULT_VALUES[kind]),
})

export const initialGeneral: GeneralState = {
  ...PAGE_AT_START,
  parts: {
    mfa: partAtStart('mfa'),
    lockout: partAtStart('lockout'),
    history: partAtStart('history'),
    tokens: partAtStart('tokens'),
  },
  vendor: {},
  guard: GUARD_AT_REST,
}

type Change = (state: GeneralState) => GeneralState

export const isBusy = ({ saving, guard }: Pick<GeneralState, 'saving' | 'guard'>): boolean =>
  saving || guard.step !== 'idle'

export const isValid = <Kind extends PolicyKind>(kind: Kind, { draft, floor }: PolicyPart<Kind>): boolean =>
  CODECS[kind].isValid(draft, floor)

const isPartDirty = <Kind extends PolicyKind>(kind: Kind, part: PolicyPart<Kind>): boolean => {
  const { stored, draft } = part
  if (!stored) return false
  const { toDraft, toValue } = CODECS[kind]
  const unchanged = toValue(toDraft(stored), stored)
  return !isValid(kind, part) || JSON.stringify(toValue(draft, stored)) !== JSON.stringify(unchanged)
}

export const dirtyKinds = ({ parts }: Pick<GeneralState, 'parts'>): readonly PolicyKind[] =>
  POLICY_KINDS.filter((kind) => isPartDirty(kind, parts[kind]))

export const partChanged =
  <Kind extends PolicyKind>(kind: Kind, patch: Partial<PolicyPart<Kind>>): Change =>
  (state) => ({ ...state, parts: { ...state.parts, [kind]: { ...state.parts[kind], ...patch } } })

interface LoadedPolicy<Kind extends PolicyKind> {
  stored: PolicyValues[Kind] & { id: string }
  floor: PolicyValues[Kind] | undefined
}

/** Stores a loaded policy; unsaved changes are kept. */
export const partLoaded =
  <Kind extends PolicyKind>(kind: Kind, { stored, floor }: LoadedPolicy<Kind>): Change =>
  (state) => {
    const part: PolicyPart<Kind> = state.parts[kind]
    const draft = isPartDirty(kind, part) ? part.draft : CODECS[kind].toDraft(stored)
    return partChanged<Kind>(kind, { phase: 'ready', failure: IDLE, stored, floor, draft })(state)
  }

export const partSaved =
  <Kind extends PolicyKind>(kind: Kind, stored: PolicyValues[Kind] & { id: string }): Change =>
  (state) =>
    partChanged<Kind>(kind, { stored, draft: CODECS[kind].toDraft(stored) })(state)

const partDiscarded = <Kind extends PolicyKind>(kind: Kind, part: PolicyPart<Kind>): PolicyPart<Kind> => ({
  ...part,
  draft: CODECS[kind].toDraft(part.stored ?? DEFAULT_VALUES[kind]),
})

export const discarded: Change = (state) => ({
  ...state,
  formError: undefined,
  parts: {
    mfa: partDiscarded('mfa', state.parts.mfa),
    lockout: partDiscarded('lockout', state.parts.lockout),
    history: partDiscarded('history', state.parts.history),
    tokens: partDiscarded('tokens', state.parts.tokens),
  },
})

export interface GeneralActions {
  open(): Promise<void>
  load(kind: PolicyKind): Promise<void>
  edit<Kind extends PolicyKind>(kind: Kind, draft: PolicyDrafts[Kind]): void
  discard(): void
  /** Saves every changed policy and returns the number of saved ones. */
  save(): Promise<number>
  guard: GuardActions
  close(): void
}

export interface GeneralViewProps extends FeatureProps<GeneralState, GeneralActions, GeneralTexts> {
  /** The name of the app, whose limits apply to all accounts. */
  app?: string | undefined
  form: Translate<FormTexts>
  /** The reason each policy could not be loaded. */
  failures: Readonly<Record<PolicyKind, string | undefined>>
  appearanceOf(field: string): Appearance
  focus: string | undefined
  onSave(): Promise<void>
}

export type PolicyCardProps = GeneralViewProps & {
  appearance: Appearance
  problems: Problems<'lockout' | 'history' | 'tokens'>
}
