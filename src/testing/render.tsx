import { configure } from '@testing-library/dom'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { createTranslator } from '../i18n/create-translator.ts'
import { IconSet } from '../ui/icon/icon.tsx'
import { portalIcons } from '../ui/icon/portal-icons.ts'
import { LocaleProvider } from '../ui/locale/locale.tsx'
import { StyleRoot } from '../ui/style-root/style-root.tsx'
import { queryError } from './query-errors.ts'

// Assertions return as soon as they pass; the long limit is for busy machines.
configure({ asyncUtilTimeout: 8_000, getElementError: queryError })

export interface RenderUiOptions {
  scheme?: 'light' | 'dark'
  dir?: 'ltr' | 'rtl'
  language?: string
  /** CSS width of the host element. @default 900px */
  width?: string
}

export interface RenderedUi {
  host: HTMLElement
  shadow: ShadowRoot
  /** Root for queries of Testing Library: `within(screen.root)`. */
  root: HTMLElement
  rerender(node: ReactNode): Promise<void>
  unmount(): Promise<void>
}

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean | undefined
}

const hostOf = ({ scheme = 'light', dir = 'ltr', width = '900px' }: RenderUiOptions): HTMLElement => {
  const host = document.createElement('div')
  host.dataset.scheme = scheme
  host.dir = dir
  host.style.cssText = `display:block;width:${width};padding:16px;background:${scheme === 'dark' ? '#14171d' : '#fff'}`
  document.body.append(host)
  return host
}

/** Real events come from outside of React, so React's test mode is on only during rendering. */
const settle = async (work: () => void): Promise<void> => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  await act(async () => work())
  globalThis.IS_REACT_ACT_ENVIRONMENT = false
}

/** Renders components like the elements do: in a shadow root with the kit's style sheets. */
export const renderUi = async (node: ReactNode, options: RenderUiOptions = {}): Promise<RenderedUi> => {
  const host = hostOf(options)
  const shadow = host.attachShadow({ mode: 'open' })
  const root = document.createElement('div')
  shadow.append(root)
  const react = createRoot(root)
  const translator = createTranslator({ language: options.language ?? 'en' })
  const draw = (content: ReactNode) =>
    settle(() =>
      react.render(
        <StyleRoot target={shadow}>
          <LocaleProvider translator={translator} timeZone="UTC">
            <IconSet icons={portalIcons}>{content}</IconSet>
          </LocaleProvider>
        </StyleRoot>,
      ),
    )
  await draw(node)
  return {
    host,
    shadow,
    root,
    rerender: draw,
    async unmount() {
      await settle(() => react.unmount())
      host.remove()
    },
  }
}
