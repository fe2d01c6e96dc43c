import type { AuditsViewProps } from '../audits.props.ts'
import { DatesDialog } from './dates-dialog.tsx'
import { DetailsDrawer } from './details-drawer.tsx'
import { PreviewDialog } from './preview-dialog.tsx'
import { ReportsDialog } from './reports-dialog.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { SendDialog } from './send-dialog.tsx'
import { ValueDialog } from './value-dialog.tsx'

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
