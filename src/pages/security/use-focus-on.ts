import { type RefObject, useEffect, useRef } from 'react'

/** Focuses the control that `data-focus` names once it is rendered: `<div ref={useFocusOn(focus, isReady)}>`. */
export const useFocusOn = (focus: string | undefined, isReady: boolean): RefObject<HTMLDivElement | null> => {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!focus || !isReady) return
    const all = [...(ref.current?.querySelectorAll<HTMLElement>('[data-focus]') ?? [])]
    const target = all.find((element) => element.dataset.focus === focus)
    const control = target?.querySelector<HTMLElement>('input, button, select, textarea') ?? target
    control?.focus()
    target?.scrollIntoView({ block: 'center' })
  }, [focus, isReady])
  return ref
}
