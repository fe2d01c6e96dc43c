import { metadata } from '../../../contract/metadata.ts'
import { ipRestrictions, ipRules } from '../../../contract/restrictions.ts'
import type { IpLineResult, IpRestriction, ListType, NewIpRestriction } from '../../../entities/policies.ts'
import type { Slice, SliceContext } from '../../../feature/slice.ts'
import { HttpError, messageOf } from '../../../kernel/errors.ts'
import { failedWith, failureOf, IDLE } from '../../../parts/failure/failure.ts'
import { createPageContext, recordList } from '../../../parts/page-kit/page-context.ts'
import { createRemoval } from '../../../parts/page-kit/removal.ts'
import { createGuard } from '../../../parts/policy-guard/guard.slice.ts'
import type { ListPage } from '../../../parts/record-list/list-state.ts'
import { viewerOf } from '../../../parts/viewer/viewer.ts'
import {
  CARD_ROWS,
  type IpAbility,
  type IpActions,
  type IpQuery,
  type IpState,
  initialIp,
  isBusy,
  PAGE_ROWS,
  type PastedLine,
} from './ip.state.ts'

const TABLES = { ipRestrictions, ipRules, metadata }
type IpTables = typeof TABLES

const createIpContext = (sliceContext: SliceContext<IpState>) => {
  const context = createPageContext(sliceContext, {
    tables: TABLES,
    initial: initialIp,
    dialogStart: { results: undefined },
  })
  return { ...context, guard: createGuard(context) }
}

type IpContext = ReturnType<typeof createIpContext>

const ipList = (context: IpContext) => {
  const { api, apply, deps } = context
  const list = recordList<IpRestriction, IpQuery, IpState, IpTables>(context, {
    async fetchPage({ strategy, page, size }, signal): Promise<ListPage<IpRestriction>> {
      const query = { _offset: page, _limit: size, _filter: strategy }
      const { items, _metadata } = await api.ipRestrictions.listIpRestrictions({ query }, { signal })
      return { items, totalItems: _metadata.totalItems }
    },
  })
  return {
    ...list,
    showList: (strategy: ListType) => list.change({ strategy }),
    showAll: (isAll: boolean) => list.change({ size: isAll ? PAGE_ROWS : CARD_ROWS }),
    async loadMyIp(): Promise<void> {
      try {
        const { ip } = await api.metadata.getCurrentUserIp()
        const { valid } = await api.ipRestrictions.verifyCurrentIpAllowed({})
        apply((state) => ({ ...state, myIp: ip, isMyIpAllowed: valid }))
      } catch (error) {
        // The tab works without it; only the line with the address is missing.
        deps.log.warn('The IP address of this device could not be loaded', error)
      }
    },
  }
}

const CONFLICT = 409

/** Adds the lines with one call each, for a backend that accepts no list. */
const addOneByOne = async ({ api }: IpContext, ips: readonly NewIpRestriction[]): Promise<IpLineResult[]> => {
  const results: IpLineResult[] = []
  for (const body of ips) {
    try {
      await api.ipRestrictions.createIpRestriction({ body })
      results.push({ ip: body.ip, outcome: 'added' })
    } catch (error) {
      const isDuplicate = error instanceof HttpError && error.status === CONFLICT
      results.push({
        ip: body.ip,
        ...(isDuplicate ? { outcome: 'duplicate' } : { outcome: 'refused', message: messageOf(error) }),
      })
    }
  }
  return results
}

/** Returns the details of a rule for the host's events. */
const detailOf = ({ ip, strategy }: Pick<IpRestriction, 'ip' | 'strategy'>) => ({ policy: 'ip', ip, strategy })

