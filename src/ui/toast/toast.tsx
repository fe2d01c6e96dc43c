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
import { MODAL_CLOSED } from '../dialog/use-modal.ts'
import { useUiText } from '../locale/ui-text.ts'
import { useSheet } from '../style-root/style-root.tsx'
import { keepClearOfFocus } from './clear-of-focus.ts'
import css from './toast.css'
import type { ToastEntry, ToastOptions } from './toast.props.ts'
import { ToastCard } from './toast-card.tsx'

/** Shows a toast; the returned function takes its button back, when what it acts on is gone. */
type ShowToast = (toast: ToastOptions) => () => void

const ToastContext = createContext<ShowToast>(() => () => undefined)

export const useToast = (): ShowToast => useContext(ToastContext)

/** More at once would hide the page. */
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

/** Says that something went well, or not, without taking the focus. */
export const ToastProvider = ({ children }: { children: ReactNode }) => {
  useSheet(css)
  const t = useUiText()
  const { toasts, show, close } = useToasts()
  const home = useRef<HTMLDivElement>(null)
  // Moved by hand, which React allows for the target of a portal only.
  const [layer] = useState(() => document.createElement('div'))
  const newest = toasts.at(-1)
  useTopLayer({ home, layer, newest: newest?.id })
  const isTrouble = newest?.tone === 'danger'
  return (
    <ToastContext value={show}>
      {children}
      <div ref={home} className="fe-toast-home" />
      {createPortal(
        <>
          <span className="fe-hidden" role="status">
            {isTrouble ? '' : newest?.text}
          </span>
          <span className="fe-hidden" role="alert">
            {isTrouble ? newest.text : ''}
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
  /** Where the layer is while no dialog is open. */
  home: RefObject<HTMLElement | null>
  layer: HTMLElement
  newest: number | undefined
}

/** The modal dialog that has the focus; all around it is inert, and so would be the buttons of a toast. */
const modalAround = (home: HTMLElement, layer: HTMLElement): HTMLDialogElement | null => {
  const root = home.getRootNode() as Document | ShadowRoot // an element that is mounted has one of the two
  // The focus is nowhere after a press on the button of a toast that closed with it.
  const modal = (root.activeElement ?? layer).closest<HTMLDialogElement>('dialog:modal')
  return modal?.contains(home) ? null : modal
}

/** Brings the region above everything whenever something new is said, into the open dialog if there is one. */
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
    // A dialog that closes takes all in it off the page, so the layer is moved before.
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
