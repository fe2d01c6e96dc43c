import type { FeatureProps } from '../../../feature/define.ts'
import type { Appearance } from '../../../feature/page-fields.ts'
import type { Translate } from '../../../i18n/messages.ts'
import type { FormTexts } from '../form/form.messages.ts'
import type { IpTexts } from './ip.messages.ts'
import type { IpActions } from './ip.slice.ts'
import type { IpState } from './ip.state.ts'

export interface IpViewProps extends FeatureProps<IpState, IpActions, IpTexts> {
  form: Translate<FormTexts>
  failure: string | undefined
  appearance: Appearance
  tenant: string
  focus: string | undefined
}

/** Returns whether the user can change rules; otherwise values replace the controls. */
export const mayWrite = ({ appearance, state }: Pick<IpViewProps, 'appearance' | 'state'>): boolean =>
  appearance === 'edit' && state.may.write

export const mayRemove = ({ appearance, state }: Pick<IpViewProps, 'appearance' | 'state'>): boolean =>
  appearance === 'edit' && state.may.remove
