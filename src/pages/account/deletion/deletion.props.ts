import type { FeatureProps } from '../../../feature/define.ts'
import type { DeletionTexts } from './deletion.messages.ts'
import type { DeletionActions } from './deletion.slice.ts'
import type { DeletionState } from './deletion.state.ts'

export interface DeletionViewProps extends FeatureProps<DeletionState, DeletionActions, DeletionTexts> {
  /** Name of the account. */
  name: string
  failures: Readonly<Record<'page' | 'dialog', string | undefined>>
}
