import type { Translate } from '../../i18n/messages.ts'
import type { SetupTexts } from './setup/setup.messages.ts'
import type { SsoViewProps } from './sso.props.ts'
import type { Connection, PartId } from './sso.state.ts'

/** Props of every step of the setup. */
export interface StepProps extends SsoViewProps {
  connection: Connection
  /** Texts of the setup. */
  s: Translate<SetupTexts>
  canEdit: boolean
}

/** Returns whether one form is being saved, and why it was refused. */
export const partOf = ({ state }: Pick<StepProps, 'state'>, id: PartId, subject?: string) => {
  const { part } = state
  const isThis = part?.id === id && (subject === undefined || (part.subject ?? '') === subject)
  return { busy: isThis && part.busy, error: isThis ? part.error : undefined }
}
