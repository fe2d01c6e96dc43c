/** Wire name. */
const LOADING_CLASS = 'frontegg-loading'

interface LoadingMark {
  customLoader?: unknown
  /** Another app of this page is still starting: the class is its own, too. */
  isNeededByOthers?(): boolean
}

/** Marks the page body while an app starts. */
export const markBodyLoading = (page: Document, { customLoader, isNeededByOthers }: LoadingMark): (() => void) => {
  const report = (loading: boolean) => {
    if (typeof customLoader === 'function') customLoader(loading)
  }
  const add = () => page.body?.classList.add(LOADING_CLASS)
  if (page.body) add()
  else page.addEventListener('DOMContentLoaded', add, { once: true })
  report(true)
  let isMarked = true
  return () => {
    if (!isMarked) return
    isMarked = false
    page.removeEventListener('DOMContentLoaded', add)
    if (!isNeededByOthers?.()) page.body?.classList.remove(LOADING_CLASS)
    report(false)
  }
}
