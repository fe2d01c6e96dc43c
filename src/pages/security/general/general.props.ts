import type { FeatureProps } from '../../../feature/define.ts'
import type { Appearance } from '../../../feature/page-fields.ts'
import type { Translate } from '../../../i18n/messages.ts'
import type { Problems } from '../../../parts/form-card/use-problems.ts'
import type { FormTexts } from '../form/form.messages.ts'
import type { GeneralTexts } from './general.messages.ts'
import type { PolicyKind } from './general.policies.ts'
import type { GeneralActions } from './general.slice.ts'
import type { GeneralState } from './general.state.ts'

export interface GeneralViewProps extends FeatureProps<GeneralState, GeneralActions, GeneralTexts> {
  /** The name of the app, whose limits apply to all accounts. */
  app?: string | undefined
  form: Translate<FormTexts>
  /** The reason each policy could not be loaded. */
  failures: Readonly<Record<PolicyKind, string | undefined>>
  appearanceOf(field: string): Appearance
  focus: string | undefined
  onSave(): Promise<void>
}

export type PolicyCardProps = GeneralViewProps & {
  appearance: Appearance
  problems: Problems<'lockout' | 'history' | 'tokens'>
}
