import type { RefObject } from 'react'
import type { MemberPreset } from '../../../contract/users.ts'
import type { SessionConfig } from '../../../entities/policies.ts'
import type { Recommendation, RecommendationCode } from '../../../entities/security-center.ts'
import type { FeatureProps } from '../../../feature/define.ts'
import type { Appearance } from '../../../feature/page-fields.ts'
import type { Slice } from '../../../feature/slice.ts'
import { messageOf } from '../../../kernel/errors.ts'
import { isMissing } from '../../../parts/page-kit/page-context.ts'
import { createGuard } from '../../../parts/policy-guard/guard.slice.ts'
import { nameOfUser } from '../../../rules/user-name.ts'
import type { TabProps } from '../security.state.ts'
import { type CenterContext, createCenterContext, tablesActions } from './center.calls.ts'
import { ACTIONS, recommendedOf } from './center.cards.ts'
import type { CenterTexts } from './center.messages.ts'
import {
  type BulkFailure,
  type BulkKind,
  type CenterDialog,
  type CenterNotice,
  type CenterState,
  type ListedUser,
  partFailed,
  partLoading,
} from './center.state.ts'

type Limit = keyof SessionConfig

/** Returns the limit that a card sets; the other two limits stay. */
const limitOf = ({ code, metadata }: Recommendation): Partial<SessionConfig> => {
  const { reloginSeconds, idleSeconds, maxSessions } = recommendedOf(metadata)
  const action = ACTIONS[code]
  if (action === 'ADJUST_FORCE_RELOGIN')
    return { sessionTimeoutConfiguration: { isActive: true, timeout: reloginSeconds } }
  if (action === 'ADJUST_IDLE_TIMEOUT')
    return { sessionIdleTimeoutConfiguration: { isActive: true, timeout: idleSeconds } }
  return { sessionConcurrentConfiguration: { isActive: true, maxSessions } }
}

interface Change {
  code: Recommendation['code']
  limit: Partial<SessionConfig>
  retry(): unknown
}

/** Returns the previous value of a limit. */
const formerOf = (config: SessionConfig, limit: Partial<SessionConfig>): Partial<SessionConfig> =>
  Object.fromEntries((Object.keys(limit) as Limit[]).map((name) => [name, config[name]]))

/** Creates the actions that set the recommended limits. Each one can be undone, but sessions it ended stay ended. */
const adjustActions = (context: CenterContext) => {
  const { get, apply, api, before, after, notify, fail } = context
  const guard = createGuard(context)
  const former = new Map<string, Partial<SessionConfig>>()
  let count = 0

  /** Saves a limit and returns its previous value; `undefined` if it wasn't saved. */
  const put = async (limit: Partial<SessionConfig>): Promise<Partial<SessionConfig> | undefined> => {
    const current = await api.sessionConfig.getSessionConfig()
    const config = { ...current, ...limit }
    if (!before('update-policy', { policy: 'sessions', ...config })) return undefined
    if (!(await guard.allows({ kind: 'sessions', value: config }))) {
      const { formError } = get()
      if (formError) notify('failed', {}, { failure: { kind: 'refused', message: formError } })
      return undefined
    }
    await api.sessionConfig.saveSessionConfig({ body: config })
    after('update-policy', { policy: 'sessions', ...config })
    return formerOf(current, limit)
  }

  const save = async ({ code, limit, retry }: Change) => {
    if (get().adjusting) return undefined
    apply((state) => ({ ...state, adjusting: code, formError: undefined }))
    try {
      return await put(limit)
    } catch (error) {
      fail('', error, retry)
      return undefined
    } finally {
      apply((state) => ({ ...state, adjusting: undefined, formError: undefined }))
    }
  }

  /** Sets the recommended limit; returns `true` if it was saved. */
  const adjust = async (recommendation: Recommendation, saved: () => void): Promise<boolean> => {
    const { code } = recommendation
    const was = await save({ code, limit: limitOf(recommendation), retry: () => adjust(recommendation, saved) })
    if (!was) return false
    count += 1
    const id = `${code} ${count}`
    former.set(id, was)
    notify('adjusted', {}, { undo: id })
    saved()
    return true
  }

  /** Restores the previous limit; returns `true` if it was saved. */
  const undoAdjust = async (id: string, saved: () => void): Promise<boolean> => {
    const limit = former.get(id)
    // The id begins with the card's code.
    const [code] = id.split(' ') as [Recommendation['code']]
    if (!limit || !(await save({ code, limit, retry: () => undoAdjust(id, saved) }))) return false
    former.delete(id)
    notify('restored')
    saved()
    return true
  }

  return {
    guard,
    adjust,
    undoAdjust,
    forgetAdjusted: (): void => former.clear(),
  }
}

