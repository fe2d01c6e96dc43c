import type { AuditsViewProps } from '../audits.actions.ts'
import { DetailsDrawer } from './details-drawer.tsx'
import { DatesDialog, ValueDialog } from './filter-dialogs.tsx'
import { PreviewDialog } from './preview-dialog.tsx'
import { ReportsDialog, ScheduleDialog, SendDialog } from './reports-dialogs.tsx'

/** Renders the dialog that is open. */
export const AuditsDialogs = (props: AuditsViewProps) => {
  const { dialog } = props.state
  if (dialog === null) return null
  switch (dialog.kind) {
    case 'details':
      return <DetailsDrawer {...props} row={dialog.row} />
    case 'dates':
      return <DatesDialog {...props} />
    case 'value':
      return <ValueDialog {...props} name={dialog.name} />
    case 'reports':
      return <ReportsDialog {...props} />
    case 'preview':
      return <PreviewDialog {...props} report={dialog.report} />
    case 'schedule':
      return <ScheduleDialog {...props} report={dialog.report} />
    case 'send':
      return <SendDialog {...props} report={dialog.report} />
  }
}
