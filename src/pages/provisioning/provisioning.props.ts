import type { FeatureProps } from '../../feature/define.ts'
import type { ProvisioningTexts } from './provisioning.messages.ts'
import type { ProvisioningActions } from './provisioning.slice.ts'
import type { ProvisioningState } from './provisioning.state.ts'

export type ProvisioningViewProps = FeatureProps<ProvisioningState, ProvisioningActions, ProvisioningTexts>
