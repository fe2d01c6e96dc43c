import type { FeatureProps } from '../../../feature/define.ts'
import type { SelfServiceTexts } from './self-service.messages.ts'
import type { SelfServiceActions } from './self-service.slice.ts'
import type { SelfServiceState } from './self-service.state.ts'

export interface SelfServiceViewProps extends FeatureProps<SelfServiceState, SelfServiceActions, SelfServiceTexts> {
  email: string
  failures: Readonly<Record<'page' | 'dialog' | 'linking', string | undefined>>
}
