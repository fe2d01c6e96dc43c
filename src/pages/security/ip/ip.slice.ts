import type { Slice } from '../../../feature/slice.ts'
import { messageOf } from '../../../kernel/errors.ts'
import { failedWith, failureOf, IDLE } from '../../../parts/failure/failure.ts'
import type { GuardActions } from '../../../parts/policy-guard/guard.slice.ts'
import { viewerOf } from '../../../parts/viewer/viewer.ts'
import { type IpChangeActions, ipChanges } from './ip.changes.ts'
import { createIpContext } from './ip.context.ts'
import { type IpListActions, ipList } from './ip.list.slice.ts'
import type { IpAbility, IpDialog, IpState } from './ip.state.ts'

export interface IpActions extends IpListActions, IpChangeActions {
  open(): Promise<void>
  load(): Promise<void>
  /** Checks whether an IP address is allowed. */
  test(ip: string): Promise<void>
  openDialog(dialog: IpDialog): void
  closeDialog(): void
  guard: GuardActions
  close(): void
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
