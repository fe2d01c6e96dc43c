import type { ElementProps } from '../shared/element-base.ts'
import { ElementFeature } from '../shared/element-feature.tsx'
import { type AppAttributes, useElementApp } from '../shared/use-element-app.ts'

const definition = { id: 'pricing-table', load: () => import('./pricing-table.view.tsx') }

/** `<fe-pricing-table>`: the plans that the vendor publishes, for visitors and customers. */
export const PricingTable = ({ container, ...attributes }: ElementProps & AppAttributes) => {
  const host = container.host as HTMLElement // the host of this shadow root is a custom element
  const app = useElementApp(host, attributes)
  if (!app) return null
  return <ElementFeature app={app} host={host} container={container} definition={definition} given={{ app }} />
}
