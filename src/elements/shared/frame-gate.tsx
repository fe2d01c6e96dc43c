import { type ReactNode, useEffect, useState } from 'react'
import type { App } from '../../app/app.ts'
import { useTexts } from '../../feature/feature-context.tsx'
import { type Framing, mayTakeInput } from '../../rules/framing.ts'
import { framedMessages } from './framed.messages.ts'

/** Returns whether the page has another origin; reading it then throws. */
const isForeign = (page: Window): boolean => {
  try {
    return page.origin !== window.origin
  } catch {
    return true
  }
}

const hasForeignAncestor = (): boolean => {
  for (let page: Window = window; page !== page.parent; page = page.parent) if (isForeign(page.parent)) return true
  return false
}

const readFraming = (): Framing => {
  const { ancestorOrigins } = location as { ancestorOrigins?: DOMStringList }
  return {
    isFramed: window.parent !== window,
    ancestorOrigins: ancestorOrigins && [...ancestorOrigins],
    hasForeignAncestor: hasForeignAncestor(),
    origin: window.origin,
    referrer: document.referrer,
  }
}

const Refusal = ({ app }: { app: App }) => {
  const t = useTexts(framedMessages)
  useEffect(() => {
    const framing = readFraming()
    const origins = framing.ancestorOrigins ?? [framing.referrer].filter(Boolean)
    const around = origins.length > 0 ? origins.join(', ') : 'another website'
    app.log.error(
      `Refused to take input in a frame of ${around}. To allow it, add its origin to the option allowedFrameAncestors of init.`,
    )
  }, [app])
  return (
    <div role="alert" part="framed">
      <p>
        <strong>{t('title')}</strong>
      </p>
      <p>{t('message')}</p>
    </div>
  )
}

/** Renders its children only if the surrounding pages may frame this page. Preview has no session to protect. */
export const FrameGate = ({ app, children }: { app: App; children: ReactNode }) => {
  const { allowedFrameAncestors, previewMode, builderMode } = app.options
  const [mayDraw] = useState(() => previewMode || builderMode || mayTakeInput(readFraming(), allowedFrameAncestors))
  return mayDraw ? children : <Refusal app={app} />
}