/** The table whose users an action applies to. */
const TABLE_OF: Readonly<Record<BulkKind, MemberPreset>> = {
  send: 'breached-passwords',
  require: 'mfa-unenrolled',
  remove: 'inactive',
}

const NOTICE_OF: Readonly<Record<BulkKind, CenterNotice>> = { send: 'sent', require: 'required', remove: 'removed' }

/** Sends the emails with the added call, or with the call for a single user if the backend lacks it. */
const sendingTo = ({ api, known }: CenterContext) => {
  const sendOne = async (email: string) => void (await api.password.forgotPassword({ body: { email } }))
  return (user: ListedUser) =>
    known(
      'mailBreachedUsers',
      async () => void (await api.breachedPasswordEmails.mailBreachedUsers({ body: { userIds: [user.id] } })),
      () => sendOne(user.email),
    )
}

const requiringOf =
  ({ api, apply, after }: CenterContext) =>
  async ({ id }: ListedUser): Promise<void> => {
    try {
      await api.memberMfa.requireMfa({ body: { userIds: [id], required: true } })
      after('update-user', { userId: id, mfaRequired: true })
    } catch (error) {
      if (isMissing(error)) apply((state) => ({ ...state, missing: [...state.missing, 'requireMfa'] }))
      throw error
    }
  }

/** Returns the call for each user of a bulk action. */
const worksOf = (context: CenterContext): Readonly<Record<BulkKind, (user: ListedUser) => Promise<void>>> => ({
  send: sendingTo(context),
  require: requiringOf(context),
  async remove({ id }) {
    await context.api.team.deleteMember({ path: { userId: id } })
    context.after('delete-user', { userId: id })
  },
})

/** Events that let the host stop a change of a user. Sending an email changes no user, so it has none. */
const EVENT_OF = { require: 'update-user', remove: 'delete-user' } as const

/**
 * Creates the actions on selected users. They show progress, can be stopped, and end with a list of failures and
 * reasons.
 */
const bulkActions = (context: CenterContext, reload: (preset: MemberPreset) => Promise<void>) => {
  const { get, apply, api, submit, notify, before } = context
  const works = worksOf(context)
  const put = (patch: { done?: number; failed?: readonly BulkFailure[]; isOver?: boolean }) =>
    apply((state) => (state.job ? { ...state, job: { ...state.job, ...patch } } : state))
  const one = async (kind: BulkKind, user: ListedUser): Promise<BulkFailure | undefined> => {
    try {
      await works[kind](user)
      return undefined
    } catch (error) {
      return { id: user.id, name: nameOfUser(user), reason: messageOf(error) }
    }
  }
  const allowed = (kind: BulkKind, users: readonly ListedUser[]) =>
    kind === 'send' ? users : users.filter(({ id }) => before(EVENT_OF[kind], { userId: id }))
  const run = async (kind: BulkKind, users: readonly ListedUser[]): Promise<void> => {
    apply((state) => ({
      ...state,
      dialog: null,
      job: { kind, total: users.length, done: 0, failed: [], isOver: false },
    }))
    const failed: BulkFailure[] = []
    let done = 0
    for (const user of users) {
      if (get().job?.isOver !== false) break
      const failure = await one(kind, user)
      if (failure) failed.push(failure)
      done += 1
      put({ done, failed: [...failed] })
    }
    const succeeded = done - failed.length
    if (succeeded > 0) notify(NOTICE_OF[kind], { count: succeeded })
    apply((state) => ({ ...state, job: failed.length && state.job ? { ...state.job, isOver: true } : undefined }))
  }
  return {
    async run({ kind, users }: CenterDialog): Promise<void> {
      if (get().job && !get().job?.isOver) return
      if (users) await run(kind, allowed(kind, users))
      else if (await submit(() => api.password.sendBreachedPasswordEmails())) notify('sentAll')
      await reload(TABLE_OF[kind])
    },
    stopJob: () => put({ isOver: true }),
    dropJob: () => apply((state) => ({ ...state, job: undefined })),
  }
}

