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
import { useUiText } from '../locale/ui-text.ts'
import { useSheet } from '../style-root/style-root.tsx'
import { keepClearOfFocus } from './clear-of-focus.ts'
import css from './toast.css'
import type { ToastEntry, ToastOptions } from './toast.props.ts'
import { ToastCard } from './toast-card.tsx'

export type ShowToast = (toast: ToastOptions) => void

const ToastContext = createContext<ShowToast>(() => undefined)

export const useToast = (): ShowToast => useContext(ToastContext)

/** More at once would hide the page. */
const MAX_COUNT = 3

/** Says that something went well, or not, without taking the focus. */
export const ToastProvider = ({ children }: { children: ReactNode }) => {
  useSheet(css)
  const t = useUiText()
  const [toasts, setToasts] = useState<readonly ToastEntry[]>([])
  const next = useRef(0)
  const region = useRef<HTMLElement>(null)
  const show = useMemo<ShowToast>(
    () => (toast) => setToasts((now) => [...now, { ...toast, id: next.current++ }].slice(-MAX_COUNT)),
    [],
  )
  useTopLayer(region, toasts.at(-1)?.id)
  const close = (id: number) => setToasts((now) => now.filter((toast) => toast.id !== id))
  const newest = toasts.at(-1)
  const isTrouble = newest?.tone === 'danger'
  return (
    <ToastContext value={show}>
      {children}
      <span className="fe-hidden" role="status">
        {isTrouble ? '' : newest?.text}
      </span>
      <span className="fe-hidden" role="alert">
        {isTrouble ? newest.text : ''}
      </span>
      <section ref={region} popover="manual" className="fe-toasts" aria-label={t('notifications')}>
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} onClose={close} />
        ))}
      </section>
    </ToastContext>
  )
}

/** Brings the region above everything whenever something new is said. */
const useTopLayer = (region: RefObject<HTMLElement | null>, newest: number | undefined) => {
  useLayoutEffect(() => {
    const layer = region.current
    if (newest === undefined || !layer) return
    layer.showPopover()
    const stop = keepClearOfFocus(layer)
    return () => {
      stop()
      if (layer.isConnected && layer.matches(':popover-open')) layer.hidePopover()
    }
  }, [region, newest])
}
