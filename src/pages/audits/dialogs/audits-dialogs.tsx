import type { AuditsViewProps } from '../audits.view.tsx'
import { DatesDialog } from './dates-dialog.tsx'
import { DetailsDrawer } from './details-drawer.tsx'
import { ValueDialog } from './value-dialog.tsx'

/** The one dialog that is open. */
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
  }
}