type FindingName = 'recommendations' | 'insights'

/**
 * Creates the actions that load the recommendations and the insights. Each loads separately and keeps its data when a
 * reload fails.
 */
const findingsActions = ({ api, apply }: CenterContext) => {
  const rounds = { recommendations: 0, insights: 0, leftAlone: 0 }
  const load = async (name: FindingName, read: () => Promise<object>): Promise<void> => {
    rounds[name] += 1
    const own = rounds[name]
    apply(partLoading(name))
    try {
      const value = await read()
      if (own === rounds[name]) apply((state) => ({ ...state, [name]: { phase: 'ready', value } }))
    } catch (error) {
      if (own === rounds[name]) apply(partFailed(name, messageOf(error)))
    }
  }
  const loadRecommendations = () =>
    load('recommendations', async () => {
      const { scoring, recommendations } = await api.securityCenter.getRecommendations()
      return { score: scoring?.score ?? 0, items: recommendations.items }
    })
  const loadInsights = () => load('insights', async () => (await api.securityCenter.getInsights()).insights.items)
  /** After a failure, the previous list stays. The bell shows it too, and requests it again every minute. */
  const loadLeftAlone = async (): Promise<void> => {
    rounds.leftAlone += 1
    const own = rounds.leftAlone
    const leftAlone = await api.lockoutGuard.listAccountsAlone().catch(() => undefined)
    if (leftAlone && own === rounds.leftAlone) apply((state) => ({ ...state, leftAlone }))
  }
  return {
    loadRecommendations,
    loadInsights,
    async loadFindings(): Promise<void> {
      await loadRecommendations()
      await loadInsights()
      await loadLeftAlone()
    },
    /** Discards pending responses. */
    stopFindings(): void {
      rounds.recommendations += 1
      rounds.insights += 1
      rounds.leftAlone += 1
    },
  }
}

const createCenterActions = (context: CenterContext) => {
  const { stopFindings, ...findings } = findingsActions(context)
  const { loadFindings } = findings
  const { loadTables, stopTables, reloadTable, ...tables } = tablesActions(context)
  const { guard, adjust, undoAdjust, forgetAdjusted } = adjustActions(context)
  const reload = async (preset: Parameters<typeof reloadTable>[0]) => {
    await Promise.all([reloadTable(preset), loadFindings()])
  }
  const { openDialog, closeDialog } = context
  return {
    openDialog,
    closeDialog,
    ...tables,
    ...bulkActions(context, reload),
    guard,
    adjust,
    undoAdjust,
    ...findings,
    reloadTable,
    async open(): Promise<void> {
      context.start()
      await Promise.all([loadFindings(), ...(context.get().viewer?.may.seeUsers ? [loadTables()] : [])])
    },
    close(): void {
      guard.cancel()
      forgetAdjusted()
      stopFindings()
      stopTables()
      context.leave()
    },
  }
}

export type CenterActions = ReturnType<typeof createCenterActions>

export const centerSlice: Slice<CenterState, CenterActions> = (context) =>
  createCenterActions(createCenterContext(context))

export interface CenterViewProps
  extends FeatureProps<CenterState, CenterActions, CenterTexts>,
    Pick<TabProps, 'tabs' | 'go'> {
  /**
   * Returns how the field of a recommendation appears to this user. Without a field, only the tab and the user's
   * permission decide.
   */
  appearanceOf(code: RecommendationCode): Appearance
  /** The account's name. */
  tenant: string
  onAdjust(recommendation: Recommendation): void
}

/** Props shared by the parts of the tab. */
export interface CenterPartProps extends CenterViewProps {
  users: RefObject<HTMLElement | null>
  /** Shows one of the tables and scrolls to it. */
  onShowUsers(preset: MemberPreset): void
}
