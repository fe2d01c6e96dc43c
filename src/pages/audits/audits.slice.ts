import type { Slice } from '../../feature/slice.ts'
import { type AuditsContext, createAuditsContext } from './audits.context.ts'
import { listActions } from './audits.list.slice.ts'
import { liveMode } from './audits.live.ts'
import { NO_FILTERS } from './audits.query.ts'
import type { AuditsState } from './audits.state.ts'
import { longWork } from './audits.work.ts'
import { reportActions } from './reports/reports.slice.ts'

const build = (context: AuditsContext) => {
  const { stop, ...list } = listActions(context)
  const { endLive, ...live } = liveMode(context)
  const work = longWork(context)
  const { openDialog, closeDialog, dialogsMissing } = context
  return {
    openDialog,
    closeDialog,
    dialogsMissing,
    ...list,
    ...live,
    ...work,
    ...reportActions(context),
    /** Filters by one user or one IP address. */
    async showOnly(filter: { email: string } | { ip: string }): Promise<void> {
      closeDialog()
      await list.change({ ...NO_FILTERS, ...filter })
    },
    close(): void {
      stop()
      endLive()
      work.stopJob()
      context.leave()
    },
  }
}

export type AuditsActions = ReturnType<typeof build>

export const auditsSlice: Slice<AuditsState, AuditsActions> = (context) => build(createAuditsContext(context))
