import { pageFeature } from '../../parts/page-kit/page-feature.tsx'
import { provisioningMessages } from './provisioning.messages.ts'
import { provisioningSlice } from './provisioning.slice.ts'
import { initialProvisioning, provisioningUrl } from './provisioning.state.ts'
import { ProvisioningView } from './provisioning.view.tsx'

export const feature = pageFeature({
  initial: initialProvisioning,
  slice: provisioningSlice,
  messages: provisioningMessages,
  url: provisioningUrl,
  typed: ({ list }) => list.query.search,
  View: ProvisioningView,
})
