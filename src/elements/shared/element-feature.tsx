import type { App } from '../../app/app.ts'
import { useTexts } from '../../feature/feature-context.tsx'
import { FeatureHost } from '../../feature/feature-host.tsx'
import type { Loadable } from '../../feature/feature-runtime.ts'
import { lazyStepMessages } from '../../parts/lazy-step/lazy-step.messages.ts'
import { LoadFailure } from '../../parts/load-failure/load-failure.tsx'
import { Spinner } from '../../ui/spinner/spinner.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import css from './element-feature.css'
import { ElementRoot } from './element-root.tsx'
import { LastGuard } from './guard.tsx'

interface HostedProps<Given extends object> {
  /** Loadable feature. It is a chunk of its own, so that a page that only signs users in never loads it. */
  definition: Loadable<Given>
  given: Given
}

interface ElementFeatureProps<Given extends object> extends HostedProps<Given> {
  app: App
  host: HTMLElement
  container: ShadowRoot
}

const Waiting = () => {
  const t = useTexts(lazyStepMessages)
  return (
    <div className="fe-element-wait" role="status">
      <Spinner />
      <span className="fe-hidden">{t('loading')}</span>
    </div>
  )
}

const Hosted = <Given extends object>({ definition, given }: HostedProps<Given>) => {
  useSheet(css)
  return (
    <FeatureHost
      definition={definition}
      given={given}
      fallback={<Waiting />}
      failure={(retry) => <LoadFailure retry={retry} />}
    />
  )
}

/** Renders an element with the app's texts, theme and runtime around it. */
export const ElementFeature = <Given extends object>({
  app,
  host,
  container,
  ...feature
}: ElementFeatureProps<Given>) => (
  <LastGuard host={host}>
    <ElementRoot app={app} shadow={container} source="admin-portal">
      <Hosted {...feature} />
    </ElementRoot>
  </LastGuard>
)