const ipChanges = (context: IpContext, list: ReturnType<typeof ipList>) => {
  const { get, api, apply, before, after, notify, submit, known, guard } = context

  /** Reloads the saved list, and whether it allows this device. */
  const refresh = async (): Promise<void> => {
    apply((state) => ({ ...state, saves: state.saves + 1 }))
    await Promise.all([list.reload(), list.loadMyIp()])
  }

  const removal = createRemoval<IpRestriction, IpState, IpTables>(context, {
    event: 'delete-policy',
    detailOf,
    nameOf: ({ ip }) => ip,
    remove: ({ id }, options) => api.ipRestrictions.deleteIpRestriction({ path: { id } }, options),
    notice: 'removed',
    failed: 'failed',
    done: refresh,
  })

  const toNew = ({ ip, description }: PastedLine): NewIpRestriction => ({
    ip,
    strategy: get().list.query.strategy,
    isActive: true,
    description,
  })

  const create = async (rule: NewIpRestriction): Promise<boolean> => {
    const detail = { policy: 'ip', ip: rule.ip, strategy: rule.strategy }
    if (isBusy(get()) || !before('create-policy', detail)) return false
    if (!(await guard.allows({ kind: 'ip', value: { action: 'add', ips: [rule] } }))) return false
    const isSaved = await submit(() => api.ipRestrictions.createIpRestriction({ body: rule }))
    if (isSaved) after('create-policy', detail)
    return isSaved
  }

  const configure = async (config: IpState['config']): Promise<boolean> => {
    const detail = { policy: 'ip', ...config }
    if (isBusy(get()) || !before('update-policy', detail)) return false
    if (!(await guard.allows({ kind: 'ip', value: { action: 'configure', ...config } }))) return false
    const isSaved = await submit(() => api.ipRestrictions.updateIpConfig({ body: config }))
    if (!isSaved) return false
    apply((state) => ({ ...state, config, saves: state.saves + 1 }))
    after('update-policy', detail)
    notify('saved')
    await Promise.all([list.showList(config.strategy), list.loadMyIp()])
    return true
  }

  return {
    configure,
    async add(rule: PastedLine) {
      const isSaved = await create(toNew(rule))
      if (!isSaved) return false
      notify('added', { name: rule.ip })
      await refresh()
      return true
    },
    // The rule is added first, because the guard checks the current allow list when restrictions are turned on.
    async addMyIp(description: string) {
      const { myIp } = get()
      if (myIp === undefined) return false
      const rule: NewIpRestriction = { ip: myIp, strategy: 'ALLOW', isActive: true, description }
      if (!(await create(rule))) return false
      return configure({ isActive: true, strategy: 'ALLOW' })
    },
    async paste(lines: readonly PastedLine[]) {
      const ips = lines.map(toNew)
      if (isBusy(get()) || !before('create-policy', { policy: 'ip', ips })) return undefined
      if (!(await guard.allows({ kind: 'ip', value: { action: 'add', ips } }))) return undefined
      apply((state) => ({ ...state, saving: true, formError: undefined, results: undefined }))
      try {
        const add = () => api.ipRules.addIpRestrictions({ body: { ips } })
        const results = await known(
          'addIpRestrictions',
          async () => (await add()).results,
          () => addOneByOne(context, ips),
        )
        apply((state) => ({ ...state, saving: false, results }))
        after('create-policy', { policy: 'ip', ips })
        await refresh()
        return results
      } catch (error) {
        apply((state) => ({ ...state, saving: false, formError: messageOf(error) }))
        return undefined
      }
    },
    async update(rule: IpRestriction, patch: { isActive?: boolean; description?: string }) {
      const detail = { ...detailOf(rule), ...patch }
      if (isBusy(get()) || !before('update-policy', detail)) return false
      const isActive = patch.isActive ?? rule.isActive
      if (!(await guard.allows({ kind: 'ip', value: { action: 'update', id: rule.id, isActive } }))) return false
      return submit(() =>
        known(
          'updateIpRestriction',
          async () => {
            await api.ipRules.updateIpRestriction({ path: { id: rule.id }, body: patch })
            after('update-policy', detail)
            notify('updated', { name: rule.ip })
            await refresh()
          },
          async () => notify('unavailable'),
        ),
      )
    },
    async remove(rule: IpRestriction) {
      if (isBusy(get())) return
      if (await guard.allows({ kind: 'ip', value: { action: 'delete', id: rule.id } })) removal.remove(rule)
    },
    undo: removal.undo,
    commit: removal.commit,
    commitAll: removal.commitAll,
  }
}

const ABILITIES: Readonly<Record<IpAbility, string>> = {
  read: 'fe.secure.read.ipRestrictions',
  write: 'fe.secure.write.ipRestrictions',
  remove: 'fe.secure.delete.ipRestrictions',
}

export const ipSlice: Slice<IpState, IpActions> = (sliceContext) => {
  const context = createIpContext(sliceContext)
  const { get, api, apply, deps, start, leave, known, guard } = context
  const list = ipList(context)
  const changes = ipChanges(context, list)
  const load = async (): Promise<void> => {
    if (get().phase === 'failed') apply((state) => ({ ...state, phase: 'loading', failure: IDLE }))
    try {
      const { isActive, strategy = 'ALLOW' } = await api.ipRestrictions.getIpConfig()
      apply((state) => ({ ...state, config: { isActive, strategy }, phase: 'ready', failure: IDLE }))
      await list.show({ ...get().list.query, strategy, page: 0 })
      await list.loadMyIp()
    } catch (error) {
      apply((state) => ({ ...state, phase: 'failed', failure: failedWith(failureOf(error)) }))
    }
  }
  return {
    ...list,
    ...changes,
    load,
    async open() {
      start()
      apply((state) => ({ ...state, may: viewerOf(deps, ABILITIES).may }))
      await load()
    },
    async test(ip) {
      if (get().test.phase === 'busy') return
      const put = (test: IpState['test']) => apply((state) => ({ ...state, test }))
      put({ phase: 'busy' })
      try {
        const result = await known(
          'testIpAddress',
          () => api.ipRules.testIpAddress({ body: { ip } }),
          async () => undefined,
        )
        put(result ? { phase: 'done', result } : { phase: 'idle' })
      } catch (error) {
        put({ phase: 'done', error: messageOf(error) })
      }
    },
    openDialog: context.openDialog,
    closeDialog: context.closeDialog,
    guard,
    close() {
      changes.commitAll()
      guard.cancel()
      list.stop()
      leave()
    },
  }
}
