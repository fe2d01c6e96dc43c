import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { MODAL_CLOSED } from '../dialog/dialog.tsx'
import { useUiText } from '../locale/ui-text.ts'
import { useShownDomain } from '../shown-domain/shown-domain.tsx'
import { useSheet } from '../style-root/style-root.tsx'
import { keepClearOfFocus } from './keep-clear.ts'
import css from './toast.css'
import { ToastCard, type ToastEntry, type ToastOptions } from './toast-card.tsx'

/** Shows a toast. The returned function removes its button when the subject of the action no longer exists. */
type ShowToast = (toast: ToastOptions) => () => void

const ToastContext = createContext<ShowToast>(() => () => undefined)

export const useToast = (): ShowToast => useContext(ToastContext)

/** More toasts at once would hide the page. */
const MAX_COUNT = 3

const useToasts = () => {
  const [toasts, setToasts] = useState<readonly ToastEntry[]>([])
  const next = useRef(0)
  const show = useMemo<ShowToast>(
    () => (toast) => {
      const id = next.current++
      setToasts((now) => [...now, { ...toast, id }].slice(-MAX_COUNT))
      return () => setToasts((now) => now.map((one) => (one.id === id ? { ...one, action: undefined } : one)))
    },
    [],
  )
  const close = (id: number) => setToasts((now) => now.filter((toast) => toast.id !== id))
  return { toasts, show, close }
}

/** Reports success or failure without moving the focus. */
export const ToastProvider = ({ children }: { children: ReactNode }) => {
  useSheet(css)
  const t = useUiText()
  const { toasts, show, close } = useToasts()
  const home = useRef<HTMLDivElement>(null)
  // The element is moved outside React, which React allows only for the target of a portal.
  const [layer] = useState(() => document.createElement('div'))
  const newest = toasts.at(-1)
  useTopLayer({ home, layer, newest: newest?.id })
  const said = useShownDomain(newest?.text ?? '')
  const isTrouble = newest?.tone === 'danger'
  return (
    <ToastContext value={show}>
      {children}
      <div ref={home} className="fe-toast-home" />
      {createPortal(
        <>
          <span className="fe-hidden" role="status">
            {isTrouble ? '' : said}
          </span>
          <span className="fe-hidden" role="alert">
            {isTrouble ? said : ''}
          </span>
          <section popover="manual" className="fe-toasts" aria-label={t('notifications')}>
            {toasts.map((toast) => (
              <ToastCard key={toast.id} toast={toast} onClose={close} />
            ))}
          </section>
        </>,
        layer,
      )}
    </ToastContext>
  )
}

interface Places {
  /** Parent of the layer while no dialog is open. */
  home: RefObject<HTMLElement | null>
  layer: HTMLElement
  newest: number | undefined
}

/**
 * Returns the modal dialog that has the focus. Everything around it is inert, which would include a toast's buttons.
 */
const modalAround = (home: HTMLElement, layer: HTMLElement): HTMLDialogElement | null => {
  const root = home.getRootNode() as Document | ShadowRoot // a mounted element is in one of the two
  // After a click on the button of a toast that closed with it, no element has the focus.
  const modal = (root.activeElement ?? layer).closest<HTMLDialogElement>('dialog:modal')
  return modal?.contains(home) ? null : modal
}

/** Moves the region above everything whenever a new toast is shown, into the open dialog if there is one. */
const useTopLayer = ({ home, layer, newest }: Places) => {
  useLayoutEffect(() => {
    home.current?.append(layer)
    return () => layer.remove()
  }, [home, layer])
  useLayoutEffect(() => {
    const own = home.current
    const region = layer.querySelector<HTMLElement>('[popover]')
    if (newest === undefined || !own || !region) return
    const stop = new AbortController()
    // A closing dialog removes its content from the page, so the layer is moved out first.
    const place = () => {
      if (!own.isConnected) return
      const modal = modalAround(own, layer)
      const parent = modal ?? own
      if (layer.parentNode !== parent) parent.append(layer)
      if (!region.matches(':popover-open')) region.showPopover()
      modal?.addEventListener(MODAL_CLOSED, place, { signal: stop.signal })
    }
    place()
    const stopKeeping = keepClearOfFocus(region)
    return () => {
      stop.abort()
      stopKeeping()
      if (region.isConnected && region.matches(':popover-open')) region.hidePopover()
    }
  }, [home, layer, newest])
}
