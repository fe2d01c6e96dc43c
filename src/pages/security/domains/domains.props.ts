import type { FeatureProps } from '../../../feature/define.ts'
import type { Appearance } from '../../../feature/page-fields.ts'
import type { Translate } from '../../../i18n/messages.ts'
import type { FormTexts } from '../form/form.messages.ts'
import type { DomainsTexts } from './domains.messages.ts'
import type { DomainsActions } from './domains.slice.ts'
import type { DomainsState } from './domains.state.ts'

export interface DomainsViewProps extends FeatureProps<DomainsState, DomainsActions, DomainsTexts> {
  form: Translate<FormTexts>
  failure: string | undefined
  appearanceOf(field: string): Appearance
  focus: string | undefined
  onSave(): Promise<void>
}
