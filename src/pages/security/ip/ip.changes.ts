import type { IpLineResult, IpRestriction, NewIpRestriction } from '../../../entities/policies.ts'
import { HttpError, messageOf } from '../../../kernel/errors.ts'
import { createRemoval } from '../../../parts/page-kit/removal.ts'
import type { IpContext, IpTables } from './ip.context.ts'
import type { ipList } from './ip.list.slice.ts'
import { type IpState, isBusy, type PastedLine } from './ip.state.ts'

export interface IpChangeActions {
  configure(config: IpState['config']): Promise<boolean>
  add(rule: PastedLine): Promise<boolean>
  addMyIp(description: string): Promise<boolean>
  /** Adds every valid line and returns the result of each. */
  paste(lines: readonly PastedLine[]): Promise<readonly IpLineResult[] | undefined>
  update(rule: IpRestriction, patch: { isActive?: boolean; description?: string }): Promise<boolean>
  remove(rule: IpRestriction): Promise<void>
  undo(id: string): void
  commit(id: string): void
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

export const ipChanges = (context: IpContext, list: ReturnType<typeof ipList>) => {
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
