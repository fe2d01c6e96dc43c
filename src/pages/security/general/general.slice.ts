import { apiTokenPolicy } from '../../../contract/api-tokens.ts'
import { policies } from '../../../contract/policies.ts'
import type { Slice } from '../../../feature/slice.ts'
import { HttpError } from '../../../kernel/errors.ts'
import { failedWith, failureOf, IDLE } from '../../../parts/failure/failure.ts'
import { createPageContext, isMissing } from '../../../parts/page-kit/page-context.ts'
import { createGuard, type GuardActions } from '../../../parts/policy-guard/guard.slice.ts'
import { codeOf } from '../../../rules/error-code.ts'
import { policyCalls } from './general.calls.ts'
import { CODECS, DEFAULT_VALUES, POLICY_KINDS, type PolicyDrafts, type PolicyKind } from './general.policies.ts'
import {
  dirtyKinds,
  discarded,
  type GeneralState,
  initialGeneral,
  isBusy,
  partChanged,
  partLoaded,
  partSaved,
  type VendorRules,
} from './general.state.ts'

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

/** Returns whether another administrator saved or removed the same policy. */
const isOutdated = (error: unknown): boolean => {
  const code = codeOf(error)
  if (code === 'last-administrator' || code === 'locks-caller-out') return false
  return error instanceof HttpError && (error.status === 404 || error.status === 409)
}

export const generalSlice: Slice<GeneralState, GeneralActions> = (sliceContext) => {
  const context = createPageContext(sliceContext, { tables: { policies, apiTokenPolicy }, initial: initialGeneral })
  const { get, api, apply, deps, start, submit, before, after, notify, leave } = context
  const calls = policyCalls(api)
  const guard = createGuard(context)

  /** Returns an optional value, or `undefined` if it can't be loaded. */
  const orNone = async <Value>(name: string, work: Promise<Value>): Promise<Value | undefined> => {
    try {
      return await work
    } catch (error) {
      deps.log.warn(`The ${name} could not be read`, error)
      return undefined
    }
  }

  const load = async <Kind extends PolicyKind>(kind: Kind): Promise<void> => {
    if (get().parts[kind].phase === 'failed') apply(partChanged(kind, { phase: 'loading', failure: IDLE }))
    try {
      const [own, vendor] = await Promise.all([
        calls[kind].read(),
        orNone(`vendor's ${kind} policy`, calls[kind].readVendor()),
      ])
      const stored = Object.assign({ id: '' }, DEFAULT_VALUES[kind], own)
      apply(partLoaded<Kind>(kind, { stored, floor: vendor?.id ? vendor : undefined }))
    } catch (error) {
      if (kind === 'tokens' && isMissing(error)) apply(partChanged(kind, { phase: 'missing' }))
      else apply(partChanged(kind, { phase: 'failed', failure: failedWith(failureOf(error)) }))
    }
  }

  const loadVendorRules = async (): Promise<void> => {
    const [whole, password, captcha] = await Promise.all([
      orNone('global policy', api.policies.getGlobalPolicy()),
      orNone('password rules', api.policies.getPasswordPolicy()),
      orNone('captcha policy', api.policies.getCaptchaPolicy()),
    ])
    const vendor: VendorRules = {
      ...(password && { password }),
      ...(captcha !== undefined && { captcha }),
      isHistoryFixed: whole?.allowOverrideEnforcePasswordHistory === false,
    }
    apply((state) => ({ ...state, vendor }))
  }

  const saveOne = async <Kind extends PolicyKind>(kind: Kind): Promise<boolean> => {
    const { stored, draft } = get().parts[kind]
    if (!stored) return false
    const value = CODECS[kind].toValue(draft, stored)
    const change = calls[kind].toChange(value)
    if (!before('update-policy', { policy: kind, ...value })) return false
    if (change && !(await guard.allows(change))) return false
    let problem: unknown
    const isSaved = await submit(async () => {
      try {
        const { create, update } = calls[kind]
        const saved = await (stored.id ? update({ ...value, id: stored.id }) : create(value))
        apply(partSaved<Kind>(kind, { ...stored, ...value, ...saved }))
      } catch (error) {
        problem = error
        throw error
      }
    })
    if (isSaved) after('update-policy', { policy: kind, ...value })
    else if (isOutdated(problem)) await load(kind)
    return isSaved
  }

  return {
    load,
    async open() {
      start()
      await Promise.all([...POLICY_KINDS.map((kind) => load(kind)), loadVendorRules()])
    },
    edit: (kind, draft) => apply(partChanged(kind, { draft })),
    discard: () => apply(discarded),
    async save() {
      if (isBusy(get())) return 0
      const kinds = dirtyKinds(get())
      let saved = 0
      for (const kind of kinds) {
        if (!(await saveOne(kind))) return saved
        saved += 1
      }
      if (saved > 0) notify('saved')
      return saved
    },
    guard,
    close() {
      guard.cancel()
      leave()
    },
  }
}
